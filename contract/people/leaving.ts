import * as z from 'zod/mini'
import { KeepOrRefund } from '../events/move.ts'
import { endpoint, memberApi, orgApi } from '../endpoint.ts'
import { Id, integer, lines, LocalDate, text } from '../values.ts'

export const leaveReasons = ['moved', 'too_expensive', 'no_time', 'injured', 'age', 'deceased', 'other'] as const
export const LeaveReason = z.enum(leaveReasons)
export type LeaveReason = z.infer<typeof LeaveReason>

/** Said of oneself, and of many at once: not that somebody died. */
export const OwnLeaveReason = z.enum(leaveReasons.filter((one) => one !== 'deceased'))
export type OwnLeaveReason = z.infer<typeof OwnLeaveReason>

/** The consequences of leaving, before somebody leaves. */
export const LeavePreview = z.object({
  name: text(200),
  /** Null while they belong to the club. */
  leftOn: z.nullable(LocalDate),
  reason: z.nullable(text(40)),
  since: LocalDate,
  number: z.nullable(integer(1)),
  /** A card renews their membership, which ends. */
  renews: z.boolean(),
  /** Until when memberships are paid, and a later one that has not begun: its first day is the first possible one. */
  paidUntil: z.nullable(LocalDate),
  beginsOn: z.nullable(LocalDate),
  /** Tickets to coming events of the club. Null where the reader may not see them. */
  tickets: z.nullable(integer(0)),
  /** Somebody has an e-mail address for the confirmation. */
  mailed: z.boolean(),
})
export type LeavePreview = z.infer<typeof LeavePreview>

const Leaving = {
  day: LocalDate.check(z.regex(/^20/)),
  reason: LeaveReason,
  /** In their own words. */
  text: lines(300),
}

const params = z.object({ orgId: Id, memberId: Id })
const path = `${orgApi}/org/{orgId}/office/person/{memberId}`
const own = `${memberApi}/member/{memberId}/club/{orgId}/leaving`
const refusals = [
  'not_found',
  'left_already',
  'leaving_before_joined',
  'leaving_too_late',
  'leaving_before_term',
] as const

/** Leaving a club: by its office, and by the person or who looks after them. */
export const leaving = {
  preview: endpoint({
    method: 'GET',
    path: `${path}/leaving`,
    summary: 'The consequences of a person leaving a club',
    params,
    output: LeavePreview,
    errors: ['organisation_not_found', 'not_found'],
  }),
  leave: endpoint({
    method: 'POST',
    path: `${path}/leaving`,
    summary:
      'A person leaves a club: automatic renewal ends at once; a minute later, unless it is stopped, they are mailed a confirmation',
    params,
    /** `refund`: tickets to coming events are cancelled and refunded, which needs the right to refund. */
    body: z.object({ ...Leaving, tickets: KeepOrRefund }),
    output: LeavePreview,
    errors: [
      'organisation_not_found',
      ...refusals,
      'payment_in_progress',
      'refund_in_progress',
      'line_refunded',
      'order_not_found',
      'order_not_paid',
    ],
  }),
  rejoin: endpoint({
    method: 'POST',
    path: `${path}/return`,
    summary: 'Somebody who had left belongs to the club again, with the number they had',
    params,
    output: LeavePreview,
    errors: ['organisation_not_found', 'not_found'],
  }),
  ownPreview: endpoint({
    method: 'GET',
    path: own,
    summary: 'The consequences of leaving a club, for oneself or somebody whom one looks after',
    params,
    output: LeavePreview,
    errors: ['not_found'],
  }),
  leaveOwn: endpoint({
    method: 'POST',
    path: own,
    summary: 'Leaves a club: automatic renewal ends, tickets stay',
    params,
    body: z.object({ ...Leaving, reason: OwnLeaveReason }),
    output: LeavePreview,
    errors: [...refusals, 'payment_in_progress', 'impersonator_refused'],
  }),
}
