import { pgTable, text } from '../sql.ts'
import { moment } from './columns.ts'

/** Keys in the bucket that no row has: of a file that is being stored, and of one that was deleted. Triggers of the tables with files write it. */
export const unusedFiles = pgTable('unused_files', {
  key: text('key').primaryKey(),
  removeAfter: moment('remove_after').notNull(),
})
