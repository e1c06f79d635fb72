import type { RefundRow } from '#server/domains/payments/index.ts'
import * as m from '#words/messages.js'
import type { OrderRow } from '../queries.ts'

/** Why a payment was refunded. */
export const causeWords = {
  differs: m.given_back_differs,
  paid_otherwise: m.given_back_paid_otherwise,
  authorised_twice: m.given_back_authorised_twice,
  places_taken: m.given_back_places_taken,
  capture_refused: m.given_back_capture_refused,
  lapsed: m.given_back_lapsed,
  test_over: m.given_back_test_over,
  office: m.given_back_office,
} satisfies Record<RefundRow['cause'], unknown>

/** What the buyer can do next after a payment that was not kept, by the order's status. */
const nextStepWords = {
  open: m.given_back_next_open,
  declined: m.given_back_next_open,
  paid: m.given_back_next_paid,
  refunded: m.given_back_next_paid,
  expired: m.given_back_next_ended,
  cancelled: m.given_back_next_ended,
} satisfies Record<OrderRow['status'], unknown>

/** What a refund means for the buyer: a payment that was not kept, or a purchase refunded in part or in full. */
export function nextStepOf({ cause }: Pick<RefundRow, 'cause'>, { status }: Pick<OrderRow, 'status'>) {
  if (cause !== 'office') return nextStepWords[status]
  return status === 'refunded' ? m.given_back_next_whole : m.given_back_next_part
}
