import type { ImportChoices } from '#contract/people/imports.ts'
import { boolean, index, integer, jsonb, pgTable, primaryKey, sql, text, uniqueIndex, uuid } from '../sql.ts'
import { id, moment, writtenAt } from './columns.ts'
import { members } from './members.ts'
import { organisations } from './organisations.ts'

/** A list of people that a club brings: its file, columns and choices, then its run. One of a club runs at a time. */
export const imports = pgTable(
  'imports',
  {
    id: id(),
    orgId: uuid('org_id')
      .notNull()
      .references(() => organisations.id),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => members.id),
    state: text('state', { enum: ['draft', 'checking', 'checked', 'running', 'done', 'undoing', 'undone'] })
      .notNull()
      .default('draft'),
    version: integer('version').notNull().default(1),
    fileName: text('file_name').notNull(),
    encoding: text('encoding'),
    /** Null for a workbook. */
    separator: text('separator'),
    /** Null for a file without a row of heads. */
    heads: text('heads').array(),
    columns: text('columns').array().notNull(),
    /** They were those of an earlier import. */
    knownColumns: boolean('known_columns').notNull().default(false),
    choices: jsonb('choices').$type<ImportChoices>().notNull(),
    /** Civil registration numbers that were cut. */
    cutNumbers: integer('cut_numbers').notNull(),
    /** The rows that are taken back; null for all. */
    undoRows: integer('undo_rows').array(),
    createdAt: writtenAt('created_at'),
    checkedAt: moment('checked_at'),
    endedAt: moment('ended_at'),
    undoUntil: moment('undo_until'),
  },
  (table) => [
    index('imports_org').on(table.orgId, table.createdAt),
    uniqueIndex('imports_running')
      .on(table.orgId)
      .where(sql`state in ('running', 'undoing')`),
    index('imports_unfinished')
      .on(table.id)
      .where(sql`state in ('checking', 'running', 'undoing')`),
  ],
)

/** A row of an import: as it is in the file, as a person, and what was done with it. */
export const importRows = pgTable(
  'import_rows',
  {
    importId: uuid('import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    /** Counted as in the file. */
    row: integer('row').notNull(),
    cells: text('cells').array().notNull(),
    verdict: text('verdict', { enum: ['new', 'same', 'changes', 'unsure', 'error'] }),
    /** The row as a person, its faults, candidates and changes. */
    found: jsonb('found').$type<Record<string, unknown>>(),
    choice: text('choice', { enum: ['same', 'other', 'skip'] }),
    candidate: integer('candidate').notNull().default(0),
    /** The person in the register once it ran, and what the run did to them. */
    memberId: uuid('member_id').references(() => members.id),
    made: jsonb('made').$type<Record<string, unknown>>(),
    doneAt: moment('done_at'),
    invitedAt: moment('invited_at'),
    undoneAt: moment('undone_at'),
    /** Why it could not be taken back. */
    kept: text('kept'),
  },
  (table) => [
    primaryKey({ name: 'import_rows_pk', columns: [table.importId, table.row] }),
    index('import_rows_member')
      .on(table.memberId)
      .where(sql`member_id is not null`),
  ],
)
