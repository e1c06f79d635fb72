import { clubTextPurposes } from '#contract/organisations/texts.ts'
import { integer, pgTable, primaryKey, text, uuid } from '../sql.ts'
import { localText, writtenAt } from './columns.ts'
import { members } from './members.ts'
import { organisations } from './organisations.ts'

/** A club's terms of sale and its privacy text, every version. Rows are never changed: orders were agreed to under them. */
export const clubTexts = pgTable(
  'club_texts',
  {
    orgId: uuid('org_id')
      .notNull()
      .references(() => organisations.id),
    purpose: text('purpose', { enum: clubTextPurposes }).notNull(),
    /** 1, 2, 3 … of this purpose. */
    version: integer('version').notNull(),
    text: localText('text'),
    writtenBy: uuid('written_by').references(() => members.id),
    createdAt: writtenAt('created_at'),
  },
  (table) => [primaryKey({ columns: [table.orgId, table.purpose, table.version] })],
)
