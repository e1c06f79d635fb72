export const messagesSection = 'messages'

export const cardsSection = 'cards'

/** Where a person answers what clubs suggest. Mails link there. */
export const suggestionsSection = 'suggestions'

export const questionSection = 'question'

export const familySection = 'family'

/** Fields to which links lead, by the end of the address. */
export type SettingsField = 'description' | 'logo' | 'terms' | 'privacy' | 'key' | 'live'

export const inviteField = 'invite'

export const firstMembershipsField = 'first'

/** Where a club's page of figures has those of its members. */
export const memberFigures = 'members'

/** Who waits for places, on the page of an event's registrations. */
export const waitingSection = 'waiting'

/** Every URL of the portal. No other module builds one. */
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
  /** A club's terms of sale or its privacy text. */
  clubText: (orgId: string, purpose: 'terms' | 'privacy') =>
    `/organizations-${encodeURIComponent(orgId)}-details/${purpose}`,
  /** The member's clubs, with their to-dos. */
  ownOrganisations: () => '/organizations-review',
  /** `thread`: one of the member's own; `link`: from a mail to a visitor. The others prefill a new question. */
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
  /** The office of a club; without a key, the choice among those of the reader. */
  office: (orgKey?: string, page = '', query: Record<string, string | undefined> = {}) =>
    withQuery(['/office', ...(orgKey ? [encodeURIComponent(orgKey)] : []), ...(page ? [page] : [])].join('/'), query),
  mergeRequest: (requestId: string) => `/merge-request/${encodeURIComponent(requestId)}`,
  officeInvitation: (query: { token?: string } = {}) => withQuery('/office-invitation', query),
  inbox: (orgKey: string, query: { thread?: string; state?: string; q?: string } = {}) =>
    paths.office(orgKey, 'inbox', query),
  notifications: (query: { filter?: 'unread' } = {}) => withQuery('/notifications', query),
  memberships: (query: { trigger?: 'editMainParticipant' } = {}) => withQuery('/memberships', query),
  /**
   * The one page of a purchase. `orgId`, `membershipConfId` and `memberId` preselect one membership. `lines` is a whole
   * basket, `memberId.membershipConfId` joined by `~`: with the next seasons of a family, the page opens ready to pay
   * (`renewPath` of `memberships/renewals` makes that address). `renews`: the page is headed as a renewal.
   * `autoRenewal`: it takes another card for what renews automatically already.
   */
  newMembership: (
    query: {
      orgId?: string
      membershipConfId?: string
      memberId?: string
      lines?: string
      renews?: 'true'
      autoRenewal?: 'true'
    } = {},
  ) => withQuery('/membership/new', query),
  membershipConfirm: (query: Record<string, string> = {}) => withQuery('/membership/confirm', query),
  membershipDecline: (query: Record<string, string> = {}) => withQuery('/membership/decline', query),
  membershipHistory: (membershipId: string) => `/membership/${encodeURIComponent(membershipId)}/history`,
  membershipReceipt: (termId: string) => `/membership/${encodeURIComponent(termId)}/receipt`,
  myProfile: () => '/my-profile',
  messagePreferences: () => `/my-profile#${messagesSection}`,
  suggestions: () => `/my-profile#${suggestionsSection}`,
  savedCards: () => `/my-profile#${cardsSection}`,
  editProfile: () => '/edit-profile',
  /** Data about the user, or about a participant of theirs. */
  ownData: (query: { person?: string } = {}) => withQuery('/my-profile/data', query),
  /** The activity log. */
  acts: () => '/my-profile/history',
  participants: () => '/participants-list',
  family: () => `/participants-list#${familySection}`,
  /** Without an id: a new participant. */
  editParticipant: (query: { id?: string } = {}) => withQuery('/add-edit-participant', query),
  /** Linked from mails; works signed out. */
  claimAccount: (query: { token?: string } = {}) => withQuery('/claim-account', query),
  waitingOffer: (query: { token?: string } = {}) => withQuery('/waiting-offer', query),
  unsubscribe: (query: { token?: string } = {}) => withQuery('/unsubscribe', query),
  /** A club's seasons, for its office. */
  officeMemberships: (orgKey: string) => paths.office(orgKey, 'memberships'),
  newSeason: (orgKey: string) => paths.office(orgKey, 'memberships/new'),
  editSeason: (orgKey: string, seasonId: string) =>
    paths.office(orgKey, `memberships/${encodeURIComponent(seasonId)}/edit`),
  /** Copies of the seasons to the next year. */
  copySeasons: (orgKey: string) => paths.office(orgKey, 'memberships/copy'),
  /** Lists of people that a club imports. */
  memberImports: (orgKey: string) => paths.office(orgKey, 'members/import'),
  memberImport: (orgKey: string, importId: string) =>
    paths.office(orgKey, `members/import/${encodeURIComponent(importId)}`),
  /** A club's teams, for its office and for those who train them. */
  teams: (orgKey: string) => paths.office(orgKey, 'members/teams'),
  team: (orgKey: string, teamId: string, query: { tab?: string; day?: string } = {}) =>
    paths.office(orgKey, `members/teams/${encodeURIComponent(teamId)}`, query),
  /** A club's discount codes, for its office. `event`: those for it. */
  officeCoupons: (orgKey: string, query: { q?: string; event?: string } = {}) =>
    paths.office(orgKey, 'events/coupons', query),
  /** The form of a code, or of a `new` one. `event`: what the new one is for, and the list behind it. */
  officeCoupon: (orgKey: string, couponId: string, query: { event?: string } = {}) =>
    paths.office(orgKey, `events/coupons/${encodeURIComponent(couponId)}`, query),
  /** Who used a code. */
  couponUses: (orgKey: string, couponId: string, query: { event?: string } = {}) =>
    paths.office(orgKey, `events/coupons/${encodeURIComponent(couponId)}/uses`, query),
  /** A club's settings, for its office; at one of their fields. */
  clubSettings: (orgKey: string, query: { tab?: string } = {}, field?: SettingsField) =>
    withQuery(`/office/${encodeURIComponent(orgKey)}/settings`, query) + (field ? `#${field}` : ''),
  /** The invitation of somebody to a club's office. */
  inviteToOffice: (orgKey: string) => `${paths.office(orgKey, 'settings/people')}#${inviteField}`,
  /** Where a club's first memberships are made and published. */
  firstMemberships: (orgKey: string) => `${paths.officeMemberships(orgKey)}#${firstMembershipsField}`,
  /** A club's events, for its office. */
  officeEvents: (orgKey: string, query: Record<string, string | undefined> = {}) =>
    paths.office(orgKey, 'events', query),
  /** The editor of an event. */
  officeEvent: (orgKey: string, eventId: string, query: { tab?: string; filter?: string } = {}) =>
    paths.office(orgKey, `events/${encodeURIComponent(eventId)}`, query),
  officeWaiting: (orgKey: string, eventId: string) =>
    `${paths.officeEvent(orgKey, eventId, { tab: 'people' })}#${waitingSection}`,
  /** The messages that an office wrote to an event's guests. */
  guestMessages: (orgKey: string, eventId: string) =>
    paths.office(orgKey, `events/${encodeURIComponent(eventId)}/messages`),
  /** A series of events, for its office. */
  eventSeries: (orgKey: string, seriesId: string) =>
    paths.office(orgKey, `events/series/${encodeURIComponent(seriesId)}`),
  /** Cancelling an event, and how far its cancellation is. */
  cancelEvent: (orgKey: string, eventId: string) =>
    paths.office(orgKey, `events/${encodeURIComponent(eventId)}/cancel`),
  /** Its page, as somebody else sees it. */
  officeEventPreview: (orgKey: string, eventId: string, query: Record<string, string | undefined> = {}) =>
    paths.office(orgKey, `events/${encodeURIComponent(eventId)}/preview`, query),
  /** Figures of events. */
  officeEventFigures: (orgKey: string, query: { year?: string } = {}) => paths.office(orgKey, 'events/figures', query),
  membershipFigures: (orgKey: string) => `${paths.officeEventFigures(orgKey)}#${memberFigures}`,
  /** Somebody's page in the office of a club. */
  officePerson: (orgKey: string, memberId: string, query: { tab?: string } = {}) =>
    paths.office(orgKey, `members/${encodeURIComponent(memberId)}`, query),
  /** People who are in a register twice, or two of them side by side. */
  /** The messages that an office wrote to its members. */
  memberMessages: (orgKey: string) => paths.office(orgKey, 'members/messages'),
  duplicates: (orgKey: string, query: { kept?: string; gone?: string } = {}) =>
    paths.office(orgKey, 'members/duplicates', query),
  clubPayments: (orgKey: string, query: { q?: string } = {}) => paths.office(orgKey, 'payments', query),
  /** Invoices that are not paid, for a club's office. */
  owes: (orgKey: string) => paths.office(orgKey, 'payments/owes'),
  /** Adding something for somebody by hand; `member`: for whom, `event`: where. */
  addByHand: (orgKey: string, query: { member?: string; event?: string } = {}) =>
    paths.office(orgKey, 'members/add', query),
  /** The operator's console, for super admins of all organisations. */
  operatorClubs: (query: { q?: string; state?: string } = {}) => withQuery('/operator', query),
  operatorNewClub: () => '/operator/new-club',
  operatorClub: (orgKey: string) => `/operator/clubs/${encodeURIComponent(orgKey)}`,
  operatorHealth: () => '/operator/health',
  operatorPeople: (query: { q?: string } = {}) => withQuery('/operator/people', query),
  /** Data about somebody, for an operator who answers them. */
  operatorPerson: (memberId: string) => `/operator/people/${encodeURIComponent(memberId)}`,
  /** Actions of operators. `club`: the key of one. */
  operatorHistory: (query: Record<string, string | undefined> = {}) => withQuery('/operator/history', query),
  failedMessages: () => '/operator/messages',
  /** How to install the portal as an app; for everybody. */
  install: () => '/install',
  /** A file that the build writes: what the app is made of, and under which licences. */
  licences: () => '/third-party-licences.txt',
  loginSuccess: () => '/login-success',
  login: (query: { returnTo?: string } = {}) => withQuery('/page-login', query),
  register: (query: { returnTo?: string } = {}) => withQuery('/page-register', query),
  lockScreen: () => '/page-lock-screen',
  forgotPassword: () => '/page-forgot-password',
  /** Payment returns and links in notifications. The server redirects to the same path without `/ui`. */
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
