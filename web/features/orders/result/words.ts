import type { Refund, LineKind, OrderLine, OrderState } from '#contract/orders/orders.ts'
import type { SessionState } from '#web/api/session/session.ts'
import {
  firstDayOf,
  formatDate,
  formatDateTime,
  formatDayIn,
  formatList,
  formatMoney,
  formatTime,
  today,
} from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'

type Remedy = 'again' | 'when_ready' | 'approve' | 'other_card' | 'bank' | 'details' | 'club'

interface DeclineWords {
  reason: string
  remedy: string
  /** Acquirer and code, for questions to the bank or the club; empty when nobody declined. */
  details: string
}

const acquirers: Record<string, string> = { 0: 'Nets', 1: 'Clearhaus', 255: 'Test' }

/** The gateway's decline codes. */
const declines: Record<string, [() => string, Remedy]> = {
  0: [() => m.decline_unknown(), 'again'],
  1: [() => m.decline_3ds_declined(), 'approve'],
  2: [() => m.decline_3ds_failed(), 'approve'],
  3: [() => m.decline_3ds_needed(), 'approve'],
  4: [() => m.decline_acquirer(), 'other_card'],
  5: [() => m.decline_suspected_fraud(), 'bank'],
  6: [() => m.decline_issuer(), 'bank'],
  7: [() => m.decline_funds(), 'other_card'],
  8: [() => m.decline_limit(), 'other_card'],
  9: [() => m.decline_merchant_blocked(), 'bank'],
  10: [() => m.decline_card_invalid(), 'details'],
  11: [() => m.decline_card_expired(), 'other_card'],
  12: [() => m.decline_csc(), 'details'],
  13: [() => m.decline_expiry(), 'details'],
  14: [() => m.decline_card_lost(), 'bank'],
  15: [() => m.decline_card_restricted(), 'bank'],
  16: [() => m.decline_scheme(), 'other_card'],
  17: [() => m.decline_gateway_error(), 'again'],
  18: [() => m.decline_gateway_communication(), 'again'],
  19: [() => m.decline_acquirer_communication(), 'again'],
  20: [() => m.decline_acquirer_protocol(), 'club'],
  21: [() => m.decline_acquirer_error(), 'again'],
  22: [() => m.decline_issuer_error(), 'again'],
}

const remedies: Record<Remedy, () => string> = {
  again: () => m.decline_remedy_again(),
  when_ready: () => m.decline_remedy_when_ready(),
  approve: () => m.decline_remedy_approve(),
  other_card: () => m.decline_remedy_other_card(),
  bank: () => m.decline_remedy_bank(),
  details: () => m.decline_remedy_details(),
  club: () => m.decline_remedy_club(),
}

interface DeclineFacts {
  gatewayreason?: string | null | undefined
  reason?: string | null | undefined
  acquirer?: string | null | undefined
}

export function declineWords({ gatewayreason, reason, acquirer }: DeclineFacts): DeclineWords {
  const code = gatewayreason?.trim()
  // A reason without a code or acquirer is the portal's: it cancelled a payment that did not match.
  if (!code && reason && !acquirer) return { reason: m.decline_not_fitting(), remedy: remedies.again(), details: '' }
  if (!code) return { reason: m.decline_cancelled(), remedy: remedies.when_ready(), details: '' }
  const knownCode = declines[String(Number(code))]
  const [words, remedy] = knownCode ?? [() => m.decline_unknown(), 'again' as const]
  const providerText = knownCode ? undefined : reason?.trim()
  return { reason: words(), remedy: remedies[remedy](), details: detailsOf(code, acquirer?.trim(), providerText) }
}

/** @param providerText the provider's text, where the portal has none */
function detailsOf(code: string, acquirer: string | undefined, providerText: string | undefined): string {
  const name = acquirer && (acquirers[acquirer] ?? acquirer)
  const from = name ? m.decline_by_code({ acquirer: name, code }) : m.decline_code_is({ code })
  return providerText ? `${m.decline_says({ reason: providerText })} ${from}` : from
}

const causes: Record<Refund['cause'], () => string> = {
  differs: m.refunded_differs,
  paid_otherwise: m.refunded_paid_otherwise,
  authorised_twice: m.refunded_authorised_twice,
  places_taken: m.refunded_places_taken,
  capture_refused: m.refunded_capture_refused,
  lapsed: m.refunded_lapsed,
  test_over: m.refunded_test_over,
  office: m.refunded_office,
}

interface RefundWords {
  title: string
  cause: string
  money: string
  color: 'teal' | 'fjord' | 'coral'
}

export function refundWords(refund: Refund, { orgName: club, lines }: Pick<Own, 'orgName' | 'lines'>): RefundWords {
  const { amount, method, status, byHand } = refund
  const params = { amount: formatMoney(amount) }
  if (byHand) return { cause: causeWords(refund, lines), ...byHandWords(byHand, { ...params, club }) }
  const words: Record<Refund['status'], () => Omit<RefundWords, 'cause'>> = {
    waiting: () => ({ title: m.money_back_waiting_title(params), money: m.money_back_waiting(), color: 'fjord' }),
    requested: () => ({ title: m.money_back_requested_title(params), money: m.money_back_requested(), color: 'fjord' }),
    done: () =>
      method === 'credit'
        ? { title: m.mail_refunded_heading_credit(params), money: m.refunded_credit(), color: 'teal' }
        : { title: m.mail_refunded_heading_void(params), money: m.refunded_void(), color: 'teal' },
    failed: () => ({ title: m.money_back_failed_title(params), money: m.money_back_failed({ club }), color: 'coral' }),
  }
  return { cause: causeWords(refund, lines), ...words[status]() }
}

function byHandWords(
  { returnedAt }: NonNullable<Refund['byHand']>,
  params: { amount: string; club: string },
): Omit<RefundWords, 'cause'> {
  return returnedAt === null
    ? { title: m.mail_refunded_heading_by_hand(params), money: m.refunded_by_hand(params), color: 'fjord' }
    : {
        title: m.mail_refunded_heading_credit(params),
        money: m.ticket_money_by_hand_returned({ ...params, date: formatDate(returnedAt) }),
        color: 'teal',
      }
}

/** Where the money of a refunded order goes. */
export const refundedTo = (own: Pick<Own, 'givenBack' | 'orgName'> | null): string =>
  own?.givenBack.some(({ byHand }) => byHand) ? m.refunded_by_hand({ club: own.orgName }) : m.confirm_refunded()

const whatWords: Record<LineKind, typeof m.refund_what_ticket> = {
  membership: m.refund_what_membership,
  event: m.refund_what_ticket,
}

/** Why; for a purchase that was ended, what it was and when its money was sent back. */
function causeWords({ cause, lineIds, doneAt }: Refund, lines: readonly OrderLine[]): string {
  const ended = lines.filter(({ id }) => lineIds.includes(id))
  if (cause !== 'office' || ended.length === 0) return causes[cause]()
  const what = formatList(ended.map(({ kind, memberName: name, title }) => whatWords[kind]({ name, title })))
  return doneAt === null
    ? m.refunded_for({ what })
    : m.refunded_what({ what, date: formatDate(doneAt), count: ended.length })
}

type Own = NonNullable<OrderState['own']>

/**
 * The refund that made the last payment count as declined; null for an ordinary decline. The portal records its cause
 * without a gateway code or acquirer.
 */
export function refundCause({ decline, givenBack }: Pick<Own, 'decline' | 'givenBack'>): string | null {
  if (!decline || decline.gatewayreason || decline.acquirer) return null
  const last = givenBack.findLast(({ cause }) => cause === decline.reason)
  return last ? causes[last.cause]() : null
}

/** Whether the payment came after the order had expired and its places were gone. */
export const wasPaidTooLate = (givenBack: readonly Pick<Refund, 'cause'>[]) =>
  givenBack.some(({ cause }) => cause === 'places_taken')

type Paid = Pick<NonNullable<OrderState['own']>, 'lines' | 'joining' | 'total' | 'orgName'>

/** The result of a paid order: a welcome to new members, the new term on renewal, places at an event. */
export function paidWords(own: Paid | null, session: SessionState): string {
  if (!own) return m.confirm_paid_other()
  const seasons = own.lines.filter(({ kind }) => kind === 'membership')
  const free = own.total.minor === 0
  // Without a confirmed address, what cost nothing is not mailed.
  const isMailed = session.status !== 'signed-in' || session.member.email !== null
  const freePlaces = isMailed ? m.confirm_registered_free() : m.confirm_registered_free_here()
  const places = free ? freePlaces : m.confirm_registered()
  if (seasons.length === 0) return places
  const receipt = free ? m.confirm_free() : m.confirm_paid()
  return `${membershipWords(own, seasons)} ${seasons.length < own.lines.length ? places : receipt}`
}

function membershipWords({ joining, orgName: club }: Paid, seasons: Paid['lines']): string {
  if (joining.length === 0) return m.confirm_renewed({ club })
  const allJoin = seasons.every(({ memberName }) => joining.includes(memberName))
  return allJoin ? m.confirm_joined({ club }) : m.confirm_joined_some({ club, names: formatList(joining) })
}

/** The heading of a paid order: whose membership it is, or when the event is. */
export function welcomeHeading(
  { lines, joining, orgName: club }: Paid,
  readerId: string | null,
  now = Date.now(),
): string {
  const event = lines.find((line) => line.event)?.event
  if (event) {
    if (Date.parse(event.startsAt) < now) return m.title_event_confirm()
    const day = firstDayOf({ startDate: event.startsAt, endDate: event.startsAt, timeZone: event.timeZone })
    return m.result_see_you({ date: formatDayIn(day, { day: 'numeric', month: 'long' }) })
  }
  const members = [...new Map(lines.map(({ memberId, memberName }) => [memberId, memberName]))]
  const begins = lines.flatMap(({ startDate }) => startDate ?? []).toSorted()[0]
  const from = joining.length > 0 && begins && begins > today(new Date(now)) ? begins : null
  const isReader = ([id]: readonly [string, string]) => id === readerId
  if (members.length === 1 && isReader(members[0]!))
    return from ? m.result_member_from({ club, date: formatDate(from) }) : m.result_member({ club })
  const others = members.filter((member) => !isReader(member)).map(([, name]) => name)
  const names = others.length < members.length ? [m.act_you_subject(), ...others] : others
  const words = { count: members.length, names: formatList(names), club }
  return from ? m.result_members_from({ ...words, date: formatDate(from) }) : m.result_members(words)
}

/** The heading of an unpaid order that can still be paid. */
export function unpaidHeading(
  { lines, reservedUntil }: Pick<Own, 'lines' | 'reservedUntil'>,
  now = Date.now(),
): string {
  if (!reservedUntil || Date.parse(reservedUntil) <= now) return m.result_unpaid()
  const left = Date.parse(reservedUntil) - now
  return lines.some(({ event }) => event)
    ? reservedWords(reservedUntil, left, m.result_unpaid_places, m.result_unpaid_places_long)
    : reservedWords(reservedUntil, left, m.result_unpaid_memberships, m.result_unpaid_memberships_long)
}

/** The end of a reservation: within two hours by the clock, later with its day. Midnight is the end of the day before. */
export function reservedWords(
  until: string,
  left: number,
  soon: (inputs: { time: string }) => string,
  later: (inputs: { moment: string }) => string,
): string {
  const time = formatTime(until)
  if (left < 2 * 60 * 60_000) return soon({ time })
  const isMidnight = /^00.00$/.test(time)
  return later({ moment: formatDateTime(isMidnight ? new Date(Date.parse(until) - 1).toISOString() : until) })
}
