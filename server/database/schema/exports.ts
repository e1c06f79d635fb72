import { languages } from '#contract/values.ts'
import { index, integer, jsonb, pgTable, sql, text, uuid } from '../sql.ts'
import { bytea, id, moment, writtenAt } from './columns.ts'
import { members } from './members.ts'
import { organisations } from './organisations.ts'

/** A list of a club as a file, or what is held about a person: being written until `readyAt` or `failedAt`, deleted after a day. */
export const exports = pgTable(
  'exports',
  {
    id: id(),
    /** Null for what is held about a person. */
    orgId: uuid('org_id').references(() => organisations.id),
    /** Whom it is about. */
    memberId: uuid('member_id'),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => members.id),
    list: text('list', {
      enum: ['members', 'payments', 'owes', 'history', 'registrations', 'couponCodes', 'person'],
    }).notNull(),
    format: text('format', { enum: ['csv', 'xlsx', 'zip'] }).notNull(),
    language: text('language', { enum: languages }).notNull(),
    /** Search, filter, order and day, as they were chosen. */
    query: jsonb('query').$type<Record<string, unknown>>().notNull(),
    total: integer('total').notNull(),
    done: integer('done').notNull().default(0),
    bytes: bytea('bytes'),
    createdAt: writtenAt('created_at'),
    readyAt: moment('ready_at'),
    failedAt: moment('failed_at'),
  },
  (table) => [
    index('exports_of_org').on(table.orgId, table.createdAt),
    index('exports_created').on(table.createdAt),
    index('exports_of_person')
      .on(table.memberId, table.createdAt)
      .where(sql`member_id is not null`),
  ],
)
