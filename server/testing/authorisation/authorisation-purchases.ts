import type { api } from '#contract/api.ts'
import { newId, newToken } from '#server/database/new-id.ts'
import { guardians, ownerOnly, owners, themselves, whoeverSees, type Row } from './authorisation-outcomes.ts'
import { membershipData, paymentRequest } from '../purchase.ts'
import type { TestApp } from '../test-app.ts'

type Rows<D extends keyof typeof api> = { [K in D]: Record<keyof (typeof api)[K], Row> }

/** Orders, payments and memberships, one row for each endpoint. */
export const purchaseRows: Rows<
  'orders' | 'paymentReturns' | 'payments' | 'memberships' | 'officeMembers' | 'exports'
> = {
  orders: {
    prepare: {
      may: 'member',
      input: ({ anna, club }) => ({
        token: newToken(),
        membershipData: membershipData([{ memberId: anna.memberId, season: club.season }]),
      }),
      // She already has this season. Those who may not buy for her do not learn that.
      outcome: ownerOnly('not_found', {
        owner: 'term_already_held',
        relative: 'term_already_held',
        impersonator: 'term_already_held',
      }),
    },
    // The answer contains the reason.
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
    // Reporting it as declined does not change that it is paid.
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
    // It has a price.
    accept: {
      may: 'member',
      input: ({ orderToken }) => ({ token: orderToken, gdprAgreement: true }),
      outcome: ownerOnly('order_not_found', { owner: 'amount_mismatch', impersonator: 'impersonator_refused' }),
    },
    cancel: {
      may: 'member',
      input: ({ paidToken }) => ({ token: paidToken }),
      outcome: ownerOnly('order_not_found', { owner: 'order_paid', impersonator: 'order_paid' }),
    },
    creditNotePdf: { may: 'member', input: ({ refundId }) => ({ refundId }), outcome: ownerOnly('not_found') },
    ofClub: { may: 'office money.read', input: ({ club }) => ({ orgId: club.id }) },
    ofMember: { may: 'office money.read', input: ({ club, anna }) => ({ orgId: club.id, memberId: anna.memberId }) },
    // A line can be refunded only once, so this names an order that the club does not have.
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
    // Those who may not see her find nothing.
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
    // There is no automatic renewal, so this changes nothing.
    updateItem: {
      may: 'member',
      input: ({ anna, club }) => ({ memberId: anna.memberId, orgId: club.id, autoRenewal: false }),
      outcome: owners,
    },
    savedCards: { may: 'member', input: () => ({}) },
    // The card's owner is tested with saved cards.
    forgetCard: {
      may: 'member',
      input: () => ({ cardId: newId() }),
      outcome: ownerOnly('not_found', { owner: 'not_found', impersonator: 'impersonator_refused' }),
    },
    calculateStatus: { may: 'member', input: ({ anna }) => ({ memberIds: [anna.memberId] }), outcome: guardians },
  },
  exports: {
    members: { may: 'office members.read', input: ({ club }) => ({ orgId: club.id, format: 'csv', all: true }) },
    // An export of one's own is tested with exports.
    membersEarlier: { may: 'office members.read', input: ({ club }) => ({ orgId: club.id }) },
    membersState: {
      may: 'office members.read',
      input: ({ club }) => ({ orgId: club.id, exportId: newId() }),
      outcome: 'not_found',
    },
    membersFile: {
      may: 'office members.read',
      input: ({ club }) => ({ orgId: club.id, exportId: newId() }),
      outcome: 'not_found',
    },
    history: { may: 'office reports', input: ({ club }) => ({ orgId: club.id, format: 'csv' }) },
    historyEarlier: { may: 'office reports', input: ({ club }) => ({ orgId: club.id }) },
    historyState: {
      may: 'office reports',
      input: ({ club }) => ({ orgId: club.id, exportId: newId() }),
      outcome: 'not_found',
    },
    historyFile: {
      may: 'office reports',
      input: ({ club }) => ({ orgId: club.id, exportId: newId() }),
      outcome: 'not_found',
    },
    registrations: {
      may: 'office events.read',
      input: ({ club, eventId }) => ({ orgId: club.id, eventId, format: 'csv', all: true }),
    },
    registrationsEarlier: { may: 'office events.read', input: ({ club }) => ({ orgId: club.id }) },
    registrationsState: {
      may: 'office events.read',
      input: ({ club }) => ({ orgId: club.id, exportId: newId() }),
      outcome: 'not_found',
    },
    registrationsFile: {
      may: 'office events.read',
      input: ({ club }) => ({ orgId: club.id, exportId: newId() }),
      outcome: 'not_found',
    },
    couponCodes: {
      may: 'office events.write',
      input: ({ club, couponId }) => ({ orgId: club.id, couponId, format: 'csv' }),
    },
    person: { may: 'member', input: ({ anna }) => ({ memberId: anna.memberId }), outcome: themselves },
    personState: { may: 'member', input: ({ anna }) => ({ memberId: anna.memberId }), outcome: themselves },
    personFile: {
      may: 'member',
      input: ({ anna }) => ({ memberId: anna.memberId, exportId: newId() }),
      outcome: { ...themselves, owner: 'not_found' },
    },
    ofPerson: { may: 'operator', input: ({ anna }) => ({ memberId: anna.memberId, reason: 'A letter of theirs' }) },
    ofPersonState: { may: 'operator', input: ({ anna }) => ({ memberId: anna.memberId }) },
    ofPersonFile: {
      may: 'operator',
      input: ({ anna }) => ({ memberId: anna.memberId, exportId: newId() }),
      outcome: 'not_found',
    },
    couponCodesFile: {
      may: 'office events.write',
      input: ({ club }) => ({ orgId: club.id, exportId: newId() }),
      outcome: 'not_found',
    },
    owes: { may: 'office money.read', input: ({ club }) => ({ orgId: club.id, format: 'xlsx', all: true }) },
    owesEarlier: { may: 'office money.read', input: ({ club }) => ({ orgId: club.id }) },
    owesState: {
      may: 'office money.read',
      input: ({ club }) => ({ orgId: club.id, exportId: newId() }),
      outcome: 'not_found',
    },
    owesFile: {
      may: 'office money.read',
      input: ({ club }) => ({ orgId: club.id, exportId: newId() }),
      outcome: 'not_found',
    },
    payments: { may: 'office money.read', input: ({ club }) => ({ orgId: club.id, format: 'xlsx', all: true }) },
    paymentsEarlier: { may: 'office money.read', input: ({ club }) => ({ orgId: club.id }) },
    paymentsState: {
      may: 'office money.read',
      input: ({ club }) => ({ orgId: club.id, exportId: newId() }),
      outcome: 'not_found',
    },
    paymentsFile: {
      may: 'office money.read',
      input: ({ club }) => ({ orgId: club.id, exportId: newId() }),
      outcome: 'not_found',
    },
  },
  officeMembers: {
    list: { may: 'office members.read', input: ({ club }) => ({ orgId: club.id }) },
    seasons: { may: 'office members.read', input: ({ club }) => ({ orgId: club.id }) },
    show: { may: 'office members.read', input: ({ club, anna }) => ({ orgId: club.id, memberId: anna.memberId }) },
  },
}
