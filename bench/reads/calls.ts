import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'

/** A reader, and the ids of their things. */
export interface Reader {
  readonly id: string
  readonly email: string
  readonly club: string
  readonly clubKey: string
  readonly providerId: string
  readonly memberIds: string
  readonly membershipId: string
  readonly termId: string
  readonly paymentId: string
  readonly orderToken: string
  readonly eventId: string
  readonly entryId: string
  readonly ticketEventId: string
  readonly picturedId: string
  readonly picturedClub: string
  readonly pictureVersion: string
  readonly threadId: string
  readonly threadClub: string
}

/** How a call is made, or why it is skipped. */
type Row = { as: 'member' | 'office' | 'anyone'; input: (of: Reader) => object; drawn?: true } | string

const member = (input: (of: Reader) => object = () => ({})): Row => ({ as: 'member', input })
const office = (input: (of: Reader) => object = () => ({})): Row => ({ as: 'office', input })
const anyone = (input: (of: Reader) => object = () => ({})): Row => ({ as: 'anyone', input })
const drawn = (input: (of: Reader) => object): Row => ({ as: 'member', input, drawn: true })

const afterPayment = 'leads a browser on after its payment: part of the checkout'
const linked = 'needs the link of a mail'
const notExported = 'nothing is exported in the large world'
const noTeams = 'the large world has no teams'
const noImports = 'nothing is imported in the large world'
const noCoupons = 'the large world has no discount codes'

const rows: Record<string, Row> = {
  'organisations.list': member(),
  'organisations.mine': member(),
  'organisations.directory': anyone(() => ({ search: 'aarhus' })),
  'organisations.profile': anyone(({ club }) => ({ id: club })),
  'organisations.membershipConfigurations': member(({ club, memberIds }) => ({ id: club, memberIds })),
  'organisations.configurationsOfMine': member(({ memberIds }) => ({ memberIds })),
  'organisations.activePaymentConfiguration': member(({ club }) => ({ id: club, provider: 'freepay' })),
  'organisations.paymentConfiguration': member(({ club, providerId }) => ({
    orgId: club,
    paymentProviderId: providerId,
  })),
  'organisations.picture': 'no club of the large world has a picture',
  'clubSettings.show': office(({ club }) => ({ orgId: club })),
  'clubSettings.shade': office(({ club }) => ({ orgId: club, colour: '#8fd3c8' })),
  'clubSettings.sameCvr': office(({ club }) => ({ orgId: club, cvr: '12345674' })),
  'clubTexts.list': office(({ club }) => ({ orgId: club })),
  'clubTexts.read': 'the clubs of the large world have no texts',
  'clubStart.show': office(({ club }) => ({ orgId: club })),
  'members.searchEmail': member(({ email }) => ({ email })),
  'members.byEmail': member(({ email }) => ({ email })),
  'members.list': office(() => ({ search: 'hansen' })),
  'members.image': 'nobody of the large world has a picture',
  'officeMembers.list': office(({ club }) => ({ orgId: club })),
  'officeMembers.seasons': office(({ club }) => ({ orgId: club })),
  'register.fields': office(({ club }) => ({ orgId: club })),
  'register.views': office(({ club }) => ({ orgId: club })),
  'register.tags': office(({ club }) => ({ orgId: club })),
  'officeMembers.show': office(({ club, id }) => ({ orgId: club, memberId: id })),
  'officeHistory.ofPerson': office(({ club, id }) => ({ orgId: club, memberId: id })),
  'personProfile.show': office(({ club, id }) => ({ orgId: club, memberId: id })),
  'personProfile.mine': member(),
  'personNotes.list': office(({ club, id }) => ({ orgId: club, memberId: id })),
  'personTimeline.list': office(({ club, id }) => ({ orgId: club, memberId: id })),
  'leaving.preview': office(({ club, id }) => ({ orgId: club, memberId: id })),
  'leaving.ownPreview': member(({ club, id }) => ({ orgId: club, memberId: id })),
  'personDuplicates.list': office(({ club }) => ({ orgId: club })),
  'personDuplicates.compare': 'the large world has no duplicates',
  'mergeRequests.show': 'the large world has no duplicates',
  'teams.list': office(({ club }) => ({ orgId: club })),
  'teams.show': noTeams,
  'teams.attendance': noTeams,
  'teams.events': noTeams,
  'teams.ofPerson': office(({ club, id }) => ({ orgId: club, memberId: id })),
  'imports.list': office(({ club }) => ({ orgId: club })),
  'imports.show': noImports,
  'imports.rows': noImports,
  'imports.households': noImports,
  'imports.invitePreview': noImports,
  'byHand.offers': office(({ club }) => ({ orgId: club })),
  'byHand.people': office(({ club }) => ({ orgId: club, search: 'hansen' })),
  'byHand.owes': office(({ club }) => ({ orgId: club })),
  'byHand.refunds': office(({ club }) => ({ orgId: club })),
  'family.people': member(),
  'family.archivedParticipants': member(),
  'family.invitations': member(({ email }) => ({ email })),
  'acting.current': member(),
  'acting.acts': member(),
  'notifications.list': member(({ id }) => ({ memberId: id })),
  'notifications.page': member(),
  'notifications.bell': member(),
  'notifications.stream': 'stays open: npm run bench -- bell',
  'messages.preferences': member(),
  'messages.subscription': linked,
  'messages.failed': office(),
  'orders.state': member(({ orderToken }) => ({ token: orderToken })),
  'orders.unpaid': member(),
  'orders.creditNotePdf': 'nothing was refunded in the large world',
  'orders.ofClub': office(({ club }) => ({ orgId: club })),
  'orders.ofMember': office(({ club, id }) => ({ orgId: club, memberId: id })),
  'orders.receipt': member(({ termId }) => ({ historyId: termId })),
  'orders.receiptPdf': drawn(({ termId }) => ({ historyId: termId })),
  'payments.unresolved': office(({ club }) => ({ orgId: club })),
  'paymentKey.show': office(({ club }) => ({ orgId: club })),
  'exports.membersEarlier': office(({ club }) => ({ orgId: club })),
  'exports.membersState': notExported,
  'exports.historyEarlier': office(({ club }) => ({ orgId: club })),
  'exports.historyState': notExported,
  'exports.paymentsEarlier': office(({ club }) => ({ orgId: club })),
  'exports.paymentsState': notExported,
  'exports.owesEarlier': office(({ club }) => ({ orgId: club })),
  'exports.owesState': notExported,
  'exports.registrationsEarlier': office(({ club }) => ({ orgId: club })),
  'exports.registrationsState': notExported,
  'exports.personState': member(({ id }) => ({ memberId: id })),
  'exports.ofPersonState': notExported,
  'privacy.erasure': member(({ id }) => ({ memberId: id })),
  'privacy.erasureOfPerson': office(({ id }) => ({ memberId: id })),
  'paymentReturns.membershipAccepted': afterPayment,
  'paymentReturns.membershipDeclined': afterPayment,
  'paymentReturns.eventAccepted': afterPayment,
  'paymentReturns.eventDeclined': afterPayment,
  'memberships.list': member(({ id }) => ({ memberId: id })),
  'memberships.ofFamily': member(({ memberIds }) => ({ memberIds })),
  'memberships.item': member(({ membershipId }) => ({ membershipId })),
  'memberships.payment': member(({ termId, paymentId }) => ({ historyId: termId, paymentId })),
  'memberships.savedCards': member(),
  'officeMemberships.list': office(({ club }) => ({ orgId: club })),
  'officeMemberships.figures': office(({ club }) => ({ orgId: club })),
  'questionTemplates.list': office(({ club }) => ({ orgId: club })),
  'events.list': member(() => ({ mine: 'true', fits: 'true', limit: '24' })),
  'events.kinds': member(),
  'events.item': member(({ eventId }) => ({ eventId })),
  'publicEvents.list': anyone(),
  'publicEvents.item': anyone(({ eventId }) => ({ eventId })),
  'events.picture': anyone(({ picturedId, pictureVersion }) => ({ eventId: picturedId, v: pictureVersion })),
  'events.calendar': anyone(({ eventId }) => ({ eventId })),
  'events.pricing': member(({ eventId }) => ({ category: 'adult', eventId })),
  'events.entries': member(),
  'coupons.validate': 'guesses are slowed on purpose',
  'coupons.item': 'guesses are slowed on purpose',
  'coupons.available': member(({ club, eventId }) => ({ orgId: club, eveId: eventId })),
  'officeCoupons.list': office(({ club }) => ({ orgId: club })),
  'officeCoupons.item': noCoupons,
  'officeCoupons.uses': noCoupons,
  'officeEvents.list': office(({ club }) => ({ orgId: club, tab: 'coming' })),
  'officeEvents.item': office(({ club, eventId }) => ({ orgId: club, eventId })),
  'clubMessages.list': office(({ club, eventId }) => ({ orgId: club, eventId })),
  'clubMessages.toMembers': office(({ club }) => ({ orgId: club })),
  'clubMessages.failures': 'no club of the large world has written to guests',
  'moveAnswers.show': linked,
  'moveAnswers.ofEvent': 'no event of the large world was moved',
  'eventSeries.item': 'no event of the large world repeats',
  'officeEvents.picture': office(({ picturedClub, picturedId, pictureVersion }) => ({
    orgId: picturedClub,
    eventId: picturedId,
    v: pictureVersion,
  })),
  'officeRegistrations.list': office(({ club, eventId }) => ({ orgId: club, eventId })),
  'officeRegistrations.answers': 'no event of the large world has questions',
  'officeRegistrations.places': office(({ club, eventId, id }) => ({ orgId: club, eventId, memberId: id })),
  'officeRegistrations.candidates': office(({ club, eventId }) => ({ orgId: club, eventId, search: 'hansen' })),
  'eventCancel.preview': office(({ club, eventId }) => ({ orgId: club, eventId })),
  'eventCancel.run': 'no event of the large world is cancelled',
  'eventFigures.ofEvent': office(({ club, eventId }) => ({ orgId: club, eventId })),
  'eventFigures.ofClub': office(({ club }) => ({ orgId: club })),
  'eventPreview.asAnybody': office(({ club, eventId }) => ({ orgId: club, eventId, as: 'visitor' })),
  'eventPreview.asPerson': office(({ club, eventId, id }) => ({ orgId: club, eventId, memberId: id })),
  'tickets.list': member(),
  'tickets.item': member(({ entryId }) => ({ entryId })),
  'questionAnswers.toAsk': member(({ eventId }) => ({ eventId })),
  'questionAnswers.ofTicket': member(({ entryId }) => ({ entryId })),
  'tickets.ofMember': office(({ club, id }) => ({ orgId: club, memberId: id })),
  'tickets.pdf': drawn(({ entryId }) => ({ entryId })),
  'tickets.pdfOfEvent': drawn(({ ticketEventId }) => ({ eventId: ticketEventId })),
  'tickets.calendar': member(),
  'tickets.keys': anyone(),
  'waiting.ofEvent': member(({ eventId }) => ({ eventId })),
  'waiting.mine': member(),
  'waiting.offer': linked,
  'officeWaiting.list': office(({ club, eventId }) => ({ orgId: club, eventId })),
  'calendarFeeds.list': member(),
  'calendarFeeds.read': 'needs an address: npm run bench -- feed',
  'conversations.list': member(),
  'conversations.show': member(({ threadId }) => ({ threadId })),
  'conversations.attachment': 'the large world has no files',
  'officeConversations.offices': office(),
  'officeConversations.inbox': office(({ threadClub }) => ({ orgId: threadClub })),
  'officeConversations.showInOffice': office(({ threadClub, threadId }) => ({ orgId: threadClub, threadId })),
  'officeConversations.card': office(({ threadClub, threadId }) => ({ orgId: threadClub, threadId })),
  'officeConversations.ofMember': office(({ club, id }) => ({ orgId: club, memberId: id })),
  'officeConversations.templates': office(({ club }) => ({ orgId: club })),
  'visitors.challenge': anyone(),
  'visitors.show': linked,
  'visitors.attachment': linked,
  'notes.list': member(),
  'delayedActions.list': office(({ club }) => ({ orgId: club })),
  'officeAccess.mine': office(),
  'officeAccess.show': office(({ clubKey }) => ({ orgKey: clubKey })),
  'officeAccess.people': office(({ club }) => ({ orgId: club })),
  'officeHistory.list': office(({ club }) => ({ orgId: club })),
  'officeHistory.ofEvent': office(({ club, eventId }) => ({ orgId: club, eventId })),
  'officeToday.show': office(({ club }) => ({ orgId: club })),
  'operator.clubs': office(),
  'operator.check': office(() => ({ key: 'ROKLUB' })),
  'operator.show': office(({ clubKey }) => ({ orgKey: clubKey })),
  'operator.health': office(),
  'operator.people': office(() => ({ search: 'hansen' })),
  'operator.history': office(),
  'home.show': member(),
}

export interface Call {
  readonly name: string
  readonly endpoint: Endpoint
  readonly as: 'member' | 'office' | 'anyone'
  readonly drawn: boolean
  readonly input: (of: Reader) => Record<string, unknown>
}

/** Every GET of the contract, or these, with reasons for skipped ones. Throws for all in neither list. */
export function allReads(only?: readonly string[]): { calls: Call[]; left: string[] } {
  const reads = Object.entries<Record<string, Endpoint>>(api).flatMap(([domain, endpoints]) =>
    Object.entries(endpoints)
      .filter(([, { method }]) => method === 'GET')
      .map(([key, endpoint]) => ({ name: `${domain}.${key}`, endpoint })),
  )
  const missing = reads.filter(({ name }) => rows[name] === undefined).map(({ name }) => name)
  if (missing.length > 0)
    throw new Error(`bench/reads/calls.ts does not say how these are called: ${missing.join(', ')}`)
  const calls: Call[] = []
  const left: string[] = []
  for (const { name, endpoint } of reads) {
    const row = rows[name]!
    if (only && !only.includes(name)) continue
    if (typeof row === 'string') left.push(`${name}: ${row}`)
    else calls.push({ name, endpoint, as: row.as, drawn: row.drawn ?? false, input: (of) => ({ ...row.input(of) }) })
  }
  return { calls, left }
}
