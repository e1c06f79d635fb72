import { bigint, index, pgTable } from '../sql.ts'
import { id, moment } from './columns.ts'

/** The backups made by the portal's own command. The files are elsewhere. */
export const backups = pgTable(
  'backups',
  {
    id: id(),
    takenAt: moment('taken_at').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
  },
  (table) => [index('backups_newest').on(table.takenAt.desc())],
)
