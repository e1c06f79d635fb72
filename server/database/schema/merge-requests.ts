import { index, pgTable, sql, uniqueIndex, uuid } from '../sql.ts'
import { id, moment, writtenAt } from './columns.ts'
import { members } from './members.ts'
import { organisations } from './organisations.ts'

/** Two people who both sign in, asked by an office whether they are one. */
export const mergeRequests = pgTable(
  'merge_requests',
  {
    id: id(),
    orgId: uuid('org_id')
      .notNull()
      .references(() => organisations.id),
    keptId: uuid('kept_id')
      .notNull()
      .references(() => members.id),
    goneId: uuid('gone_id')
      .notNull()
      .references(() => members.id),
    askedBy: uuid('asked_by')
      .notNull()
      .references(() => members.id),
    askedAt: writtenAt('asked_at'),
    until: moment('until').notNull(),
    keptAgreedAt: moment('kept_agreed_at'),
    goneAgreedAt: moment('gone_agreed_at'),
    declinedBy: uuid('declined_by').references(() => members.id),
    declinedAt: moment('declined_at'),
    withdrawnAt: moment('withdrawn_at'),
    mergedAt: moment('merged_at'),
  },
  (table) => [
    uniqueIndex('merge_requests_open')
      .on(table.orgId, sql`least(kept_id, gone_id)`, sql`greatest(kept_id, gone_id)`)
      .where(sql`declined_at is null and withdrawn_at is null and merged_at is null`),
    index('merge_requests_kept').on(table.keptId),
    index('merge_requests_gone').on(table.goneId),
  ],
)
