import { languages } from '#contract/values.ts'
import { index, pgTable, text, uuid } from '../sql.ts'
import { id, moment, writtenAt } from './columns.ts'
import { members } from './members.ts'
import { organisations } from './organisations.ts'

/** An address at which a calendar program reads, without a sign-in. */
export const calendarFeeds = pgTable(
  'calendar_feeds',
  {
    id: id(),
    /** Who made it; it shows no more than they may see. */
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => members.id),
    kind: text('kind', { enum: ['person', 'family', 'club'] }).notNull(),
    personId: uuid('person_id').references(() => members.id),
    orgId: uuid('org_id').references(() => organisations.id),
    language: text('language', { enum: languages }).notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    createdAt: writtenAt('created_at'),
    lastReadAt: moment('last_read_at'),
    revokedAt: moment('revoked_at'),
  },
  (table) => [index('calendar_feeds_owner').on(table.ownerId, table.id)],
)
