import type { api } from '#contract/api.ts'
import { newId, newToken } from '#server/database/new-id.ts'
import { guardians, ownerOnly, owners, whoeverSees, type Row } from './authorisation-outcomes.ts'
import { membershipData, paymentRequest } from '../purchase.ts'
import type { TestApp } from '../test-app.ts'

type Rows<D extends keyof typeof api> = { [K in D]: Record<keyof (typeof api)[K], Row> }

/** What is bought, paid and held: one row a call. */
export const purchaseRows: Rows<'orders' | 'paymentReturns' | 'payments' | 'memberships'> = {
  orders: {
    prepare: {
      may: 'member',
      input: ({ anna, club }) => ({
        token: newToken(),
        membershipData: membershipData([{ memberId: anna.memberId, season: club.season }]),
      }),
      // She has this season already; whoever may not buy for her is not told.
      outcome: ownerOnly('not_found', {
        owner: 'term_already_held',
        relative: 'term_already_held',
        impersonator: 'term_already_held',
      }),
    },
    // What stands in the way is part of the answer.
    quote: {
      may: 'member',
      input: ({ anna, club }) => ({
        lines: [{ memberId: anna.memberId, orgId: club.id, membershipConfId: club.season.id }],
      }),
    },
    state: { may: 'public', input: ({ orderToken }) => ({ token: orderToken }) },
    openPaymentWindow: {
      may: 'member',
      input: ({ orderToken, handle }) => ({
        ...paymentRequest({ url: 'http://portal' } as TestApp, orderToken, 1),
        freepayauthtoken: handle,
      }),
      outcome: ownerOnly('order_not_found', { owner: 'amount_mismatch', impersonator: 'impersonator_refused' }),
    },
    capture: {
      may: 'member',
      input: ({ paymentId, handle }) => ({
        authorizationIdentifier: newId(),
        membershipHistoryPaymentId: paymentId,
        freepayauthtoken: handle,
        amount: 1,
      }),
      outcome: ownerOnly('payment_not_found', { owner: 'amount_mismatch', impersonator: 'impersonator_refused' }),
    },
    // Nothing was authorised, as the browser says; it is paid all the same.
    decline: {
      may: 'member',
      input: ({ lineId, handle }) => ({
        authorizationIdentifier: '00000000-0000-0000-0000-000000000000',
        membershipHistoryPaymentId: lineId,
        freepayauthtoken: handle,
      }),
      outcome: ownerOnly('payment_not_found', { impersonator: 'impersonator_refused' }),
    },
    unpaid: { may: 'member', input: () => ({}) },
    cancel: {
      may: 'member',
      input: ({ paidToken }) => ({ token: paidToken }),
      outcome: ownerOnly('order_not_found', { owner: 'order_paid', impersonator: 'order_paid' }),
    },
    creditNotePdf: { may: 'member', input: ({ refundId }) => ({ refundId }), outcome: ownerOnly('not_found') },
    ofClub: { may: 'office money.read', input: ({ club }) => ({ orgId: club.id }) },
    // What one office has given back, the next cannot: so it is an order that the club does not have.
    refund: {
      may: 'office money.refund',
      input: ({ club }) => ({ orgId: club.id, orderId: newId(), lineIds: [newId()] }),
      outcome: 'order_not_found',
    },
    receipt: { may: 'member', input: ({ termId }) => ({ historyId: termId }), outcome: ownerOnly('not_found') },
    receiptPdf: { may: 'member', input: ({ termId }) => ({ historyId: termId }), outcome: ownerOnly('not_found') },
  },
  paymentReturns: {
    membershipCallback: { may: 'public', input: ({ club }) => ({ orgKey: club.key }), outcome: 'order_not_found' },
    membershipAccepted: { may: 'public', input: () => ({}) },
    membershipDeclined: { may: 'public', input: () => ({}) },
    eventCallback: {
      may: 'public',
      input: ({ club }) => ({ orgKey: club.key, eventId: newId() }),
      outcome: 'order_not_found',
    },
    eventAccepted: { may: 'public', input: ({ club }) => ({ orgKey: club.key, eventId: newId() }) },
    eventDeclined: { may: 'public', input: ({ club }) => ({ orgKey: club.key, eventId: newId() }) },
  },
  payments: {
    unresolved: { may: 'office money.read', input: ({ club }) => ({ orgId: club.id }) },
    resume: {
      may: 'office money.refund',
      input: ({ club, paymentId, authorizationIdentifier }) => ({ orgId: club.id, paymentId, authorizationIdentifier }),
    },
    close: { may: 'office money.refund', input: ({ club, paymentId }) => ({ orgId: club.id, paymentId }) },
    retryRefund: { may: 'office money.refund', input: ({ club, refundId }) => ({ orgId: club.id, refundId }) },
    confirmRefund: {
      may: 'office money.refund',
      input: ({ club, refundId }) => ({ orgId: club.id, refundId, credited: true }),
    },
  },
  memberships: {
    list: { may: 'member', input: ({ anna }) => ({ memberId: anna.memberId }), outcome: whoeverSees },
    // Whoever may not see her finds nothing of hers.
    ofFamily: { may: 'member', input: ({ anna }) => ({ memberIds: anna.memberId }) },
    item: { may: 'member', input: ({ membershipId }) => ({ membershipId }), outcome: whoeverSees },
    createItem: {
      may: 'member',
      input: ({ anna, club }) => ({ memberId: anna.memberId, orgId: club.id }),
      outcome: guardians,
    },
    createTerm: {
      may: 'member',
      input: ({ membershipId, nextSeason }) => ({ membershipId, membershipConfId: nextSeason.id }),
      outcome: guardians,
    },
    createPayment: { may: 'member', input: ({ draftId }) => ({ historyId: draftId }), outcome: ownerOnly('not_found') },
    payment: {
      may: 'member',
      input: ({ termId, lineId }) => ({ historyId: termId, paymentId: lineId }),
      outcome: ownerOnly('not_found'),
    },
    updatePayment: {
      may: 'member',
      input: ({ termId, lineId }) => ({ historyId: termId, id: lineId, paymentStatus: 'refunded' }),
      outcome: ownerOnly('not_found'),
    },
    // Nothing renews by itself, so that the answer changes nothing.
    updateItem: {
      may: 'member',
      input: ({ anna, club }) => ({ memberId: anna.memberId, orgId: club.id, autoRenewal: false }),
      outcome: owners,
    },
    savedCards: { may: 'member', input: () => ({}) },
    // Whose card it is, is tried where cards are kept.
    forgetCard: {
      may: 'member',
      input: () => ({ cardId: newId() }),
      outcome: ownerOnly('not_found', { owner: 'not_found', impersonator: 'impersonator_refused' }),
    },
    calculateStatus: { may: 'member', input: ({ anna }) => ({ memberIds: [anna.memberId] }), outcome: guardians },
  },
}
