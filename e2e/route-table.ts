/** A page: its title before the product's name (null: that name alone), its h1, its breadcrumbs. */
export interface Shown {
  readonly title: string | null
  /** The browser's tab, where it has another name. */
  readonly tab?: string
  readonly h1: string | RegExp
  /** The page's own last. */
  readonly crumbs?: readonly string[]
  /** A text on the page. */
  readonly says?: string
  /** A menu of its own instead of the reader's. */
  readonly menu?: readonly string[]
}

/** An address with placeholders such as `{club}`, and what each kind of visitor gets there. */
export interface Row {
  readonly path: string
  readonly status: number
  /** Signed out: the page, or `sign-in`. */
  readonly visitor: Shown | 'sign-in' | Leading
  readonly member: Shown | Leading
  /** The page of a reader without permission. */
  readonly refused?: boolean
  /** The name of a dialog over the page. */
  readonly opens?: string
  /** The server redirects, so the page is loaded again. */
  readonly loaded?: boolean
}

/** Redirects to another row. */
export interface Leading {
  readonly leadsTo: string
}

const shown = (title: string, h1: string | RegExp = title, crumbs?: readonly string[]): Shown => ({
  title,
  h1,
  ...(crumbs && { crumbs: [...crumbs, title] }),
})

/** For members; others have to sign in. */
const guarded = (path: string, member: Shown | Leading): Row => ({ path, status: 200, visitor: 'sign-in', member })
const forAnyone = (path: string, page: Shown): Row => ({ path, status: 200, visitor: page, member: page })
/** An entry page: redirects to the front page when signed in. */
const door = (path: string, title: string): Row => ({
  path,
  status: 200,
  visitor: shown(title),
  member: { leadsTo: '/' },
})
const leading = (path: string, leadsTo: string): Row => ({
  path,
  status: 200,
  visitor: { leadsTo },
  member: { leadsTo },
})
const byServer = (path: string, leadsTo: string): Row => ({ ...leading(path, leadsTo), status: 303, loaded: true })

const notThere = (says: string): Shown => ({ ...shown('Page Not Found'), says })
const unmatched = (path: string): Row => ({ ...forAnyone(path, notThere(`Page not found: ${path}`)), status: 404 })
const impossible = (path: string): Row => ({ ...forAnyone(path, notThere(`Page Not Found: ${path}`)), status: 404 })
const noAccess = "You don't have access to this page"
const broken = (path: string, status: number): Row => ({
  ...forAnyone(path, shown('Internal Server Error')),
  status,
})

const events = ['Events']
const event = [...events, 'Event Detail']
const memberships = ['Memberships']
const members = ['Members']
const gone = 'This event is no longer here'
const front: Shown = { title: null, h1: /./ }

/** Every address of the portal. The story fills in `{…}`; `{no-id}` is an unknown id. */
export const routeTable: readonly Row[] = [
  { ...guarded('/', front), visitor: { title: null, h1: 'Everything in your clubs, in one place' } },
  leading('/index', '/'),
  forAnyone('/events', shown('Home / events', 'Events')),
  guarded('/tickets', shown('My Tickets')),
  guarded('/my-calender', shown('My Calendar')),
  leading('/my-calendar', '/my-calender'),
  forAnyone('/{club}/events', shown('Events', /^Events at /, [])),
  forAnyone('/{club}/events/{event}', { ...shown('Event Detail', '{event-title}', events), tab: '{event-title}' }),
  forAnyone('/{club}/events/{event}/register', shown('Registration', 'Register for {event-title}', event)),
  guarded('/{club}/events/{event}/confirm', shown('Registration Success', 'Order not found', event)),
  guarded('/{club}/events/{event}/decline', shown('Registration Decline', 'Order not found', event)),
  guarded('/{club}/events/{no-id}/tickets', shown('Tickets', 'No tickets to this event', event)),
  guarded('/{club}/events/{no-id}/tickets/{no-id}', shown('Ticket Detail', 'Ticket not found', [...event, 'Tickets'])),
  forAnyone('/organizations', shown('Organization', /./)),
  forAnyone('/organizations-{club-id}-details', shown('{club-name}', '{club-name}', ['Organization'])),
  forAnyone('/organizations-{club-id}-details/terms', shown('Terms of sale', 'Terms of sale of {club-name}')),
  guarded('/organizations-review', shown('My clubs', 'My clubs', ['Organization'])),
  forAnyone('/contact-us', shown('Contact Us')),
  guarded('/memberships', shown('Memberships')),
  guarded('/membership-list', shown('Memberships')),
  guarded('/membership/new', shown('New Membership', 'New Membership', memberships)),
  guarded('/membership/confirm', shown('Payment Successful', 'Order not found', memberships)),
  guarded('/membership/decline', shown('Payment Failed', 'Order not found', memberships)),
  guarded('/membership/{no-id}/history', shown('Memberships History', 'Membership not found', memberships)),
  guarded('/membership/{no-id}/receipt', shown('Memberships Receipt', 'Receipt not found', memberships)),
  guarded('/my-profile', shown('My Profile')),
  guarded('/my-profile/data', shown('Your data', 'Your data', ['My Profile'])),
  guarded('/my-profile/history', shown('Activity log', 'Activity log', ['My Profile'])),
  guarded('/edit-profile', shown('Edit profile', 'Edit profile', ['My Profile'])),
  guarded('/participants-list', shown('My Participants')),
  guarded('/add-edit-participant', shown('Add participant', 'Add participant', ['My Participants'])),
  guarded('/notifications', shown('Notifications')),
  guarded('/office-invitation', shown('Invitation from a club', "The invitation doesn't work")),
  guarded('/merge-request/{no-id}', shown('Two profiles', "The question isn't here")),
  guarded('/claim-account', shown('Connect your profile', "This link doesn't work")),
  forAnyone('/unsubscribe', shown('Unsubscribe', "This link doesn't work")),
  forAnyone('/waiting-offer', shown('Offer from the waiting list', "The link doesn't work")),
  forAnyone('/moved', shown('Moved event', "This link doesn't work")),
  forAnyone('/install', shown('Install the app')),
  leading('/login-success', '/'),

  // Addresses of the previous portal.
  leading('/event-{event}-detail', '/{club}/events/{event}'),
  leading('/event-{event}-register', '/{club}/events/{event}/register'),
  guarded('/membership-{no-id}-receipt', shown('Receipt', 'Receipt not found', memberships)),

  door('/page-login', 'Sign in to continue'),
  door('/page-register', 'Create an account'),
  door('/page-lock-screen', "You're signed out"),
  door('/page-forgot-password', 'Forgot your password?'),
  broken('/page-error-400', 400),
  { ...forAnyone('/page-error-403', shown(noAccess)), status: 403 },
  unmatched('/page-error-404'),
  broken('/page-error-500', 500),
  broken('/page-error-503', 503),

  // Targets of payments and of links in notifications.
  {
    ...byServer('/ui/memberships?trigger=editMainParticipant', '/memberships?trigger=editMainParticipant'),
    opens: 'Edit profile',
  },
  byServer('/ui/membership/confirm', '/memberships'),
  byServer('/ui/membership/decline', '/memberships'),
  byServer('/ui/{club}/events/{event}/confirm', '/events'),
  byServer('/ui/{club}/events/{event}/decline', '/events'),

  unmatched('/nothing-here'),
  unmatched('/tickets/nothing-here'),
  unmatched('/ui/nothing-here'),
  { ...forAnyone('/NOCLUB/events', notThere('Page not found: /NOCLUB/events')), status: 404 },
  { ...forAnyone('/{club}/events/{no-id}', shown('Page Not Found', gone)), status: 404 },
  { ...forAnyone('/{club}/events/{no-id}/register', shown('Page Not Found', gone)), status: 404 },
  impossible('/{club}/events/x'),
  impossible('/{club}/events/x/register'),
  impossible('/event-x-detail'),
  impossible('/event-x-register'),
  impossible('/membership-x-receipt'),
  impossible('/membership/x/history'),
  impossible('/membership/x/receipt'),
  impossible('/organizations-x-details'),
  impossible('/page-error-418'),
]

const office = '/office/ROKLUB'
const officeMenu = [
  'Today',
  'Memberships',
  'Events',
  'Members',
  'Inbox',
  'Payments',
  'Settings',
  'People and roles',
  'History',
  'Back to my own pages',
  'Logout',
]
const inOffice = (path: string, page: string | Shown): Row =>
  guarded(`${office}${path}`, { ...(typeof page === 'string' ? shown(page) : page), menu: officeMenu })
const officePages = [
  inOffice('', 'Today'),
  inOffice('/events', 'Events'),
  inOffice('/events/figures', shown('Figures', /^Figures for \d{4}$/, events)),
  inOffice('/events/series/{no-id}', shown('Series', /./, events)),
  inOffice('/events/{event}', shown('Edit event', '{event-title}', events)),
  inOffice('/events/{event}/cancel', shown('Cancellation', 'Cancel {event-title}', events)),
  inOffice(
    '/events/{event}/messages',
    shown('Messages to guests', 'Messages to guests of {event-title}', [...events, 'Edit event']),
  ),
  inOffice('/events/{event}/preview', shown('See the page as someone else', /./, [...events, 'Edit event'])),
  inOffice('/members', 'Members'),
  inOffice('/members/{anna}', shown('Anna Holm', 'Anna Holm', members)),
  inOffice('/inbox', 'Inbox'),
  inOffice('/memberships', 'Memberships'),
  inOffice('/payments', 'Payments'),
  inOffice('/memberships/new', shown('New membership of the club', 'New membership of the club', memberships)),
  inOffice('/memberships/{no-id}/edit', shown('Edit the membership', /./, memberships)),
  inOffice('/memberships/copy', shown('Copy to next season', /./, memberships)),
  inOffice('/events/coupons', shown('Discount codes', 'Discount codes', events)),
  inOffice('/events/coupons/new', shown('New discount code', 'New discount code', [...events, 'Discount codes'])),
  inOffice('/events/coupons/{no-id}', shown('Edit discount code', /./, [...events, 'Discount codes'])),
  inOffice('/events/coupons/{no-id}/uses', shown('Who used the code', /./, [...events, 'Discount codes'])),
  inOffice('/members/add', shown('Add by hand', 'Add by hand', members)),
  inOffice('/members/messages', shown('Messages to members', 'Messages to members', members)),
  inOffice('/members/duplicates', shown('Duplicates', 'Duplicates', members)),
  inOffice('/members/fields', shown("The club's own fields", "The club's own fields", members)),
  inOffice('/members/import', shown('Import members', 'Import members', members)),
  inOffice('/members/import/{no-id}', shown('Import members', /./, [...members, 'Import members'])),
  inOffice('/members/teams', shown('Teams', 'Teams', members)),
  inOffice('/members/teams/{no-id}', shown('Team', /./, [...members, 'Teams'])),
  inOffice('/payments/owes', shown('Owes', 'Owes', ['Payments'])),
  inOffice('/settings', 'Settings'),
  inOffice('/settings/people', 'People and roles'),
  inOffice('/history', 'History'),
]
/** The addresses in older mails. */
const oldPages = [
  guarded('/admin/inbox', { leadsTo: `${office}/inbox` }),
  guarded('/admin/payments', { leadsTo: `${office}/payments` }),
  guarded(`${office}/memberships?edit=new`, { leadsTo: `${office}/memberships/new` }),
  guarded(`${office}/memberships?copy=1`, { leadsTo: `${office}/memberships/copy` }),
  guarded(`${office}/events/coupons?edit=new`, { leadsTo: `${office}/events/coupons/new` }),
]
const offices = guarded('/office', { leadsTo: office })
const consoleMenu = [
  'Clubs',
  'New club',
  'Health',
  'People',
  'History',
  'Undelivered messages',
  'Back to my own pages',
  'Logout',
]
const inConsole = (path: string, title: string): Row =>
  guarded(`/operator${path}`, { ...shown(title), menu: consoleMenu })
const failedMessages = inConsole('/messages', 'Undelivered messages')
const operatorsConsole = [
  inConsole('', 'All clubs'),
  guarded('/operator/clubs/{club}', { ...shown('{club-name}'), menu: consoleMenu }),
  inConsole('/new-club', 'New club'),
  inConsole('/health', 'Health'),
  inConsole('/people', 'All people'),
  guarded('/operator/people/{no-id}', { ...shown('Data', 'Data', ['All people']), menu: consoleMenu }),
  inConsole('/history', 'History'),
  failedMessages,
  guarded('/admin/messages', { leadsTo: '/operator/messages' }),
]
const refused = (row: Row): Row => ({ ...row, member: shown(noAccess), refused: true })

const ofMembership = [...memberships, 'Memberships History']
const ofOwnEvent = '/{own-club}/events/{own-event}'
const paid = '/membership/confirm?izytoken={token}'
const registered = `${ofOwnEvent}/confirm?izytoken={event-token}`

/** The addresses of a member's things: a membership with its receipt, a ticket, and the payment returns. */
export const ownTable: readonly Row[] = [
  guarded('/membership/{membership}/history', shown('Memberships History', 'Memberships History', memberships)),
  guarded('/membership/{term}/receipt', shown('Memberships Receipt', 'Memberships Receipt', ofMembership)),
  guarded('/membership-{term}-receipt', shown('Receipt', 'Receipt', ofMembership)),
  guarded(`${ofOwnEvent}/tickets`, shown('Tickets', '{own-title}', event)),
  guarded(`${ofOwnEvent}/tickets/{entry}`, shown('Ticket Detail', '{own-title}', [...event, 'Tickets'])),
  guarded(paid, shown('Payment Successful', /^You.* members? of /, memberships)),
  byServer(`/ui${paid}`, paid),
  guarded(registered, shown('Registration Success', /^See you on /, event)),
  byServer(`/ui${registered}`, registered),
]

const admin = (leadsTo: string): Row => guarded('/admin', { leadsTo })

/** Pages that need a role, and what others see there. */
export const rightsTable = {
  member: [...[...officePages, ...oldPages, offices, ...operatorsConsole].map(refused), admin('/')],
  admin: [...officePages, ...oldPages, offices, admin(office), ...operatorsConsole.map(refused)],
  superAdmin: [...[...officePages, ...oldPages, offices].map(refused), ...operatorsConsole, admin('/operator')],
}
