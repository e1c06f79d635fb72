import { bigint, index, pgTable, text } from '../sql.ts'
import { id, moment } from './columns.ts'

/** The backups made by the portal's own command. The files are elsewhere. */
export const backups = pgTable(
  'backups',
  {
    id: id(),
    takenAt: moment('taken_at').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    /** When it was last restored into a database made for that. */
    testedAt: moment('tested_at'),
    /** Why the newest test failed. */
    testFault: text('test_fault'),
  },
  (table) => [index('backups_newest').on(table.takenAt.desc())],
)
