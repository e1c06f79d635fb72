import * as z from 'zod/mini'
import { endpoint, memberApi } from './endpoint.ts'
import { Id, LocalDate, Moment } from './values.ts'

/** Derived from terms, payments and the date; never stored. */
export const MembershipStatus = z.enum(['inactive', 'active', 'grace', 'expired', 'cancelled'])
export type MembershipStatus = z.infer<typeof MembershipStatus>

/** One season bought ("history" in the specification). */
export const Term = z.object({
  id: Id,
  membershipId: Id,
  memberId: Id,
  membershipConfId: Id,
  configurationName: z.string(),
  /** The earlier of the two years. */
  membershipFor: z.int(),
  startDate: LocalDate,
  endDate: LocalDate,
  enabled: z.boolean(),
  gdprAgreement: z.boolean(),
  status: z.string(),
  statusChangeDate: Moment,
  referenceKey: z.nullable(z.string()),
  wpEntryId: z.null(),
  wpFormId: z.null(),
  /** Whether a receipt exists for the order that bought it. */
  hasReceipt: z.boolean(),
})
export type Term = z.infer<typeof Term>

export const Membership = z.object({
  id: Id,
  orgId: Id,
  memberId: Id,
  enabled: z.boolean(),
  status: MembershipStatus,
  /** The last day the status holds: the end of the term, or of the days of grace. */
  statusUntil: z.nullable(LocalDate),
  autoRenewal: z.boolean(),
  autoRenewCycle: z.nullable(z.string()),
  savedCardIdentifier: z.nullable(z.string()),
  oldStatus: z.nullable(z.string()),
  newStatus: z.nullable(z.string()),
  updateDate: Moment,
  overallStartDate: z.nullable(LocalDate),
  overallEndDate: z.nullable(LocalDate),
  readyForMembershipRenewal: z.boolean(),
  memberships: z.array(Term),
})
export type Membership = z.infer<typeof Membership>

export const memberships = {
  list: endpoint({
    method: 'GET',
    path: `${memberApi}/{memberId}/membership/list`,
    summary: "A member's memberships, in one organisation or in all",
    params: z.object({ memberId: Id }),
    query: z.object({ orgId: z.optional(Id) }),
    output: z.array(Membership),
    errors: ['not_found'],
  }),
  item: endpoint({
    method: 'GET',
    path: `${memberApi}/membership/{membershipId}`,
    summary: 'One membership with its terms, newest first',
    params: z.object({ membershipId: Id }),
    output: Membership,
    errors: ['not_found'],
  }),
  calculateStatus: endpoint({
    method: 'POST',
    path: '/tools/member/calculate-status',
    summary: 'Recalculates and records the status of members; computes, never accepts a status',
    body: z.object({ memberIds: z.array(Id).check(z.maxLength(100)) }),
    output: z.array(z.object({ memberId: Id, orgId: Id, status: MembershipStatus })),
    errors: ['not_found'],
  }),
}
