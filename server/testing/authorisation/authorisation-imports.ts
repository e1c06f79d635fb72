import type { api } from '#contract/api.ts'
import { newId } from '#server/database/new-id.ts'
import type { Row } from './authorisation-outcomes.ts'

const gone = 'import_not_found'
const read = 'office members.read'
const write = 'office members.write'
const one = ({ club }: { club: { id: string } }) => ({ orgId: club.id, importId: newId() })
const seen = (world: { club: { id: string } }) => ({ ...one(world), version: 1 })

/** An office's calls on lists of people that it imports. */
export const importRows: Record<keyof (typeof api)['imports'], Row> = {
  list: { may: read, input: ({ club }) => ({ orgId: club.id }) },
  upload: {
    may: write,
    input: ({ club }) => ({ orgId: club.id, fileName: 'a.csv', bytes: new Uint8Array() }),
    outcome: 'import_file_empty',
  },
  show: { may: read, input: one, outcome: gone },
  discard: { may: write, input: seen, outcome: gone },
  saveColumns: { may: write, input: (world) => ({ ...seen(world), columns: ['fullName'] }), outcome: gone },
  saveChoices: {
    may: write,
    input: (world) => ({
      ...seen(world),
      choices: { dateOrder: 'dmy', membership: 'none', seasonId: null, seasons: [], tags: [] },
    }),
    outcome: gone,
  },
  check: { may: write, input: seen, outcome: gone },
  rows: { may: read, input: one, outcome: gone },
  fixRow: {
    may: write,
    input: (world) => ({ ...one(world), row: 2, cells: [{ column: 0, value: 'A' }] }),
    outcome: gone,
  },
  splitRow: { may: write, input: (world) => ({ ...one(world), row: 2 }), outcome: gone },
  choose: { may: write, input: (world) => ({ ...one(world), choice: 'same' }), outcome: gone },
  run: { may: write, input: seen, outcome: gone },
  undo: { may: write, input: seen, outcome: gone },
  households: { may: read, input: one, outcome: gone },
  linkHousehold: {
    may: write,
    input: (world) => ({ ...one(world), guardianId: newId(), childIds: [newId()] }),
    outcome: gone,
  },
  invitePreview: { may: read, input: one, outcome: gone },
  invite: { may: write, input: one, outcome: gone },
  stopInvite: {
    may: write,
    input: ({ club }) => ({ orgId: club.id, actionId: newId() }),
    outcome: 'too_late_to_stop',
  },
}
