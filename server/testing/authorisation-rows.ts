import type { api } from '#contract/api.ts'
import { newId, newToken } from '#server/database/new-id.ts'
import {
  everyone,
  guardians,
  membersOnly,
  notImpersonating,
  officeOnly,
  ownerOnly,
  owners,
  pixel,
  profile,
  signedInOnly,
  superAdminOnly,
  whoeverSees,
} from './authorisation-outcomes.ts'
import type { Who, World } from './authorisation-world.ts'
import type { Club } from './builders.ts'
import { membershipData, paymentRequest } from './purchase.ts'
import type { TestApp } from './test-app.ts'

export interface Row {
  input: (world: World) => Record<string, unknown>
  /** What each actor gets: `ok`, or the code of the refusal. */
  outcome: Record<Who, string>
}

const thisYear = ({ season }: Club) => Number(season.startDate.slice(0, 4))

/** One row a call. A call without a row does not compile. */
export const rows: { [D in keyof typeof api]: Record<keyof (typeof api)[D], Row> } = {
  organisations: {
    list: { input: () => ({}), outcome: signedInOnly },
    membershipConfigurations: { input: ({ club }) => ({ id: club.id }), outcome: signedInOnly },
    activePaymentConfiguration: {
      input: ({ club }) => ({ id: club.id, provider: 'freepay' }),
      outcome: notImpersonating,
    },
    paymentConfiguration: {
      input: ({ club }) => ({ orgId: club.id, paymentProviderId: club.payment.id }),
      outcome: notImpersonating,
    },
  },
  members: {
    // Last for the stranger: whoever signs in is a stranger no more.
    signIn: { input: () => ({}), outcome: signedInOnly },
    create: {
      input: () => ({ email: 'anna@example.com', enabled: true, roles: ['org:ALL|role:SUPER_ADMIN'] }),
      outcome: signedInOnly,
    },
    // The link itself is tried where it is mailed.
    claim: {
      input: () => ({ token: 'made-up' }),
      outcome: { ...everyone('claim_link_invalid'), anonymous: 'unauthenticated' },
    },
    searchEmail: { input: () => ({ email: 'anna@example.com' }), outcome: whoeverSees },
    byEmail: { input: () => ({ email: 'anna@example.com' }), outcome: whoeverSees },
    update: { input: ({ anna }) => profile(anna.memberId, '+4520112233'), outcome: owners },
    // From the list one chooses somebody else, whoever one acts as.
    list: { input: () => ({ size: 10 }), outcome: { ...superAdminOnly, impersonator: 'ok' } },
    putImage: { input: ({ anna }) => ({ memberId: anna.memberId, bytes: pixel }), outcome: owners },
    // A link shares no picture.
    image: { input: ({ anna }) => ({ memberId: anna.memberId }), outcome: { ...whoeverSees, relative: 'not_found' } },
    removeImage: { input: ({ anna }) => ({ memberId: anna.memberId }), outcome: owners },
    validateToken: { input: () => ({ token: 'made-up' }), outcome: everyone('ok') },
  },
  family: {
    people: { input: () => ({}), outcome: membersOnly },
    archivedParticipants: { input: () => ({}), outcome: membersOnly },
    addParticipant: {
      input: () => ({ ...profile('', ''), firstName: 'Asger', address: null }),
      outcome: membersOnly,
    },
    // She holds a season.
    archiveParticipant: {
      input: ({ alma }) => ({ id: alma }),
      outcome: ownerOnly('not_found', {
        owner: 'participant_holds_membership',
        impersonator: 'participant_holds_membership',
      }),
    },
    restoreParticipant: { input: ({ alma }) => ({ id: alma }), outcome: ownerOnly('not_found') },
    invitations: { input: () => ({ inviterEmail: 'anna@example.com' }), outcome: ownerOnly('not_found') },
    invite: {
      input: () => ({ inviteeEmail: 'somebody@example.com' }),
      // Her address is not confirmed.
      outcome: { ...membersOnly, 'relative until lately': 'email_required' },
    },
    // Answered before, so that the answer changes nothing.
    approve: {
      input: ({ invitations }) => ({ id: invitations.approved }),
      outcome: ownerOnly('not_found', { owner: 'forbidden', relative: 'ok', impersonator: 'impersonator_refused' }),
    },
    reject: {
      input: ({ invitations }) => ({ id: invitations.rejected }),
      outcome: ownerOnly('not_found', { owner: 'forbidden', rejected: 'ok', impersonator: 'impersonator_refused' }),
    },
    end: {
      input: ({ invitations }) => ({ id: invitations.ended }),
      outcome: ownerOnly('not_found', { 'relative until lately': 'ok', impersonator: 'impersonator_refused' }),
    },
  },
  acting: {
    current: { input: () => ({}), outcome: membersOnly },
    impersonate: { input: ({ dan }) => ({ memberId: dan.memberId }), outcome: superAdminOnly },
    endImpersonation: { input: () => ({}), outcome: membersOnly },
    acts: { input: () => ({}), outcome: membersOnly },
  },
  notifications: {
    create: {
      input: ({ carla, dan }) => ({ receiverId: carla.memberId, type: 'FAMILY_LINK_REQUEST', senderId: dan.memberId }),
      outcome: ownerOnly('notification_not_allowed'),
    },
    whatsapp: {
      input: ({ requestId }) => ({ templateId: '1', '2': requestId }),
      outcome: ownerOnly('not_found'),
    },
    list: { input: ({ anna }) => ({ memberId: anna.memberId }), outcome: ownerOnly('not_found') },
    page: { input: () => ({}), outcome: membersOnly },
    bell: { input: () => ({}), outcome: membersOnly },
    stream: { input: () => ({}), outcome: membersOnly },
    markRead: { input: ({ anna }) => ({ receiverId: anna.memberId, read: true }), outcome: ownerOnly('not_found') },
    remove: { input: ({ notificationId }) => ({ id: notificationId }), outcome: ownerOnly('not_found') },
    restore: { input: ({ notificationId }) => ({ id: notificationId }), outcome: ownerOnly('not_found') },
  },
  messages: {
    preferences: { input: () => ({}), outcome: membersOnly },
    prefer: { input: () => ({ kind: 'events', channel: 'mail', wanted: true }), outcome: membersOnly },
    // Whoever holds the mail; nobody is asked to sign in.
    subscription: { input: ({ unsubscribe }) => ({ token: unsubscribe }), outcome: everyone('ok') },
    unsubscribe: { input: ({ unsubscribe }) => ({ token: unsubscribe }), outcome: everyone('ok') },
    resubscribe: { input: ({ unsubscribe }) => ({ token: unsubscribe }), outcome: everyone('ok') },
    failed: { input: () => ({}), outcome: superAdminOnly },
    resend: { input: ({ failedMessageId }) => ({ id: failedMessageId }), outcome: superAdminOnly },
    orderPaidMail: {
      input: ({ anna, club }) => ({ memberId: anna.memberId, templateId: '6', ORG: club.key, YEAR: thisYear(club) }),
      outcome: ownerOnly('not_found'),
    },
    orderPaidWhatsapp: {
      input: ({ anna, club }) => ({ memberId: anna.memberId, templateId: '4', '2': club.key, '3': thisYear(club) }),
      outcome: ownerOnly('not_found'),
    },
  },
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
  },
  payments: {
    unresolved: { input: ({ club }) => ({ orgId: club.id }), outcome: officeOnly },
    resume: {
      input: ({ club, paymentId, authorizationIdentifier }) => ({ orgId: club.id, paymentId, authorizationIdentifier }),
      outcome: officeOnly,
    },
    close: { input: ({ club, paymentId }) => ({ orgId: club.id, paymentId }), outcome: officeOnly },
    retryRefund: { input: ({ club, refundId }) => ({ orgId: club.id, refundId }), outcome: officeOnly },
  },
  memberships: {
    list: { input: ({ anna }) => ({ memberId: anna.memberId }), outcome: whoeverSees },
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
