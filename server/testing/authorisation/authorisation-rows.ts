import type { api } from '#contract/api.ts'
import {
  notImpersonating,
  ownerOnly,
  owners,
  profile,
  whoeverFinds,
  whoeverSees,
  type Row,
} from './authorisation-outcomes.ts'
import { importRows } from './authorisation-imports.ts'
import { conversationRows, noteRows, officeConversationRows, visitorRows } from './authorisation-conversations.ts'
import { officeMembershipRows } from './authorisation-memberships.ts'
import { eventRows } from './authorisation-events.ts'
import {
  clubMessageRows,
  eventCancelRows,
  eventFigureRows,
  eventPreviewRows,
  guestMessageRows,
  questionTemplateRows,
  eventSeriesRows,
  moveAnswerRows,
  officeEventRows,
  officeRegistrationRows,
  officeWaitingRows,
} from './authorisation-office-events.ts'
import { byHandRows } from './authorisation-by-hand.ts'
import { officeCouponRows } from './authorisation-office-coupons.ts'
import { delayedActionRows, officeAccessRows, officeHistoryRows, officeTodayRows } from './authorisation-office.ts'
import { clubSettingsRows, clubStartRows, clubTextRows, paymentKeyRows } from './authorisation-settings.ts'
import {
  leavingRows,
  mergeRequestRows,
  personDuplicateRows,
  personNoteRows,
  personProfileRows,
  personTimelineRows,
  teamRows,
} from './authorisation-people.ts'
import { bulkRows, memberMessageRows, registerRows } from './authorisation-register.ts'
import { operatorRows } from './authorisation-operator.ts'
import { privacyRows } from './authorisation-privacy.ts'
import { purchaseRows } from './authorisation-purchases.ts'
import { pixel } from '../files/pixel.ts'
import type { Club } from '../builders.ts'

const thisYear = ({ season }: Club) => Number(season.startDate.slice(0, 4))

/** One row for each endpoint. An endpoint without a row does not compile. */
export const rows: { [D in keyof typeof api]: Record<keyof (typeof api)[D], Row> } = {
  organisations: {
    list: { may: 'identity', input: () => ({}) },
    mine: { may: 'member', input: () => ({}) },
    configurationsOfMine: { may: 'member', input: () => ({}) },
    directory: { may: 'public', input: () => ({}) },
    profile: { may: 'public', input: ({ club }) => ({ id: club.id }) },
    picture: { may: 'public', input: ({ club }) => ({ id: club.id, v: 'logo1' }) },
    membershipConfigurations: { may: 'identity', input: ({ club }) => ({ id: club.id }) },
    activePaymentConfiguration: {
      may: 'member',
      input: ({ club }) => ({ id: club.id, provider: 'freepay' }),
      outcome: notImpersonating,
    },
    paymentConfiguration: {
      may: 'member',
      input: ({ club }) => ({ orgId: club.id, paymentProviderId: club.payment.id }),
      outcome: notImpersonating,
    },
  },
  clubSettings: clubSettingsRows,
  clubTexts: clubTextRows,
  clubStart: clubStartRows,
  paymentKey: paymentKeyRows,
  members: {
    // Last for the stranger: this creates their member.
    signIn: { may: 'identity', input: () => ({}) },
    create: {
      may: 'identity',
      input: () => ({ email: 'anna@example.com', enabled: true, roles: ['org:ALL|role:SUPER_ADMIN'] }),
    },
    // Valid links are tested with the mail.
    claim: {
      may: 'identity',
      input: () => ({ token: 'made-up' }),
      outcome: 'claim_link_invalid',
    },
    searchEmail: { may: 'member', input: () => ({ email: 'anna@example.com' }), outcome: whoeverFinds },
    byEmail: { may: 'member', input: () => ({ email: 'anna@example.com' }), outcome: whoeverFinds },
    update: { may: 'member', input: ({ anna }) => profile(anna.memberId, '+4520112233'), outcome: owners },
    // The list serves to impersonate somebody else, also while impersonating.
    list: { may: 'operator', input: () => ({ size: 10 }), outcome: { impersonator: 'ok' } },
    putImage: { may: 'member', input: ({ anna }) => ({ memberId: anna.memberId, bytes: pixel }), outcome: owners },
    // A family link does not share the picture.
    image: {
      may: 'member',
      input: ({ anna }) => ({ memberId: anna.memberId }),
      outcome: { ...whoeverSees, relative: 'not_found' },
    },
    removeImage: { may: 'member', input: ({ anna }) => ({ memberId: anna.memberId }), outcome: owners },
    validateToken: { may: 'public', input: () => ({ token: 'made-up' }) },
  },
  operator: operatorRows,
  privacy: privacyRows,
  home: {
    show: { may: 'member', input: () => ({}) },
    dismiss: {
      may: 'member',
      input: () => ({ about: 'memberships', membershipIds: [] }),
      outcome: { impersonator: 'impersonator_refused' },
    },
  },
  family: {
    people: { may: 'member', input: () => ({}) },
    archivedParticipants: { may: 'member', input: () => ({}) },
    addParticipant: {
      may: 'member',
      input: () => ({ ...profile('', ''), firstName: 'Asger', address: null }),
    },
    // She holds a season.
    archiveParticipant: {
      may: 'member',
      input: ({ alma }) => ({ id: alma }),
      outcome: ownerOnly('not_found', {
        owner: 'participant_holds_membership',
        impersonator: 'participant_holds_membership',
      }),
    },
    restoreParticipant: { may: 'member', input: ({ alma }) => ({ id: alma }), outcome: ownerOnly('not_found') },
    invitations: {
      may: 'member',
      input: () => ({ inviterEmail: 'anna@example.com' }),
      outcome: ownerOnly('not_found'),
    },
    invite: {
      may: 'member',
      input: () => ({ inviteeEmail: 'somebody@example.com' }),
      // Her address is not confirmed.
      outcome: { ...notImpersonating, 'relative until lately': 'email_required' },
    },
    // Answered before, so that the answer changes nothing.
    approve: {
      may: 'member',
      input: ({ invitations }) => ({ id: invitations.approved }),
      outcome: ownerOnly('not_found', { owner: 'forbidden', relative: 'ok', impersonator: 'impersonator_refused' }),
    },
    reject: {
      may: 'member',
      input: ({ invitations }) => ({ id: invitations.rejected }),
      outcome: ownerOnly('not_found', { owner: 'forbidden', rejected: 'ok', impersonator: 'impersonator_refused' }),
    },
    end: {
      may: 'member',
      input: ({ invitations }) => ({ id: invitations.ended }),
      outcome: ownerOnly('not_found', { 'relative until lately': 'ok', impersonator: 'impersonator_refused' }),
    },
  },
  acting: {
    current: { may: 'member', input: () => ({}) },
    impersonate: { may: 'operator', input: ({ dan }) => ({ memberId: dan.memberId }) },
    endImpersonation: { may: 'member', input: () => ({}) },
    acts: { may: 'member', input: () => ({}) },
  },
  notifications: {
    create: {
      may: 'member',
      input: ({ carla, dan }) => ({ receiverId: carla.memberId, type: 'FAMILY_LINK_REQUEST', senderId: dan.memberId }),
      outcome: ownerOnly('notification_not_allowed'),
    },
    whatsapp: {
      may: 'member',
      input: ({ requestId }) => ({ templateId: '1', '2': requestId }),
      outcome: ownerOnly('not_found'),
    },
    list: { may: 'member', input: ({ anna }) => ({ memberId: anna.memberId }), outcome: ownerOnly('not_found') },
    page: { may: 'member', input: () => ({}) },
    bell: { may: 'member', input: () => ({}) },
    stream: { may: 'member', input: () => ({}) },
    markRead: {
      may: 'member',
      input: ({ anna }) => ({ receiverId: anna.memberId, read: true }),
      outcome: ownerOnly('not_found'),
    },
    remove: { may: 'member', input: ({ notificationId }) => ({ id: notificationId }), outcome: ownerOnly('not_found') },
    restore: {
      may: 'member',
      input: ({ notificationId }) => ({ id: notificationId }),
      outcome: ownerOnly('not_found'),
    },
  },
  messages: {
    preferences: { may: 'member', input: () => ({}) },
    prefer: {
      may: 'member',
      input: () => ({ kind: 'events', channel: 'mail', wanted: true }),
      outcome: notImpersonating,
    },
    // The link in the mail is enough, without a sign-in.
    subscription: { may: 'public', input: ({ unsubscribe }) => ({ token: unsubscribe }) },
    unsubscribe: { may: 'public', input: ({ unsubscribe }) => ({ token: unsubscribe }) },
    resubscribe: { may: 'public', input: ({ unsubscribe }) => ({ token: unsubscribe }) },
    failed: { may: 'operator', input: () => ({}) },
    resend: { may: 'operator', input: ({ failedMessageId }) => ({ id: failedMessageId }) },
    orderPaidMail: {
      may: 'member',
      input: ({ anna, club }) => ({ memberId: anna.memberId, templateId: '6', ORG: club.key, YEAR: thisYear(club) }),
      outcome: ownerOnly('not_found'),
    },
    orderPaidWhatsapp: {
      may: 'member',
      input: ({ anna, club }) => ({ memberId: anna.memberId, templateId: '4', '2': club.key, '3': thisYear(club) }),
      outcome: ownerOnly('not_found'),
    },
  },
  ...purchaseRows,
  ...eventRows,
  conversations: conversationRows,
  officeConversations: officeConversationRows,
  officeAccess: officeAccessRows,
  officeHistory: officeHistoryRows,
  register: registerRows,
  bulk: bulkRows,
  memberMessages: memberMessageRows,
  byHand: byHandRows,
  teams: teamRows,
  officeCoupons: officeCouponRows,
  officeEvents: officeEventRows,
  eventSeries: eventSeriesRows,
  officeRegistrations: officeRegistrationRows,
  guestMessages: guestMessageRows,
  questionTemplates: questionTemplateRows,
  moveAnswers: moveAnswerRows,
  clubMessages: clubMessageRows,
  officeWaiting: officeWaitingRows,
  eventCancel: eventCancelRows,
  imports: importRows,
  eventFigures: eventFigureRows,
  eventPreview: eventPreviewRows,
  officeMemberships: officeMembershipRows,
  leaving: leavingRows,
  personProfile: personProfileRows,
  personDuplicates: personDuplicateRows,
  mergeRequests: mergeRequestRows,
  personNotes: personNoteRows,
  personTimeline: personTimelineRows,
  officeToday: officeTodayRows,
  delayedActions: delayedActionRows,
  visitors: visitorRows,
  notes: noteRows,
}
