import { pgTable, text } from '../sql.ts'
import { moment } from './columns.ts'

/** Keys in the bucket that no row has: of a file that is being stored, and of one that was deleted. Triggers of the tables with files write it. */
export const unusedFiles = pgTable('unused_files', {
  key: text('key').primaryKey(),
  removeAfter: moment('remove_after').notNull(),
})

/** Tables whose rows may have bytes in the bucket, with the columns for their keys. */
export const tablesWithFiles = {
  thread_attachments: ['bucket_key'],
  member_images: ['bucket_key'],
  stored_pictures: ['bucket_key', 'small_key'],
} as const
