import { index, jsonb, pgTable, primaryKey, sql, uniqueIndex, uuid } from '../sql.ts'
import { id, moment, writtenAt } from './columns.ts'
import { members } from './members.ts'
import { organisations } from './organisations.ts'

/** A value that a merge changed. `key` finds the row after the merge. */
export interface Moved {
  readonly table: string
  readonly key: Readonly<Record<string, unknown>>
  readonly column: string
  readonly from: unknown
  readonly to: unknown
}

/** A row that stays with the person who is gone, because the one who is kept holds the like. */
export type AlsoHeld = Pick<Moved, 'table' | 'key'>

/** Two people of a register who are not one: the smaller id first. */
export const duplicatePairs = pgTable(
  'duplicate_pairs',
  {
    orgId: uuid('org_id')
      .notNull()
      .references(() => organisations.id),
    oneId: uuid('one_id')
      .notNull()
      .references(() => members.id),
    otherId: uuid('other_id')
      .notNull()
      .references(() => members.id),
    decidedBy: uuid('decided_by')
      .notNull()
      .references(() => members.id),
    decidedAt: writtenAt('decided_at'),
  },
  (table) => [primaryKey({ columns: [table.orgId, table.oneId, table.otherId] })],
)

/** Two people whom an office made one. */
export const personMerges = pgTable(
  'person_merges',
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
    /** In the order in which they were changed. */
    moved: jsonb('moved').$type<Moved[]>().notNull(),
    alsoHeld: jsonb('also_held').$type<AlsoHeld[]>().notNull(),
    mergedBy: uuid('merged_by')
      .notNull()
      .references(() => members.id),
    mergedAt: writtenAt('merged_at'),
    undoneBy: uuid('undone_by').references(() => members.id),
    undoneAt: moment('undone_at'),
  },
  (table) => [
    uniqueIndex('person_merges_gone')
      .on(table.goneId)
      .where(sql`undone_at is null`),
    index('person_merges_kept').on(table.keptId),
    index('person_merges_org').on(table.orgId, table.mergedAt),
  ],
)
