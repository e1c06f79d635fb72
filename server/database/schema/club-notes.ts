import { boolean, date, index, integer, pgTable, sql, text, uniqueIndex, uuid } from '../sql.ts'
import { noteKinds } from '#contract/people/notes.ts'
import { id, moment, writtenAt } from './columns.ts'
import { members } from './members.ts'
import { organisations } from './organisations.ts'

/** Notes of a club's office about a person, invisible to other clubs. */
export const clubNotes = pgTable(
  'club_notes',
  {
    id: id(),
    orgId: uuid('org_id')
      .notNull()
      .references(() => organisations.id),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id),
    kind: text('kind', { enum: noteKinds }).notNull().default('note'),
    text: text('text').notNull(),
    /** Null for one from `member_comments`. */
    authorId: uuid('author_id').references(() => members.id),
    /** When somebody should return to it. */
    followUpOn: date('follow_up_on', { mode: 'string' }),
    doneAt: moment('done_at'),
    /** The one that the specification's calls read and write as `comments`. */
    isComment: boolean('is_comment').notNull().default(false),
    version: integer('version').notNull().default(1),
    createdAt: writtenAt('created_at'),
  },
  (table) => [
    uniqueIndex('club_notes_comment')
      .on(table.orgId, table.memberId)
      .where(sql`is_comment`),
    index('club_notes_person').on(table.memberId, table.orgId, table.createdAt),
    index('club_notes_follow_ups')
      .on(table.orgId, table.followUpOn)
      .where(sql`follow_up_on is not null and done_at is null`),
  ],
)
