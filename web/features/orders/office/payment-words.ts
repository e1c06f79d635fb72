import type { MantineColor } from '@mantine/core'
import type { TakenBy } from '#contract/orders/answers.ts'
import type { ClubOrder, OrderLine } from '#contract/orders/orders.ts'
import type { UnresolvedPayment } from '#contract/payments/payments.ts'
import { formatDate, formatMoney } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { orderStates } from '../words.ts'
import { isRefunding } from './queries.ts'

/** Problems come first. */
export function orderBadge(order: ClubOrder): { label: string; color: MantineColor } {
  const { givenBack, endedLines, lines, testMode, status } = order
  if (givenBack.some((one) => one.status === 'failed')) return { label: m.club_payment_not_back(), color: 'red' }
  if (order.refundDelayed) return { label: m.club_payment_delayed(), color: 'fjord' }
  if (isRefunding(order)) return { label: m.club_payment_on_its_way(), color: 'fjord' }
  if (status === 'refunded') return badgeOf('refunded')
  if (endedLines.length > 0) return badgeOf(someEnded(order, lines))
  if (testMode) return { label: m.club_payment_test(), color: 'fjord' }
  if (order.total.minor === 0 && !order.byHand?.amount.minor) return { label: m.club_payment_free(), color: 'teal' }
  return badgeOf('paid')
}

const badgeOf = (state: keyof typeof orderStates) => ({ ...orderStates[state], label: orderStates[state].label() })

/** How money was taken by the club itself. */
export const takenWords = (method: TakenBy): string => byHand[method]()

/** How, when and by whom a payment was recorded that the club took itself. */
export const takenSentence = ({ method, receivedOn, reference, by }: NonNullable<ClubOrder['taken']>): string =>
  [
    m.by_hand_taken({ method: takenWords(method), day: formatDate(receivedOn) }),
    reference,
    by && m.by_hand_recorded_by({ name: by }),
  ]
    .filter(Boolean)
    .join(' · ')

const byHand: Record<NonNullable<ClubOrder['byHand']>['method'], () => string> = {
  free: m.registrations_by_free,
  cash: m.registrations_by_cash,
  bank_transfer: m.registrations_by_bank_transfer,
  mobilepay: m.registrations_by_mobilepay,
}

/** The total of an order, and how it was paid when that was outside the portal: `DKK 125.00, cash`. */
export function amountWords({
  total,
  byHand: taken,
  taken: now,
}: Pick<ClubOrder, 'total' | 'byHand' | 'taken'>): string {
  if (total.minor > 0) return now ? `${formatMoney(total)}, ${byHand[now.method]()}` : formatMoney(total)
  if (!taken || taken.amount.minor === 0) return m.club_payment_free()
  return `${formatMoney(taken.amount)}, ${byHand[taken.method]()}`
}

/** The refunded part of an order, through the portal or by hand; in minor units. */
export const refundedSum = ({ lines, byHand: taken }: Pick<ClubOrder, 'lines' | 'byHand'>): number =>
  lines.reduce((sum, { refunded }) => sum + refunded.minor, taken?.paidBack ? taken.amount.minor : 0)

export const openLines = ({ lines, endedLines }: ClubOrder): OrderLine[] =>
  lines.filter(({ id }) => !endedLines.includes(id))

export const costsNothing = (lines: readonly Pick<OrderLine, 'parts'>[]): boolean =>
  lines.every(({ parts }) => parts.total.minor === 0)

function someEnded({ endedLines, givenBack }: ClubOrder, lines: readonly OrderLine[]) {
  if (givenBack.length > 0) return 'partly_refunded'
  return endedLines.length === lines.length ? 'cancelled' : 'paid'
}

export function endedLineText({ id, parts }: OrderLine, { givenBack }: Pick<ClubOrder, 'givenBack'>): string {
  if (costsNothing([{ parts }])) return orderStates.cancelled.label()
  const waits = givenBack.some(({ status, lineIds }) => status === 'waiting' && lineIds.includes(id))
  return waits ? m.club_payment_refund_waits() : orderStates.refunded.label()
}

type Kind = Exclude<UnresolvedPayment['kind'], 'differs'>

const kinds: Record<Kind, () => string> = {
  window_left: m.unresolved_window_left,
  window_closed: m.unresolved_window_left,
  charge_unanswered: m.unresolved_charge_unanswered,
  not_settled: m.unresolved_not_settled,
  not_given_back: m.unresolved_not_refunded,
}

const problems = { refused: m.unresolved_refused, unclear: m.unresolved_unclear }

const differences = {
  amount: m.unresolved_differs_amount,
  currency: m.unresolved_differs_currency,
  order_number: m.unresolved_differs_order,
  test_mode: m.unresolved_differs_test,
}

export function unresolvedWords({ kind, refund, differs, asked, amount }: UnresolvedPayment): string {
  const difference = differs && differences[differs]({ asked: formatMoney(asked), amount: formatMoney(amount) })
  const state =
    kind === 'differs' ? m.unresolved_differs_ended() : refund?.problem ? problems[refund.problem]() : kinds[kind]()
  return [...(difference ? [difference] : []), state].join(' ')
}
