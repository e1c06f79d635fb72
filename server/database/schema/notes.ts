import { boolean, index, integer, pgTable, sql, text, uuid } from '../sql.ts'
import { id, moment, writtenAt } from './columns.ts'
import { members } from './members.ts'

/** Members' notes to themselves. */
export const notes = pgTable(
  'notes',
  {
    id: id(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id),
    text: text('text').notNull(),
    done: boolean('done').notNull().default(false),
    version: integer('version').notNull().default(1),
    createdAt: writtenAt('created_at'),
    updatedAt: writtenAt('updated_at'),
    /** The owner can restore it for a day. */
    deletedAt: moment('deleted_at'),
  },
  (table) => [
    index('notes_of_member')
      .on(table.memberId, table.createdAt, table.id)
      .where(sql`deleted_at is null`),
    index('notes_deleted')
      .on(table.deletedAt)
      .where(sql`deleted_at is not null`),
  ],
)
