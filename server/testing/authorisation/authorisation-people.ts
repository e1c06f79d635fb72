import type { personNotes } from '#contract/people/notes.ts'
import type { personTimeline } from '#contract/people/timeline.ts'
import { newId } from '#server/database/new-id.ts'
import type { Row } from './authorisation-outcomes.ts'
import type { World } from './authorisation-world.ts'

const person = ({ club, anna }: World) => ({ orgId: club.id, memberId: anna.memberId })
const fields = { kind: 'call', text: 'She rows on Mondays.', followUpOn: null } as const
const writing = 'office members.write'

export const personNoteRows: Record<keyof typeof personNotes, Row> = {
  list: { may: 'office members.read', input: person },
  add: { may: writing, input: (world) => ({ ...person(world), ...fields }) },
  save: {
    may: writing,
    input: (world) => ({ ...person(world), ...fields, clubNoteId: newId(), version: 1 }),
    outcome: 'not_found',
  },
  mark: {
    may: writing,
    input: (world) => ({ ...person(world), clubNoteId: newId(), done: true }),
    outcome: 'not_found',
  },
  remove: { may: writing, input: (world) => ({ ...person(world), clubNoteId: newId() }), outcome: 'not_found' },
}

export const personTimelineRows: Record<keyof typeof personTimeline, Row> = {
  list: { may: 'office members.read', input: person },
}
