import * as z from 'zod/mini'
import { endpoint, memberApi } from '../endpoint.ts'
import { Membership, MembershipPayment, MembershipStatus, SavedCard, Term } from './answers.ts'
import { FULL_NAME, GatewayId, Id, Ids, OptionalId, singleLine, Success } from '../values.ts'

export * from './answers.ts'

/** A client's name for a purchase, returned with it and never used to look it up. */
const ReferenceKey = z.optional(singleLine(80))

/** The specification's rows have more fields; amounts, states and `enabled` are ignored. */
const postedPayment = z.looseObject({
  referenceKey: ReferenceKey,
  billingName: z.optional(singleLine(FULL_NAME)),
  billingAddress: z.optional(singleLine(300)),
  billingEmail: z.optional(singleLine(254)),
  billingPhone: z.optional(singleLine(40)),
})

export const CalculatedStatus = z.object({ memberId: Id, orgId: Id, status: MembershipStatus })

export const memberships = {
  list: endpoint({
    method: 'GET',
    path: `${memberApi}/{memberId}/membership/list`,
    specified: true,
    summary: "A member's memberships, in one organisation or in all",
    params: z.object({ memberId: Id }),
    query: z.object({ orgId: OptionalId }),
    output: z.array(Membership).check(z.maxLength(1000)),
    errors: ['not_found'],
  }),
  ofFamily: endpoint({
    method: 'GET',
    path: `${memberApi}/family/membership/list`,
    summary: 'Memberships of several members, without those the caller may not see',
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
    specified: true,
    summary:
      'The membership of a person in a club, created inactive if there is none; everything but `orgId` and `referenceKey` is ignored',
    params: z.object({ memberId: Id }),
    body: z.looseObject({ orgId: Id, referenceKey: ReferenceKey }),
    output: Membership,
    errors: ['not_found', 'organisation_not_found'],
  }),
  updateItem: endpoint({
    method: 'PUT',
    path: `${memberApi}/{memberId}/membership/item`,
    specified: true,
    summary: 'Turns automatic renewal off, or on with a card that the caller saved; all else is ignored',
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
    specified: true,
    summary: 'A draft of a season, created inactive if there is none; it reserves nothing',
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
    specified: true,
    summary: 'The draft of a season’s payment, created if there is none; `init_mem` until money is captured',
    params: z.object({ historyId: Id }),
    body: postedPayment,
    output: MembershipPayment,
    errors: ['not_found'],
  }),
  payment: endpoint({
    method: 'GET',
    path: `${memberApi}/membership/history/{historyId}/payment/item/{paymentId}`,
    specified: true,
    summary: 'The payment of a season, for its payer',
    params: z.object({ historyId: Id, paymentId: Id }),
    output: MembershipPayment,
    errors: ['not_found'],
  }),
  updatePayment: endpoint({
    method: 'PUT',
    path: `${memberApi}/membership/history/{historyId}/payment/item`,
    specified: true,
    summary: 'Returns the payment unchanged: only the gateway decides its state',
    params: z.object({ historyId: Id }),
    body: z.looseObject({ id: z.optional(Id) }),
    output: MembershipPayment,
    errors: ['not_found'],
  }),
  savedCards: endpoint({
    method: 'GET',
    path: `${memberApi}/member/saved-cards`,
    summary: 'The caller’s saved cards',
    output: z.array(SavedCard),
    errors: [],
  }),
  forgetCard: endpoint({
    method: 'DELETE',
    path: `${memberApi}/member/saved-card/{cardId}`,
    summary: 'Deletes a card, here and at the gateway; its memberships no longer renew',
    params: z.object({ cardId: Id }),
    output: Success,
    errors: ['not_found', 'payment_in_progress', 'impersonator_refused'],
  }),
  calculateStatus: endpoint({
    method: 'POST',
    path: '/tools/member/calculate-status',
    specified: true,
    summary: 'Recomputes and records the status of members; a status in the request is ignored',
    body: z.object({ memberIds: z.array(Id).check(z.maxLength(100)) }),
    output: z.array(CalculatedStatus),
    errors: ['not_found'],
  }),
}
