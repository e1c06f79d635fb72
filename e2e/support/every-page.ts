import { expect, type Page } from '@playwright/test'
import { paths } from '#web/paths.ts'

export interface PageToOpen {
  readonly name: string
  readonly open: (page: Page) => Promise<unknown>
}

/** Opens a page within the open app, as its links do, because a full load costs several times as much. */
export async function visit(page: Page, path: string): Promise<void> {
  if (!(await page.evaluate<boolean>('typeof __TSR_ROUTER__ === "object"'))) {
    await page.goto(path)
    return
  }
  await page.evaluate(`(() => {
    performance.clearResourceTimings()
    performance.clearMarks('${VISITED}')
    performance.mark('${VISITED}')
    return __TSR_ROUTER__.navigate({ href: ${JSON.stringify(path)} })
  })()`)
  await expect(page).toHaveURL(path)
}

const VISITED = 'story:visited'

const at = (name: string, path: string): PageToOpen => ({ name, open: (page) => visit(page, path) })
/** A page with people's texts in its head, or one from which the app cannot navigate. */
const loadedAt = (name: string, path: string): PageToOpen => ({ name, open: (page) => page.goto(path) })

/** An unknown id. */
const nobodys = '01890000-0000-7000-8000-000000000000'

/** Pages for anyone. */
export const publicPages: readonly PageToOpen[] = [
  loadedAt('welcome', paths.dashboard()),
  {
    name: 'sign-in',
    open: async (page) => {
      await page.goto(paths.dashboard())
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
    },
  },
  {
    name: 'create-account',
    open: async (page) => {
      await page.goto(paths.dashboard())
      await page.getByRole('button', { name: 'Create account' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Create an account' })).toBeVisible()
    },
  },
  loadedAt('install', paths.install()),
  loadedAt('login', paths.login()),
  loadedAt('register', paths.register()),
  loadedAt('lock-screen', paths.lockScreen()),
  loadedAt('forgot-password', paths.forgotPassword()),
  {
    name: 'forgotten-password-at-provider',
    open: async (page) => {
      await page.goto(paths.forgotPassword())
      await page.getByRole('link', { name: 'Get a new password' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Forgotten password' })).toBeVisible()
    },
  },
  loadedAt('unsubscribe-broken-link', paths.unsubscribe()),
  loadedAt('contact-us-signed-out', paths.contactUs()),
  loadedAt('conversation-broken-link', paths.contactUs({ link: 'x' })),
]

async function throughHistory(page: Page) {
  await visit(page, paths.memberships())
  await page.getByRole('article').first().waitFor()
  // A story may have given the clubs other names.
  const named = page.getByRole('article', { name: 'Roskilde Fjord Roklub' })
  const club = (await named.count()) > 0 ? named : page.getByRole('article')
  await club.getByRole('link', { name: 'History' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Memberships History' }).waitFor()
}

const soldOut = 'Natur- og sælsafari i inrigger'

/** Opens an event of the rowing club from its list. */
async function throughClubEvent(page: Page, title: string, region: string) {
  await page.goto(paths.eventsOf('ROKLUB', { q: title }))
  await page.getByRole('article').getByRole('link').first().click()
  await page.getByRole('region', { name: region }).first().waitFor()
}

/** Pages of a member who has a membership. */
export const memberPages: readonly PageToOpen[] = [
  loadedAt('claim-account', paths.claimAccount({ token: 'x' })),
  at('dashboard', paths.dashboard()),
  at('events', paths.events()),
  at('events-none', paths.events({ q: 'nothing of the kind' })),
  loadedAt('club-events', paths.eventsOf('ROKLUB')),
  {
    name: 'event',
    open: async (page) => {
      await page.goto(paths.eventsOf('ROKLUB'))
      await page.getByRole('article').getByRole('link').first().click()
      await page.getByRole('region', { name: 'Registration' }).waitFor()
    },
  },
  at('tickets', paths.tickets()),
  {
    name: 'tickets-of-event',
    open: async (page) => {
      await visit(page, paths.tickets())
      await page.getByRole('region', { name: 'Past' }).getByRole('link').first().click()
      await page.getByRole('button', { name: /^Download/ }).waitFor()
    },
  },
  {
    name: 'ticket',
    open: async (page) => {
      await visit(page, paths.tickets())
      await page
        .getByRole('link', { name: /^Show ticket to / })
        .first()
        .click()
      await page.getByRole('button', { name: 'Show at the door' }).waitFor()
    },
  },
  at('ticket-unknown', paths.ticket('ROKLUB', nobodys, nobodys)),
  { name: 'event-sold-out', open: (page) => throughClubEvent(page, soldOut, 'Waiting list') },
  {
    name: 'register-with-questions',
    open: async (page) => {
      await throughClubEvent(page, 'Roweekend i Svendborgsund', 'Registration')
      await page
        .getByRole('link', { name: /^Register/ })
        .first()
        .click()
      await page.getByRole('heading', { level: 1, name: /^Register/ }).waitFor()
    },
  },
  at('waiting-offer-broken-link', paths.waitingOffer({ token: 'x' })),
  at('merge-request-unknown', paths.mergeRequest(nobodys)),
  at('calendar', paths.calendar()),
  at('calendar-week', paths.calendar({ view: 'week' })),
  at('calendar-list', paths.calendar({ view: 'list' })),
  at('organisations', paths.organisations()),
  at('organisations-none', paths.organisations({ q: 'nothing of the kind' })),
  {
    name: 'organisation',
    open: async (page) => {
      // Other stories build clubs without facts, or rename them.
      const answer = await page.request.get('/izy-org-api/api/v1/public/org/list?key=KOR')
      const [club] = (await answer.json()) as { id: string }[]
      await page.goto(paths.organisation(club!.id))
      await page.getByRole('region', { name: 'About the club' }).waitFor()
    },
  },
  at('own-organisations', paths.ownOrganisations()),
  at('contact-us', paths.contactUs()),
  {
    name: 'thread',
    open: async (page) => {
      await page.goto(paths.contactUs())
      await page.getByRole('region', { name: 'Your conversations' }).getByRole('link').last().click()
      await page.getByRole('log').waitFor()
    },
  },
  at('contact-us-unknown', paths.contactUs({ thread: nobodys })),
  at('participants', paths.participants()),
  at('add-participant', paths.editParticipant()),
  {
    name: 'edit-participant',
    open: async (page) => {
      await visit(page, paths.participants())
      await page
        .getByRole('link', { name: /^Edit / })
        .first()
        .click()
      await page.getByRole('heading', { level: 1, name: 'Edit participant' }).waitFor()
      await page.getByRole('button', { name: 'Choose picture' }).waitFor()
    },
  },
  at('unknown-participant', paths.editParticipant({ id: 'x' })),
  at('acts', paths.acts()),
  at('own-data', paths.ownData()),
  at('memberships', paths.memberships()),
  at('new-membership', paths.newMembership()),
  at('my-profile', paths.myProfile()),
  at('edit-profile', paths.editProfile()),
  at('edit-profile-dialog', paths.memberships({ trigger: 'editMainParticipant' })),
  { name: 'history', open: throughHistory },
  {
    name: 'receipt',
    open: async (page) => {
      await throughHistory(page)
      await page
        .getByRole('link', { name: /^Receipt for/ })
        .first()
        .click()
      await page.getByRole('article', { name: /^Receipt / }).waitFor()
    },
  },
  at('office-invitation-broken-link', paths.officeInvitation({ token: 'x' })),
  at('which-order', paths.membershipConfirm()),
  at('notifications-none', paths.notifications({ filter: 'unread' })),
  at('no-right', paths.failedMessages()),
  at('no-office', paths.inbox('ROKLUB')),
  at('not-found', '/nothing-here'),
]

/** Opens a conversation in an office, one with a note. */
async function throughInbox(page: Page) {
  await visit(page, paths.inbox('ROKLUB'))
  await page
    .getByRole('list', { name: 'Conversations' })
    .getByRole('link')
    .filter({ has: page.getByText('1 note', { exact: true }) })
    .first()
    .click()
  await page.getByRole('log').waitFor()
}

const tabNames = {
  what: 'What',
  when: 'When and where',
  who: 'Who and when',
  prices: 'Prices and places',
  people: 'Registrations',
  money: 'Money and history',
}

/** Opens the last of a list: a table, or cards on a phone. */
async function openLast(page: Page) {
  const main = page.getByRole('main')
  await main.getByRole('table').getByRole('link').or(main.getByRole('list').getByRole('link')).last().click()
}

/** Opens the last of the coming events in its editor, or the last of those found. */
async function throughEvents(page: Page, q?: string) {
  await visit(page, paths.officeEvents('ROKLUB', { q }))
  await openLast(page)
  await page.getByRole('tab').first().waitFor()
}

const tabOf = (page: Page, name: string) => page.getByRole('tab', { name }).click()

/** Pages of an admin whose club has conversations. */
export const officePages: readonly PageToOpen[] = [
  at('inbox', paths.inbox('ROKLUB')),
  { name: 'inbox-thread', open: throughInbox },
  {
    name: 'inbox-notes',
    open: async (page) => {
      await throughInbox(page)
      const notes = page.getByRole('region', { name: 'Internal notes' })
      // Beside the conversation where there is room.
      await page.getByRole('radio', { name: 'Notes (1)' }).or(notes).first().click()
      await expect(notes).toBeVisible()
    },
  },
  {
    name: 'inbox-templates',
    open: async (page) => {
      await throughInbox(page)
      await page.getByRole('button', { name: 'Templates' }).click()
      await page
        .getByRole('dialog', { name: 'Templates' })
        .getByRole('button', { name: /^Insert the template / })
        .first()
        .waitFor()
    },
  },
  at('office-memberships', paths.officeMemberships('ROKLUB')),
  at('office-membership-new', paths.newSeason('ROKLUB')),
  {
    name: 'office-membership',
    open: async (page) => {
      await visit(page, paths.officeMemberships('ROKLUB'))
      await page.locator('main a[href*="/edit"]').first().click()
      await page.waitForURL(/\/edit$/)
    },
  },
  at('office-memberships-copy', paths.copySeasons('ROKLUB')),
  at('office-events', paths.officeEvents('ROKLUB')),
  at('office-events-drafts', paths.officeEvents('ROKLUB', { tab: 'drafts' })),
  at('office-events-calendar', paths.officeEvents('ROKLUB', { view: 'calendar' })),
  at('office-event-figures', paths.officeEventFigures('ROKLUB')),
  ...(['what', 'when', 'who', 'prices', 'people', 'money'] as const).map((tab): PageToOpen => ({
    name: `office-event-${tab}`,
    open: async (page) => {
      await throughEvents(page)
      await tabOf(page, tabNames[tab])
    },
  })),
  {
    name: 'office-event-questions',
    open: async (page) => {
      await throughEvents(page, 'Forårslejr for juniorer')
      await tabOf(page, 'Questions')
    },
  },
  {
    name: 'office-event-waiting',
    open: async (page) => {
      await throughEvents(page, soldOut)
      await tabOf(page, tabNames.people)
      await page.getByRole('region', { name: 'Waiting list' }).waitFor()
    },
  },
  {
    name: 'office-event-messages',
    open: async (page) => {
      await throughEvents(page, 'Roweekend i Svendborgsund')
      await visit(page, `${new URL(page.url()).pathname}/messages`)
      await page.getByRole('region', { name: 'Answers after the move' }).waitFor()
    },
  },
  {
    name: 'office-event-preview',
    open: async (page) => {
      await throughEvents(page)
      const bar = page.getByRole('region', { name: 'Edit event' })
      await bar.waitFor()
      const link = bar.getByRole('link', { name: 'Preview' })
      // In a menu where there is no room.
      if (!(await link.isVisible())) await bar.getByRole('button', { name: 'More' }).click()
      await link.or(page.getByRole('menuitem', { name: 'Preview' })).click()
      await page.getByRole('heading', { level: 1 }).waitFor()
    },
  },
  {
    name: 'office-event-cancel',
    open: async (page) => {
      await throughEvents(page)
      await visit(page, `${new URL(page.url()).pathname}/cancel`)
      await page.getByRole('heading', { level: 1, name: /^Cancel / }).waitFor()
    },
  },
  {
    name: 'office-event-cancelled',
    open: async (page) => {
      await visit(page, paths.officeEvents('ROKLUB', { tab: 'cancelled' }))
      await openLast(page)
      await page.getByRole('link', { name: 'Show the cancellation' }).click()
      await page.getByRole('heading', { level: 1, name: /^Cancellation of / }).waitFor()
    },
  },
  at('club-members', paths.office('ROKLUB', 'members')),
  at('club-fields', paths.office('ROKLUB', 'members/fields')),
  at('club-add-by-hand', paths.addByHand('ROKLUB')),
  at('club-duplicates', paths.office('ROKLUB', 'members/duplicates')),
  at('club-messages', paths.memberMessages('ROKLUB')),
  at('club-import', paths.office('ROKLUB', 'members/import')),
  {
    name: 'club-import-done',
    open: async (page) => {
      await visit(page, paths.office('ROKLUB', 'members/import'))
      await openLast(page)
      await page.waitForURL(/\/import\/./)
    },
  },
  at('club-teams', paths.office('ROKLUB', 'members/teams')),
  {
    name: 'club-team',
    open: async (page) => {
      await visit(page, paths.office('ROKLUB', 'members/teams'))
      await openLast(page)
      await page.waitForURL(/\/teams\/./)
    },
  },
  at('club-owes', paths.owes('ROKLUB')),
  {
    name: 'club-member',
    open: async (page) => {
      await visit(page, paths.office('ROKLUB', 'members'))
      await openLast(page)
      await page.waitForURL(/\/members\/./)
    },
  },
  at('club-payments', paths.clubPayments('ROKLUB')),
  at('club-payments-none', paths.clubPayments('ROKLUB', { q: 'nothing of the kind' })),
  at('inbox-none', paths.inbox('ROKLUB', { q: 'nothing of the kind' })),
  at('office-coupons', paths.officeCoupons('ROKLUB')),
  at('office-coupon-new', paths.officeCoupon('ROKLUB', 'new')),
  {
    name: 'office-coupon',
    open: async (page) => {
      await visit(page, paths.officeCoupons('ROKLUB'))
      await page
        .getByRole('link', { name: /^Edit / })
        .first()
        .click()
      await page.waitForURL(/\/coupons\/./)
    },
  },
  {
    name: 'office-coupon-uses',
    open: async (page) => {
      await visit(page, paths.officeCoupons('ROKLUB'))
      await page
        .getByRole('link', { name: /^See uses of / })
        .first()
        .click()
      await page.getByRole('link', { name: 'To the discount codes' }).waitFor()
    },
  },
  at('office-today', paths.office('ROKLUB')),
  at('office-settings', paths.clubSettings('ROKLUB')),
  at('office-settings-texts', paths.clubSettings('ROKLUB', { tab: 'texts' })),
  at('office-settings-payment', paths.clubSettings('ROKLUB', { tab: 'payment' })),
  at('office-people', paths.office('ROKLUB', 'settings/people')),
  at('office-history', paths.office('ROKLUB', 'history')),
]

/** Of a club with a series of events. */
export const seriesPages: readonly PageToOpen[] = [
  {
    name: 'office-series',
    open: async (page) => {
      await visit(page, paths.officeEvents('TENNIS', { q: 'Fredagsdouble' }))
      await page.locator('main a[href*="/series/"]').first().click()
      await page.waitForURL(/\/series\/./)
    },
  },
]

/** The offices whose pages are opened, each by its admin. */
export const offices = [
  { admin: 'admin@roklub.example', pages: officePages },
  { admin: 'admin@tennis.example', pages: seriesPages },
]

/** Pages of an operator. */
export const operatorPages: readonly PageToOpen[] = [
  at('operator-clubs', paths.operatorClubs()),
  at('operator-new-club', paths.operatorNewClub()),
  at('operator-club', paths.operatorClub('ROKLUB')),
  at('operator-health', paths.operatorHealth()),
  at('operator-people', paths.operatorPeople()),
  at('operator-people-found', paths.operatorPeople({ q: 'an' })),
  {
    name: 'operator-person',
    open: async (page) => {
      await visit(page, paths.operatorPeople({ q: 'Anna' }))
      await page
        .getByRole('link', { name: /^Data about / })
        .first()
        .click()
      await page.getByRole('button', { name: 'Delete everything …' }).waitFor()
    },
  },
  at('operator-history', paths.operatorHistory()),
  at('operator-messages', paths.failedMessages()),
]

/** Waits until nothing was loaded for half a second. The bell's stream never ends, so the network is never idle. */
async function quiet(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await page.evaluate(`new Promise((resolve) => {
    const look = () => {
      const moments = performance.getEntries().map(({ name, startTime, responseEnd }) => (name === '${VISITED}' ? startTime : (responseEnd ?? 0)))
      const since = performance.now() - Math.max(...moments)
      if (since > 500) resolve()
      else setTimeout(look, 510 - since)
    }
    look()
  })`)
}

/** Waits until a page is complete: it has its heading and no skeletons. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await quiet(page)
  await expect(page.locator('.mantine-Skeleton-root, [aria-busy="true"]')).toHaveCount(0)
}
