import * as z from 'zod/mini'
import { endpoint, memberApi } from './endpoint.ts'
import { Membership, MembershipPayment, MembershipStatus, SavedCard, Term } from './membership-answers.ts'
import { GatewayId, Id, Ids, singleLine } from './values.ts'

export * from './membership-answers.ts'

/** A client's name for a purchase, returned with it and never used to look it up. */
const ReferenceKey = z.optional(singleLine(80))

/** The specification's rows have more fields; amounts, states and `enabled` are ignored. */
const postedPayment = z.looseObject({
  referenceKey: ReferenceKey,
  billingName: z.optional(singleLine(120)),
  billingAddress: z.optional(singleLine(300)),
  billingEmail: z.optional(singleLine(254)),
  billingPhone: z.optional(singleLine(40)),
})

export const memberships = {
  list: endpoint({
    method: 'GET',
    path: `${memberApi}/{memberId}/membership/list`,
    summary: "A member's memberships, in one organisation or in all",
    params: z.object({ memberId: Id }),
    query: z.object({ orgId: z.optional(Id) }),
    output: z.array(Membership).check(z.maxLength(1000)),
    errors: ['not_found'],
  }),
  ofFamily: endpoint({
    method: 'GET',
    path: `${memberApi}/family/membership/list`,
    summary: 'The same of several people in one answer; whoever the caller may not see is left out',
    query: z.object({ memberIds: Ids }),
    output: z.array(Membership).check(z.maxLength(1000)),
    errors: [],
  }),
  item: endpoint({
    method: 'GET',
    path: `${memberApi}/membership/{membershipId}`,
    summary: 'One membership with its terms, newest first',
    params: z.object({ membershipId: Id }),
    output: Membership,
    errors: ['not_found'],
  }),
  createItem: endpoint({
    method: 'POST',
    path: `${memberApi}/{memberId}/membership/item`,
    summary:
      'The membership of a person in a club, made inactive where there is none; everything but `orgId` and `referenceKey` is ignored',
    params: z.object({ memberId: Id }),
    body: z.looseObject({ orgId: Id, referenceKey: ReferenceKey }),
    output: Membership,
    errors: ['not_found', 'organisation_not_found'],
  }),
  updateItem: endpoint({
    method: 'PUT',
    path: `${memberApi}/{memberId}/membership/item`,
    summary:
      'Changes how a membership renews: off at any time, on with a card that the caller saved; all else is ignored',
    params: z.object({ memberId: Id }),
    body: z.looseObject({
      id: z.optional(Id),
      orgId: z.optional(Id),
      autoRenewal: z.optional(z.boolean()),
      savedCardIdentifier: z.optional(z.nullable(GatewayId)),
    }),
    output: Membership,
    errors: ['not_found', 'forbidden', 'saved_card_required', 'impersonator_refused'],
  }),
  createTerm: endpoint({
    method: 'POST',
    path: `${memberApi}/membership/{membershipId}/history/item`,
    summary: 'A season that a person is about to buy, made inactive where there is none; it reserves nothing',
    params: z.object({ membershipId: Id }),
    body: z.looseObject({
      membershipConfId: Id,
      gdprAgreement: z.optional(z.unknown()),
      referenceKey: ReferenceKey,
    }),
    output: Term,
    errors: [
      'not_found',
      'configuration_not_found',
      'configuration_not_on_sale',
      'term_already_held',
      'membership_too_young',
      'membership_too_old',
      'birth_date_missing',
    ],
  }),
  createPayment: endpoint({
    method: 'POST',
    path: `${memberApi}/membership/history/{historyId}/payment/item`,
    summary:
      'The payment of a season that is about to be bought, made where there is none; `init_mem` until money is taken',
    params: z.object({ historyId: Id }),
    body: postedPayment,
    output: MembershipPayment,
    errors: ['not_found'],
  }),
  payment: endpoint({
    method: 'GET',
    path: `${memberApi}/membership/history/{historyId}/payment/item/{paymentId}`,
    summary: 'How a season is paid, for who pays it',
    params: z.object({ historyId: Id, paymentId: Id }),
    output: MembershipPayment,
    errors: ['not_found'],
  }),
  updatePayment: endpoint({
    method: 'PUT',
    path: `${memberApi}/membership/history/{historyId}/payment/item`,
    summary: 'Answers with the payment as it is: its state comes from the gateway, never from here',
    params: z.object({ historyId: Id }),
    body: z.looseObject({ id: z.optional(Id) }),
    output: MembershipPayment,
    errors: ['not_found'],
  }),
  savedCards: endpoint({
    method: 'GET',
    path: `${memberApi}/member/saved-cards`,
    summary: 'The cards that the caller left for renewals',
    output: z.array(SavedCard),
    errors: [],
  }),
  forgetCard: endpoint({
    method: 'DELETE',
    path: `${memberApi}/member/saved-card/{cardId}`,
    summary: 'Deletes a card, here and at the gateway; what it would have renewed ends as any other',
    params: z.object({ cardId: Id }),
    output: z.object({ status: z.literal('success') }),
    errors: ['not_found', 'payment_in_progress', 'impersonator_refused'],
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
