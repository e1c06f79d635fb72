import type { api } from '#contract/api.ts'
import {
  everyone,
  membersOnly,
  notImpersonating,
  ownerOnly,
  owners,
  profile,
  signedInOnly,
  superAdminOnly,
  whoeverFinds,
  whoeverSees,
  type Row,
} from './authorisation-outcomes.ts'
import { conversationRows, noteRows, visitorRows } from './authorisation-conversations.ts'
import { eventRows } from './authorisation-events.ts'
import { purchaseRows } from './authorisation-purchases.ts'
import { pixel } from '../files/pixel.ts'
import type { Club } from '../builders.ts'

const thisYear = ({ season }: Club) => Number(season.startDate.slice(0, 4))

/** One row a call. A call without a row does not compile. */
export const rows: { [D in keyof typeof api]: Record<keyof (typeof api)[D], Row> } = {
  organisations: {
    list: { input: () => ({}), outcome: signedInOnly },
    mine: { input: () => ({}), outcome: membersOnly },
    configurationsOfMine: { input: () => ({}), outcome: membersOnly },
    directory: { input: () => ({}), outcome: everyone('ok') },
    profile: { input: ({ club }) => ({ id: club.id }), outcome: everyone('ok') },
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
    searchEmail: { input: () => ({ email: 'anna@example.com' }), outcome: whoeverFinds },
    byEmail: { input: () => ({ email: 'anna@example.com' }), outcome: whoeverFinds },
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
      outcome: { ...notImpersonating, 'relative until lately': 'email_required' },
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
    prefer: { input: () => ({ kind: 'events', channel: 'mail', wanted: true }), outcome: notImpersonating },
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
  ...purchaseRows,
  ...eventRows,
  conversations: conversationRows,
  visitors: visitorRows,
  notes: noteRows,
}
