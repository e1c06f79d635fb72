import { randomUUID } from 'node:crypto'
import type { operator } from '#contract/operator.ts'
import { newToken } from '#server/database/new-id.ts'
import type { Row } from './authorisation-outcomes.ts'

const reason = 'A question of theirs'

export const operatorRows: Record<keyof typeof operator, Row> = {
  clubs: { may: 'operator', input: () => ({}) },
  check: { may: 'operator', input: () => ({ key: 'SEJL' }) },
  tryKey: { may: 'operator', input: () => ({ key: randomUUID() }) },
  create: {
    may: 'operator',
    input: () => ({
      token: newToken(),
      key: `M${newToken().slice(0, 12)}`,
      name: 'A new club',
      contactEmail: 'office@club.example',
      city: '',
      address: '',
      cvr: null,
      colour: null,
      memberships: [],
      people: [],
      gatewayKey: null,
    }),
  },
  show: { may: 'operator', input: ({ club }) => ({ orgKey: club.key }) },
  // It is live already.
  goLive: {
    may: 'operator',
    input: ({ club }) => ({ orgId: club.id, confirmation: club.key, reason, ended: 0 }),
    outcome: 'club_state_changed',
  },
  changeState: {
    may: 'operator',
    input: ({ club }) => ({ orgId: club.id, to: 'live', reason, pausedText: null }),
    outcome: 'club_state_changed',
  },
  setKey: { may: 'operator', input: ({ club }) => ({ orgId: club.id, key: club.gatewayKey, reason }) },
  correct: {
    may: 'operator',
    input: ({ club }) => ({ orgId: club.id, name: 'Rowing club', contactEmail: 'office@example.com', reason }),
  },
  setStorage: { may: 'operator', input: ({ club }) => ({ orgId: club.id, megabytes: 1000, reason }) },
  invite: {
    may: 'operator',
    input: ({ club }) => ({ orgId: club.id, email: 'chair@example.com', role: 'chair', reason }),
  },
  health: { may: 'operator', input: () => ({}) },
  retryJob: { may: 'operator', input: () => ({ jobId: '999999999' }), outcome: 'not_found' },
  dropJob: { may: 'operator', input: () => ({ jobId: '999999999', reason }), outcome: 'not_found' },
  people: { may: 'operator', input: () => ({ search: 'anna' }) },
  history: { may: 'operator', input: () => ({}) },
  setEnabled: { may: 'operator', input: ({ dan }) => ({ memberId: dan.memberId, enabled: true, reason }) },
}
