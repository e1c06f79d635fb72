import * as z from 'zod/mini'
import { LetterText, LocalText } from '../local-text.ts'
import { endpoint, orgApi } from '../endpoint.ts'
import { LocalTime } from '../fields.ts'
import { MOST_DATES } from './repeat.ts'
import { GivenReason, Id, integer, lines, Moment, Money, singleLine, text } from '../values.ts'

/** The effect of a cancellation in numbers. Test orders are counted apart. Amounts are null for whoever may not see them. */
export const CancelNumbers = z.object({
  tickets: integer(0),
  orders: integer(0),
  /** Back to the cards that paid. */
  toCards: z.nullable(Money),
  /** Paid to the club by other means, to be refunded by hand. */
  byHand: z.nullable(Money),
  freeTickets: integer(0),
  /** Orders that hold places and are not paid. */
  unpaidOrders: integer(0),
  /** Orders in which a coupon was used. It stays used. */
  couponsUsed: integer(0),
  /** Entries on the waiting list, which ends. Whoever joined it gets a mail. */
  waiting: z.optional(integer(0)),
  testTickets: integer(0),
  testOrders: integer(0),
})
export type CancelNumbers = z.infer<typeof CancelNumbers>

/** Why an order of a run is not done. */
export const RunProblem = z.enum([
  /** The gateway keeps refusing the refund. */
  'gateway_refused',
  /** Nobody knows whether the gateway has credited it. */
  'outcome_unknown',
  /** An earlier refund of the order failed. */
  'earlier_refund_failed',
  'unexpected',
])
export type RunProblem = z.infer<typeof RunProblem>

/** Whether paid places are refunded. */
export const CancelRefunds = z.enum(['all', 'none'])

export const RunOrder = z.object({
  orderId: Id,
  number: text(),
  buyer: text(),
  isTest: z.boolean(),
  amount: z.nullable(Money),
})

/** How far a cancellation is. */
export const CancelState = z.enum(['waiting', 'declined', 'running', 'done', 'stopped'])

/** The cancellation of an event, order by order. Amounts are null for whoever may not see them. */
export const CancelRun = z.object({
  id: Id,
  /** `waiting`: somebody who may refund has to approve it. `declined`: they did not, until it is asked again or approved after all. */
  state: CancelState,
  refunds: CancelRefunds,
  reason: z.nullable(text(1000)),
  startedBy: text(),
  startedAt: Moment,
  approvedBy: z.nullable(text()),
  approvedAt: z.nullable(Moment),
  /** The last time that somebody who may refund declined. */
  declined: z.nullable(z.object({ by: text(), at: Moment, reason: text(1000) })),
  /** The message to the guests. */
  texts: LocalText,
  /** Orders whose guests were notified before the refund. */
  told: integer(0),
  endedAt: z.nullable(Moment),
  /** Orders: all; those that are finished, with the money back; those on their way; those that failed; those to be paid by hand. */
  total: integer(0),
  done: integer(0),
  underWay: integer(0),
  failed: integer(0),
  byHand: integer(0),
  /** Back on the cards so far, without tests. */
  refunded: z.nullable(Money),
  /** The first 200. */
  failures: z.array(z.extend(RunOrder, { problem: RunProblem })).check(z.maxLength(200)),
  /** Those to be paid by hand, also while the run waits. The first 200. */
  byHandOrders: z.array(RunOrder).check(z.maxLength(200)),
  /** The dates of a series that were cancelled together, this one included; empty for one that was cancelled alone. */
  dates: z
    .array(z.object({ eventId: Id, startsAt: LocalTime, endsAt: LocalTime, state: CancelState }))
    .check(z.maxLength(10 * MOST_DATES)),
  can: z.object({
    approve: z.boolean(),
    decline: z.boolean(),
    ask: z.boolean(),
    retry: z.boolean(),
    stop: z.boolean(),
  }),
})
export type CancelRun = z.infer<typeof CancelRun>

/** Nobody who may refund has approved it: guests are notified, and no money moves. */
export const isUnapproved = ({ state }: Pick<CancelRun, 'state'>): boolean =>
  state === 'waiting' || state === 'declined'

const params = z.object({ orgId: Id, eventId: Id })
const path = `${orgApi}/org/{orgId}/office/event/item/{eventId}/cancel`

/** The later dates of a series, as somebody has seen them. */
const LaterDates = z.object({
  /** Published, and cancelled with it. */
  dates: integer(0),
  /** Drafts that are deleted with it. */
  drafts: integer(0),
})

export const CancelPreview = z.object({
  numbers: CancelNumbers,
  /** Null if it is in no series, or no date comes after it. */
  later: z.nullable(
    z.extend(LaterDates, {
      /** Drafts that stay: they were on sale once, or have coupons. */
      kept: integer(0),
      last: LocalTime,
    }),
  ),
  /** The caller may refund, or nothing was paid; otherwise the run waits for somebody who may. */
  mayRefund: z.boolean(),
})

export type CancelPreview = z.infer<typeof CancelPreview>

export const eventCancel = {
  preview: endpoint({
    method: 'GET',
    path: `${path}/preview`,
    summary: 'What the cancellation of an event would do, in numbers',
    params,
    query: z.object({
      /** Adds up this and the later dates of its series. */
      scope: z.optional(z.enum(['one', 'later'])),
    }),
    output: CancelPreview,
    errors: ['organisation_not_found', 'event_not_found'],
  }),
  start: endpoint({
    method: 'POST',
    path,
    summary: 'Cancels an event: its sale ends at once, and a run refunds, cancels and tells its guests order by order',
    params,
    body: z.object({
      /** Sent to everybody who had a place. */
      texts: LetterText,
      refunds: CancelRefunds,
      /** Required if nothing is refunded. */
      reason: z.optional(lines(500)),
      /** The event's name, typed. */
      name: singleLine(200),
      /** Cancels the later dates of its series, too, if they are still as many. Each has a run of its own. */
      later: z.optional(LaterDates),
    }),
    output: CancelRun,
    errors: [
      'organisation_not_found',
      'event_not_found',
      'event_cancelled',
      'event_not_published',
      'event_name_differs',
      'cancel_reason_missing',
      'changed_meanwhile',
    ],
  }),
  run: endpoint({
    method: 'GET',
    path,
    summary: 'How far the cancellation of an event has come',
    params,
    output: CancelRun,
    errors: ['organisation_not_found', 'event_not_found', 'not_found'],
  }),
  approve: endpoint({
    method: 'POST',
    path: `${path}/approve`,
    summary: 'Starts the refunds of a cancellation that waits for somebody who may refund, and of those begun with it',
    params,
    output: CancelRun,
    errors: ['organisation_not_found', 'event_not_found', 'not_found'],
  }),
  decline: endpoint({
    method: 'POST',
    path: `${path}/decline`,
    summary:
      'Declines the refunds of a cancellation that waits, and of those begun with it; whoever started it is told why',
    params,
    body: GivenReason,
    output: CancelRun,
    errors: ['organisation_not_found', 'event_not_found', 'not_found', 'cancel_approved'],
  }),
  ask: endpoint({
    method: 'POST',
    path: `${path}/ask`,
    summary: 'Asks those who may refund again to approve a cancellation that was declined',
    params,
    output: CancelRun,
    errors: ['organisation_not_found', 'event_not_found', 'not_found'],
  }),
  retry: endpoint({
    method: 'POST',
    path: `${path}/retry`,
    summary: 'Tries the orders of a cancellation again that failed',
    params,
    output: CancelRun,
    errors: ['organisation_not_found', 'event_not_found', 'not_found'],
  }),
  stop: endpoint({
    method: 'POST',
    path: `${path}/stop`,
    summary: 'Takes a cancellation back and publishes the event again, while no order is done and no guest was told',
    params,
    output: CancelRun,
    errors: ['organisation_not_found', 'event_not_found', 'not_found', 'cancel_has_begun'],
  }),
}
