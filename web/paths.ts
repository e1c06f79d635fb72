/** The part of the profile that says which messages the member wants. */
export const messagesSection = 'messages'

/** The part of the profile with the cards that renew memberships. */
export const cardsSection = 'cards'

/** The part of the contact page where a new question is asked. */
export const questionSection = 'question'

/** The part of the participants' page that links families. */
export const familySection = 'family'

/** Every address of the portal. No other module writes one. */
export const paths = {
  dashboard: () => '/',
  events: (query: Record<string, string> = {}) => withQuery('/events', query),
  eventsOf: (orgKey: string, query: Record<string, string> = {}) =>
    withQuery(`/${encodeURIComponent(orgKey)}/events`, query),
  event: (orgKey: string, eventId: string) => eventPath(orgKey, eventId),
  registerForEvent: (orgKey: string, eventId: string) => `${eventPath(orgKey, eventId)}/register`,
  eventConfirm: (orgKey: string, eventId: string, query: Record<string, string> = {}) =>
    withQuery(`${eventPath(orgKey, eventId)}/confirm`, query),
  eventDecline: (orgKey: string, eventId: string, query: Record<string, string> = {}) =>
    withQuery(`${eventPath(orgKey, eventId)}/decline`, query),
  /** The family's tickets to one event. */
  ticketsOf: (orgKey: string, eventId: string) => `${eventPath(orgKey, eventId)}/tickets`,
  ticket: (orgKey: string, eventId: string, entryId: string) =>
    `${eventPath(orgKey, eventId)}/tickets/${encodeURIComponent(entryId)}`,
  tickets: () => '/tickets',
  calendar: (query: Record<string, string> = {}) => withQuery('/my-calender', query),
  organisations: (query: { q?: string } = {}) => withQuery('/organizations', query),
  organisation: (orgId: string) => `/organizations-${encodeURIComponent(orgId)}-details`,
  /** The clubs that a member belongs to, and what is to be done there. */
  ownOrganisations: () => '/organizations-review',
  /**
   * `thread`: one of the member's own; `link`: from a mail to a visitor. A new one may name its club, what it is about
   * (`event`, `membership`: ids) and its subject.
   */
  contactUs: (
    query: {
      thread?: string
      link?: string
      orgId?: string
      event?: string
      membership?: string
      subject?: string
    } = {},
  ) => withQuery('/contact-us', query),
  newQuestion: () => `/contact-us#${questionSection}`,
  /** For a club's admins. */
  inbox: (query: { orgId?: string; thread?: string; state?: string; q?: string } = {}) =>
    withQuery('/admin/inbox', query),
  notifications: (query: { filter?: 'unread' } = {}) => withQuery('/notifications', query),
  memberships: (query: { trigger?: 'editMainParticipant' } = {}) => withQuery('/memberships', query),
  /** `lines`: a whole basket, `memberId.membershipConfId` joined by `~`; each configuration tells its club. */
  newMembership: (query: { orgId?: string; membershipConfId?: string; memberId?: string; lines?: string } = {}) =>
    withQuery('/membership/new', query),
  membershipConfirm: (query: Record<string, string> = {}) => withQuery('/membership/confirm', query),
  membershipDecline: (query: Record<string, string> = {}) => withQuery('/membership/decline', query),
  membershipHistory: (membershipId: string) => `/membership/${encodeURIComponent(membershipId)}/history`,
  membershipReceipt: (termId: string) => `/membership/${encodeURIComponent(termId)}/receipt`,
  myProfile: () => '/my-profile',
  messagePreferences: () => `/my-profile#${messagesSection}`,
  savedCards: () => `/my-profile#${cardsSection}`,
  editProfile: () => '/edit-profile',
  /** Who did what for whom. */
  acts: () => '/my-profile/history',
  participants: () => '/participants-list',
  family: () => `/participants-list#${familySection}`,
  /** Without an id: a new participant. */
  editParticipant: (query: { id?: string } = {}) => withQuery('/add-edit-participant', query),
  /** What the link at the foot of a mail opens, for anyone. */
  claimAccount: (query: { token?: string } = {}) => withQuery('/claim-account', query),
  unsubscribe: (query: { token?: string } = {}) => withQuery('/unsubscribe', query),
  /** For whoever speaks for a club's office; without an id of the first of their clubs. */
  clubPayments: (query: { orgId?: string; q?: string } = {}) => withQuery('/admin/payments', query),
  /** For super admins of all organisations. */
  failedMessages: () => '/admin/messages',
  loginSuccess: () => '/login-success',
  login: (query: { returnTo?: string } = {}) => withQuery('/page-login', query),
  register: (query: { returnTo?: string } = {}) => withQuery('/page-register', query),
  lockScreen: () => '/page-lock-screen',
  forgotPassword: () => '/page-forgot-password',
  /** Payment returns and links in notices; the server answers with the same path without `/ui`. */
  ui: {
    editMainParticipant: () => '/ui/memberships?trigger=editMainParticipant',
    page: (path: string) => `/ui${path}`,
  },
} as const

const eventPath = (orgKey: string, eventId: string) =>
  `/${encodeURIComponent(orgKey)}/events/${encodeURIComponent(eventId)}`

function withQuery(path: string, query: Record<string, string | undefined>): string {
  const present = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return present.length > 0 ? `${path}?${new URLSearchParams(present).toString()}` : path
}
