import { pgTable, primaryKey, text, uuid } from '../sql.ts'
import { bytea, writtenAt } from './columns.ts'
import { organisations } from './organisations.ts'

/** A club's logo and its cover as served. In their own table, so that club rows stay small. */
export const clubPictures = pgTable(
  'club_pictures',
  {
    orgId: uuid('org_id')
      .notNull()
      .references(() => organisations.id),
    use: text('use', { enum: ['logo', 'cover'] }).notNull(),
    /** The version in the picture's URL, also in the club's row. */
    version: text('version').notNull(),
    contentType: text('content_type').notNull(),
    bytes: bytea('bytes').notNull(),
    /** What lists and phones show, WebP. */
    small: bytea('small').notNull(),
    createdAt: writtenAt('created_at'),
  },
  (table) => [primaryKey({ columns: [table.orgId, table.use] })],
)
