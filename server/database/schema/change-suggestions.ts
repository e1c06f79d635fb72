import type { SuggestedFields } from '#contract/people/profile.ts'
import { index, jsonb, pgTable, sql, text, uniqueIndex, uuid } from '../sql.ts'
import { id, moment, writtenAt } from './columns.ts'
import { members } from './members.ts'
import { organisations } from './organisations.ts'

/** Changes of somebody's details that an office suggests to them. */
export const changeSuggestions = pgTable(
  'change_suggestions',
  {
    id: id(),
    orgId: uuid('org_id')
      .notNull()
      .references(() => organisations.id),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id),
    suggestedBy: uuid('suggested_by')
      .notNull()
      .references(() => members.id),
    /** The suggested values by field. */
    fields: jsonb('fields').$type<Partial<SuggestedFields>>().notNull(),
    /** Why, in the office's words. */
    note: text('note').notNull().default(''),
    /** The fields that were accepted; the others were declined. */
    accepted: text('accepted').array(),
    answeredAt: moment('answered_at'),
    withdrawnAt: moment('withdrawn_at'),
    createdAt: writtenAt('created_at'),
  },
  (table) => [
    uniqueIndex('change_suggestions_open')
      .on(table.orgId, table.memberId)
      .where(sql`answered_at is null and withdrawn_at is null`),
    index('change_suggestions_member').on(table.memberId, table.orgId, table.createdAt),
  ],
)
