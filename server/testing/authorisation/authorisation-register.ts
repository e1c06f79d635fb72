import type { api } from '#contract/api.ts'
import { newToken } from '#server/database/new-id.ts'
import type { Row } from './authorisation-outcomes.ts'

const may = 'office members.write'
const reads = 'office members.read'
const field = { label: { da: 'Skab' }, options: [] } as const
const gone = { leftOn: '2020-01-01', leaveReason: 'moved', text: '', all: true } as const
const view = { name: 'Børn', shared: false, filter: null, columns: [], sort: null }
/** No such field or view of the club. */
const none = '00000000-0000-4000-8000-000000000000'
const given = { membershipConfId: none, all: true } as const

export const registerRows: Record<keyof (typeof api)['register'], Row> = {
  fields: { may: reads, input: ({ club }) => ({ orgId: club.id }) },
  addField: { may, input: ({ club }) => ({ orgId: club.id, ...field, kind: 'text' }) },
  saveField: {
    may,
    input: ({ club }) => ({ orgId: club.id, fieldId: none, ...field, archived: false, version: 1 }),
    outcome: 'not_found',
  },
  views: { may: reads, input: ({ club }) => ({ orgId: club.id }) },
  addView: { may: reads, input: ({ club }) => ({ orgId: club.id, ...view }) },
  saveView: {
    may: reads,
    input: ({ club }) => ({ orgId: club.id, viewId: none, ...view, version: 1 }),
    outcome: 'not_found',
  },
  deleteView: { may: reads, input: ({ club }) => ({ orgId: club.id, viewId: none }), outcome: 'not_found' },
  tags: { may: reads, input: ({ club }) => ({ orgId: club.id }) },
  tag: { may, input: ({ club }) => ({ orgId: club.id, add: ['Kajak'], remove: [], all: true }) },
  badges: { may: reads, input: ({ club, anna }) => ({ orgId: club.id, ids: [anna.memberId] }) },
  savePerson: {
    may,
    input: ({ club, anna }) => ({ orgId: club.id, memberId: anna.memberId, tags: [], own: {}, version: 999 }),
    outcome: 'changed_meanwhile',
  },
}

/** An office's messages to the people of its register. */
export const memberMessageRows: Record<keyof (typeof api)['memberMessages'], Row> = {
  preview: { may, input: ({ club }) => ({ orgId: club.id, ids: [none] }) },
  send: {
    may,
    input: ({ club }) => ({
      orgId: club.id,
      ids: [none],
      subject: { da: 'Lygte' },
      body: { da: 'Husk en lygte.' },
      token: newToken(),
    }),
    outcome: 'nobody_to_write',
  },
}

/** Nobody leaves, because the day is before they joined, and there is no such season. */
export const bulkRows: Record<keyof (typeof api)['bulk'], Row> = {
  previewLeave: { may, input: ({ club }) => ({ orgId: club.id, leftOn: '2020-01-01', all: true }) },
  leave: { may, input: ({ club }) => ({ orgId: club.id, ...gone }) },
  previewGrant: { may, input: ({ club }) => ({ orgId: club.id, ...given }), outcome: 'configuration_not_found' },
  previewOffer: { may, input: ({ club }) => ({ orgId: club.id, ...given }), outcome: 'configuration_not_found' },
  offer: { may, input: ({ club }) => ({ orgId: club.id, ...given }), outcome: 'configuration_not_found' },
  grant: {
    may,
    input: ({ club }) => ({ orgId: club.id, ...given, reason: 'Helper' }),
    outcome: 'configuration_not_found',
  },
}
