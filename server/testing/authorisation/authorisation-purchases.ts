import type { api } from '#contract/api.ts'
import { newId, newToken } from '#server/database/new-id.ts'
import {
  everyone,
  guardians,
  membersOnly,
  officeOnly,
  ownerOnly,
  owners,
  whoeverSees,
  type Row,
} from './authorisation-outcomes.ts'
import { membershipData, paymentRequest } from '../purchase.ts'
import type { TestApp } from '../test-app.ts'

type Rows<D extends keyof typeof api> = { [K in D]: Record<keyof (typeof api)[K], Row> }

/** What is bought, paid and held: one row a call. */
export const purchaseRows: Rows<'orders' | 'paymentReturns' | 'payments' | 'memberships'> = {
  orders: {
    prepare: {
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
      input: ({ anna, club }) => ({
        lines: [{ memberId: anna.memberId, orgId: club.id, membershipConfId: club.season.id }],
      }),
      outcome: membersOnly,
    },
    state: { input: ({ orderToken }) => ({ token: orderToken }), outcome: everyone('ok') },
    openPaymentWindow: {
      input: ({ orderToken, handle }) => ({
        ...paymentRequest({ url: 'http://portal' } as TestApp, orderToken, 1),
        freepayauthtoken: handle,
      }),
      outcome: ownerOnly('order_not_found', { owner: 'amount_mismatch', impersonator: 'impersonator_refused' }),
    },
    capture: {
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
      input: ({ lineId, handle }) => ({
        authorizationIdentifier: '00000000-0000-0000-0000-000000000000',
        membershipHistoryPaymentId: lineId,
        freepayauthtoken: handle,
      }),
      outcome: ownerOnly('payment_not_found', { impersonator: 'impersonator_refused' }),
    },
    unpaid: { input: () => ({}), outcome: membersOnly },
    cancel: {
      input: ({ paidToken }) => ({ token: paidToken }),
      outcome: ownerOnly('order_not_found', { owner: 'order_paid', impersonator: 'order_paid' }),
    },
    creditNotePdf: { input: ({ refundId }) => ({ refundId }), outcome: ownerOnly('not_found') },
    ofClub: { input: ({ club }) => ({ orgId: club.id }), outcome: officeOnly },
    // What one office has given back, the next cannot: so it is an order that the club does not have.
    refund: {
      input: ({ club }) => ({ orgId: club.id, orderId: newId(), lineIds: [newId()] }),
      outcome: { ...officeOnly, 'admin of the club': 'order_not_found', 'super admin': 'order_not_found' },
    },
    receipt: { input: ({ termId }) => ({ historyId: termId }), outcome: ownerOnly('not_found') },
    receiptPdf: { input: ({ termId }) => ({ historyId: termId }), outcome: ownerOnly('not_found') },
  },
  paymentReturns: {
    membershipCallback: { input: ({ club }) => ({ orgKey: club.key }), outcome: everyone('order_not_found') },
    membershipAccepted: { input: () => ({}), outcome: everyone('ok') },
    membershipDeclined: { input: () => ({}), outcome: everyone('ok') },
    eventCallback: {
      input: ({ club }) => ({ orgKey: club.key, eventId: newId() }),
      outcome: everyone('order_not_found'),
    },
    eventAccepted: { input: ({ club }) => ({ orgKey: club.key, eventId: newId() }), outcome: everyone('ok') },
    eventDeclined: { input: ({ club }) => ({ orgKey: club.key, eventId: newId() }), outcome: everyone('ok') },
  },
  payments: {
    unresolved: { input: ({ club }) => ({ orgId: club.id }), outcome: officeOnly },
    resume: {
      input: ({ club, paymentId, authorizationIdentifier }) => ({ orgId: club.id, paymentId, authorizationIdentifier }),
      outcome: officeOnly,
    },
    close: { input: ({ club, paymentId }) => ({ orgId: club.id, paymentId }), outcome: officeOnly },
    retryRefund: { input: ({ club, refundId }) => ({ orgId: club.id, refundId }), outcome: officeOnly },
    confirmRefund: {
      input: ({ club, refundId }) => ({ orgId: club.id, refundId, credited: true }),
      outcome: officeOnly,
    },
  },
  memberships: {
    list: { input: ({ anna }) => ({ memberId: anna.memberId }), outcome: whoeverSees },
    // Whoever may not see her finds nothing of hers.
    ofFamily: { input: ({ anna }) => ({ memberIds: anna.memberId }), outcome: membersOnly },
    item: { input: ({ membershipId }) => ({ membershipId }), outcome: whoeverSees },
    createItem: { input: ({ anna, club }) => ({ memberId: anna.memberId, orgId: club.id }), outcome: guardians },
    createTerm: {
      input: ({ membershipId, nextSeason }) => ({ membershipId, membershipConfId: nextSeason.id }),
      outcome: guardians,
    },
    createPayment: { input: ({ draftId }) => ({ historyId: draftId }), outcome: ownerOnly('not_found') },
    payment: {
      input: ({ termId, lineId }) => ({ historyId: termId, paymentId: lineId }),
      outcome: ownerOnly('not_found'),
    },
    updatePayment: {
      input: ({ termId, lineId }) => ({ historyId: termId, id: lineId, paymentStatus: 'refunded' }),
      outcome: ownerOnly('not_found'),
    },
    // Nothing renews by itself, so that the answer changes nothing.
    updateItem: {
      input: ({ anna, club }) => ({ memberId: anna.memberId, orgId: club.id, autoRenewal: false }),
      outcome: owners,
    },
    savedCards: { input: () => ({}), outcome: membersOnly },
    // Whose card it is, is tried where cards are kept.
    forgetCard: {
      input: () => ({ cardId: newId() }),
      outcome: ownerOnly('not_found', { owner: 'not_found', impersonator: 'impersonator_refused' }),
    },
    calculateStatus: { input: ({ anna }) => ({ memberIds: [anna.memberId] }), outcome: guardians },
  },
}
