import type { delayedActions } from '#contract/audit/delayed-actions.ts'
import type { officeAccess } from '#contract/office/access.ts'
import type { officeHistory } from '#contract/audit/history.ts'
import type { officeToday } from '#contract/office/today.ts'
import { newId } from '#server/database/new-id.ts'
import { everyone, type Row } from './authorisation-outcomes.ts'

const visitors = { anonymous: 'unauthenticated', 'stranger to the portal': 'member_required' }

export const officeAccessRows: Record<keyof typeof officeAccess, Row> = {
  mine: { may: 'member', input: () => ({}) },
  show: {
    may: 'member',
    input: ({ club }) => ({ orgKey: club.key }),
    outcome: { ...everyone('forbidden'), ...visitors, 'admin of the club': 'ok' },
  },
  people: { may: 'office settings', input: ({ club }) => ({ orgId: club.id }) },
  invite: {
    may: 'office settings',
    input: ({ club }) => ({ orgId: club.id, email: 'helper@example.com', roles: ['door'] }),
  },
  withdraw: {
    may: 'office settings',
    input: ({ club }) => ({ orgId: club.id, invitationId: newId() }),
    outcome: 'not_found',
  },
  change: {
    may: 'office settings',
    input: ({ club }) => ({ orgId: club.id, grantId: newId(), roles: ['door'], version: 1 }),
    outcome: 'not_found',
  },
  revoke: {
    may: 'office settings',
    input: ({ club }) => ({ orgId: club.id, grantId: newId() }),
    outcome: 'not_found',
  },
  look: { may: 'operator', input: ({ club }) => ({ orgId: club.id, reason: 'A question of theirs' }) },
  // None of them has a grant.
  leave: {
    may: 'member',
    input: ({ club }) => ({ orgKey: club.key }),
    outcome: { ...everyone('not_found'), ...visitors, impersonator: 'impersonator_refused' },
  },
  invitation: { may: 'member', input: () => ({ token: 'made-up' }), outcome: 'office_invitation_invalid' },
  accept: {
    may: 'member',
    input: () => ({ token: 'made-up' }),
    outcome: { ...everyone('office_invitation_invalid'), ...visitors, impersonator: 'impersonator_refused' },
  },
}

export const officeTodayRows: Record<keyof typeof officeToday, Row> = {
  show: { may: 'office any', input: ({ club }) => ({ orgId: club.id }) },
}

export const officeHistoryRows: Record<keyof typeof officeHistory, Row> = {
  list: { may: 'office reports', input: ({ club }) => ({ orgId: club.id }) },
  ofPerson: { may: 'office members.read', input: ({ club, anna }) => ({ orgId: club.id, memberId: anna.memberId }) },
  ofEvent: { may: 'office events.read', input: ({ club, eventId }) => ({ orgId: club.id, eventId }) },
}

export const delayedActionRows: Record<keyof typeof delayedActions, Row> = {
  list: { may: 'office any', input: ({ club }) => ({ orgId: club.id }) },
  stopRefund: {
    may: 'office money.refund',
    input: ({ club }) => ({ orgId: club.id, actionId: newId() }),
    outcome: 'too_late_to_stop',
  },
  stopOffer: {
    may: 'office members.write',
    input: ({ club }) => ({ orgId: club.id, actionId: newId() }),
    outcome: 'too_late_to_stop',
  },
  stopMessage: {
    may: 'office messages.send',
    input: ({ club }) => ({ orgId: club.id, actionId: newId() }),
    outcome: 'too_late_to_stop',
  },
  stopGrant: {
    may: 'office members.write',
    input: ({ club }) => ({ orgId: club.id, actionId: newId() }),
    outcome: 'too_late_to_stop',
  },
  stopLeave: {
    may: 'office members.write',
    input: ({ club }) => ({ orgId: club.id, actionId: newId() }),
    outcome: 'too_late_to_stop',
  },
  stopMove: {
    may: 'office events.write',
    input: ({ club }) => ({ orgId: club.id, actionId: newId() }),
    outcome: 'too_late_to_stop',
  },
}
