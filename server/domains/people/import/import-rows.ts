import type { Output, Parsed } from '#contract/endpoint.ts'
import {
  type Import,
  type ImportRow,
  type imports as endpoints,
  MOST_CELL,
  MOST_ROWS,
} from '#contract/people/imports.ts'
import { cutCpr } from '#contract/people/cut-cpr.ts'
import { cutText } from '#contract/cut-text.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { importRows } from '#server/database/schema/index.ts'
import { and, asc, eq, gt, isNotNull, sql } from '#server/database/sql.ts'
import { Problem } from '#server/http/problem.ts'
import { checkAgain } from './check-import.ts'
import type { Found } from './check-rows.ts'
import type { ImportRecord } from './import-state.ts'
import { insertRows, lockImport } from './imports.ts'
import { type Caller, isGuardian, presentImport, selectImport, type Which } from './show-import.ts'
import { splitName } from './parse-values.ts'

const PAGE = 50
/** Children whom a row of a guardian names. */
const MOST_NAMED = 20

type RowRecord = typeof importRows.$inferSelect
const foundIn = ({ found }: Pick<RowRecord, 'found'>) => found as unknown as Found

/** Rows in the order of the file, a page at a time. */
export async function listRows(
  db: Db,
  caller: Caller,
  { verdict, after = 0, ...which }: Parsed<typeof endpoints.rows>,
): Promise<Output<typeof endpoints.rows>> {
  const record = await selectImport(db, caller, which)
  const rows = await db
    .select()
    .from(importRows)
    .where(
      and(
        eq(importRows.importId, record.id),
        gt(importRows.row, after),
        isNotNull(importRows.verdict),
        verdict === 'kept' ? isNotNull(importRows.kept) : verdict && eq(importRows.verdict, verdict),
      ),
    )
    .orderBy(asc(importRows.row))
    .limit(PAGE + 1)
  const shown = rows.slice(0, PAGE)
  return { rows: shown.map(presentRow), next: rows.length > PAGE ? shown.at(-1)!.row : null }
}

function presentRow(record: RowRecord): ImportRow {
  const {
    person,
    errors,
    split,
    candidates,
    changes,
    addressOf,
    guardianMissing = null,
    guardianOf,
    guardianKeeps,
  } = foundIn(record)
  return {
    row: record.row,
    cells: record.cells,
    verdict: record.verdict!,
    name: `${person.firstName} ${person.lastName}`.trim(),
    dateOfBirth: person.dateOfBirth,
    email: person.email,
    phone: person.phone,
    postCode: person.postCode,
    errors: [...errors],
    split: [...split],
    changes: [...changes],
    candidates: [...candidates],
    addressOf,
    guardianMissing,
    ...(guardianOf && { guardianOf: guardianOf.slice(0, MOST_NAMED) }),
    ...(guardianKeeps !== undefined && { guardianKeeps }),
    choice: record.choice,
    candidate: record.candidate,
    memberId: record.memberId,
    undone: record.undoneAt !== null,
    kept: record.kept as ImportRow['kept'],
  }
}

/**
 * Corrects cells of a row and checks it again, alone and beside those of the file that it can be. Of a guardian the columns of their children are
 * corrected, which may name somebody else then: the first child's row is the answer.
 */
export async function fixRow(
  tx: Tx,
  caller: Caller,
  { row, cells, ...which }: Parsed<typeof endpoints.fixRow>,
): Promise<ImportRow> {
  const { record, found } = await lockRow(tx, caller, which, row)
  const children = foundIn(found).guardianOf
  const isColumn = (column: number) =>
    column < record.columns.length && (!children || record.columns[column]!.startsWith('guardian'))
  if (!cells.every(({ column }) => isColumn(column)))
    throw new Problem('invalid_input', { errors: [{ path: 'cells', message: 'no such column' }] })
  const rows = children ?? [row]
  for (const one of rows) {
    const stored = await selectRow(tx, record.id, one)
    const fixed = record.columns.map((_, at) => stored!.cells[at] ?? '')
    for (const { column, value } of cells) fixed[column] = cutText(cutCpr(value).text, MOST_CELL)
    await writeCells(tx, record, one, fixed)
  }
  await checkAgain(tx, record, rows)
  return presentRow((await selectRow(tx, record.id, rows[0]!))!)
}

const writeCells = (tx: Tx, { id }: ImportRecord, row: number, cells: string[]) =>
  tx
    .update(importRows)
    .set({ cells })
    .where(and(eq(importRows.importId, id), eq(importRows.row, row)))

/** Makes two rows of one. The second has no address and birth date of its own, and stands behind the others. */
export async function splitRow(
  tx: Tx,
  caller: Caller,
  { row, ...which }: Parsed<typeof endpoints.splitRow>,
): Promise<Import> {
  const { record, found } = await lockRow(tx, caller, which, row)
  const [first, second] = foundIn(found).split
  if (first === undefined || second === undefined) throw new Problem('import_not_now')
  const lastAt = record.columns.indexOf('lastName')
  const surname = found.cells[lastAt] ?? ''
  const partsOf = (name: string) => {
    if (surname) return [name.slice(0, -surname.length).trim(), surname] as const
    return lastAt === -1 ? ([name, ''] as const) : splitName(name)
  }
  const cellsOf = (name: string, isSecond: boolean) =>
    record.columns.map((target, at) => {
      const [firstName, lastName] = partsOf(name)
      if (target === 'fullName') return name
      if (target === 'firstName') return firstName
      if (target === 'lastName') return lastName
      return isSecond && (target === 'email' || target === 'dateOfBirth') ? '' : (found.cells[at] ?? '')
    })
  const { rows } = await tx.execute<{ last: number; count: number }>(
    sql`select max(row) as last, count(*)::int as count from import_rows where import_id = ${record.id}`,
  )
  if (rows[0]!.count >= MOST_ROWS) throw new Problem('import_too_many_rows', { data: { most: MOST_ROWS } })
  const added = rows[0]!.last + 1
  await writeCells(tx, record, row, cellsOf(first, false))
  await insertRows(tx, record.id, [{ row: added, cells: cellsOf(second, true) }])
  await checkAgain(tx, record, [row, added])
  return presentImport(tx, caller, await selectImport(tx, caller, which))
}

/** Says of unsure rows whether they are the same person, another one, or skipped; and of guardians, whether they are skipped or not. */
export async function chooseRows(
  tx: Tx,
  caller: Caller,
  { row, choice, candidate = 0, ...which }: Parsed<typeof endpoints.choose>,
): Promise<Import> {
  const record = await lockChecked(tx, caller, which)
  const { rowCount } = await tx.execute(sql`
    update import_rows set choice = case verdict when 'unsure' then ${choice}::text else nullif(${choice}::text, 'other') end,
      candidate = ${candidate}
    where import_id = ${record.id} and ${row === undefined ? sql`verdict = 'unsure' and choice is null` : sql`row = ${row}`}
      and (verdict = 'unsure' and ${candidate} < jsonb_array_length(found -> 'candidates')
        or ${isGuardian} and verdict in ('new', 'same', 'changes') and ${choice}::text in ('skip', 'other'))`)
  if (row !== undefined && rowCount === 0) throw new Problem('import_not_now')
  return presentImport(tx, caller, record)
}

async function lockChecked(tx: Tx, caller: Caller, which: Which): Promise<ImportRecord> {
  const record = await lockImport(tx, caller, which)
  if (record.state !== 'checked') throw new Problem('import_not_now')
  return record
}

async function lockRow(tx: Tx, caller: Caller, which: Which, row: number) {
  const record = await lockChecked(tx, caller, which)
  const found = await selectRow(tx, record.id, row)
  if (!found) throw new Problem('import_not_found')
  return { record, found }
}

async function selectRow(tx: Tx, importId: string, row: number): Promise<RowRecord | undefined> {
  const [found] = await tx
    .select()
    .from(importRows)
    .where(and(eq(importRows.importId, importId), eq(importRows.row, row)))
  return found
}
