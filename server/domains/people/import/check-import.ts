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
import { textIn } from '#contract/local-text.ts'
import { copenhagenDate, portalNow } from '#server/database/clock.ts'
import { type Db, inTransaction, type Reader, type Tx } from '#server/database/db.ts'
import { importRows } from '#server/database/schema/index.ts'
import { and, asc, eq, gt, isNotNull, sql } from '#server/database/sql.ts'
import { hasLeft } from '#server/domains/members/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { type CheckedRow, checkRows, type Found, type Registered } from './check-rows.ts'
import { type ImportRecord, moveImport } from './import-state.ts'
import {
  insertRows,
  lockImport,
  presentImport,
  selectImport,
  selectOwnFields,
  selectSeasons,
  type Which,
} from './imports.ts'
import { parseRow, type Reading, splitName } from './parse-values.ts'

type Caller = OfficeCaller

const PAGE = 50
/** Rows written in one statement. */
const PART = 1000

export type RowRecord = typeof importRows.$inferSelect
export const foundIn = ({ found }: Pick<RowRecord, 'found'>) => found as unknown as Found

/** Compares all rows with the register. A crash begins it anew: nothing is changed but what is said of the rows. */
export async function checkImport({ db }: { readonly db: Db }, record: ImportRecord): Promise<void> {
  const rows = await db
    .select({ row: importRows.row, cells: importRows.cells })
    .from(importRows)
    .where(eq(importRows.importId, record.id))
    .orderBy(asc(importRows.row))
  const checked = await check(db, record, rows)
  for (let at = 0; at < checked.length; at += PART)
    await inTransaction(db, (tx) => writeFound(tx, record.id, checked.slice(at, at + PART)))
  await inTransaction(db, async (tx) => {
    // Somebody has changed its columns meanwhile.
    const { rows: same } = await tx.execute(
      sql`select from imports where id = ${record.id} and state = 'checking' and version = ${record.version} for update`,
    )
    if (same.length > 0) await moveImport(tx, record, 'checked', { reason: 'all rows' }, { checkedAt: tx.now })
  })
}

/** Lets other work of the process run between parts of a long computation. */
const breathe = () => new Promise<void>((resolve) => setImmediate(resolve))

async function check(
  db: Reader,
  record: ImportRecord,
  rows: readonly { readonly row: number; readonly cells: readonly string[] }[],
): Promise<CheckedRow[]> {
  const reading = await readingOf(db, record)
  const parsed = []
  for (const [at, { row, cells }] of rows.entries()) {
    if (at % 500 === 499) await breathe()
    parsed.push({ row, ...parseRow(cells, reading) })
  }
  const emails = [...new Set(parsed.flatMap(({ person }) => person.email ?? []))]
  const [register, taken, seasons] = [
    await selectRegister(db, record.orgId),
    await selectTaken(db, record.orgId, emails),
    await selectSeasons(db, record.orgId),
  ]
  await breathe()
  return checkRows(parsed, {
    register,
    taken,
    today: reading.today,
    emailColumn: Math.max(0, record.columns.indexOf('email')),
    seasonName: (id) => {
      const season = seasons.find((one) => one.id === id)
      return season ? textIn(season.name, 'da') : ''
    },
  })
}

async function readingOf(db: Reader, { columns, choices, orgId }: ImportRecord): Promise<Reading> {
  const ownFields = await selectOwnFields(db, orgId)
  return { columns, choices, ownFields, today: copenhagenDate(await portalNow(db)) }
}

/** Everybody in a club's register. @param memberIds only these */
export async function selectRegister(
  db: Reader,
  orgId: string,
  memberIds: readonly string[] | null = null,
): Promise<Registered[]> {
  const { rows } = await db.execute<Registered & Record<string, unknown>>(sql`
    select members.id, first_name as "firstName", last_name as "lastName", email, date_of_birth::text as "dateOfBirth", phone, gender,
      address_line1 as address, post_code as "postCode", city, country, people.managed, people.since::text,
      case when ${hasLeft(sql`people`)} then people.left_on::text end as "leftOn",
      people.left_reason as "leftReason", people.tags, people.fields, coalesce(terms.seasons, '{}') as seasons
    from club_people people join members on members.id = people.member_id
    left join (
      select member_id, array_agg(configuration_id) as seasons from membership_terms
      where org_id = ${orgId} and status in ('held', 'active') group by 1
    ) terms on terms.member_id = members.id
    where people.org_id = ${orgId} and members.enabled
      and (${memberIds === null} or members.id = any(${sql.param([...(memberIds ?? [])])}::uuid[]))`)
  return rows
}

/** Those addresses that somebody outside the register has: nothing else of them is known here. */
async function selectTaken(db: Reader, orgId: string, emails: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.execute<{ email: string }>(sql`
    select email from members where email = any(${sql.param([...emails])}::text[])
      and not (enabled and exists (select from club_people people where people.org_id = ${orgId} and people.member_id = members.id))`)
  return new Set(rows.map(({ email }) => email))
}

const writeFound = (tx: Tx, importId: string, rows: readonly CheckedRow[]) =>
  tx.execute(sql`
    update import_rows set verdict = found.verdict, found = found.found, choice = null, candidate = 0
    from jsonb_to_recordset(${JSON.stringify(rows.map(({ row, verdict, ...found }) => ({ row, verdict, found })))}::jsonb)
      found (row int, verdict text, found jsonb)
    where import_id = ${importId}::uuid and import_rows.row = found.row`)

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
  const { person, errors, split, candidates, changes, addressOf, guardianMissing = null } = foundIn(record)
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
    choice: record.choice,
    candidate: record.candidate,
    memberId: record.memberId,
    undone: record.undoneAt !== null,
    kept: record.kept as ImportRow['kept'],
  }
}

/** Corrects cells of a row and checks it again, alone and beside those of the file that it can be. */
export async function fixRow(
  tx: Tx,
  caller: Caller,
  { row, cells, ...which }: Parsed<typeof endpoints.fixRow>,
): Promise<ImportRow> {
  const { record, found } = await lockRow(tx, caller, which, row)
  const fixed = record.columns.map((_, at) => found.cells[at] ?? '')
  for (const { column, value } of cells) {
    if (column >= fixed.length)
      throw new Problem('invalid_input', { errors: [{ path: 'cells', message: 'no such column' }] })
    fixed[column] = cutText(cutCpr(value).text, MOST_CELL)
  }
  await tx
    .update(importRows)
    .set({ cells: fixed })
    .where(and(eq(importRows.importId, record.id), eq(importRows.row, row)))
  await checkAgain(tx, record, [row])
  return presentRow((await selectRow(tx, record.id, row))!)
}

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
  await tx
    .update(importRows)
    .set({ cells: cellsOf(first, false) })
    .where(and(eq(importRows.importId, record.id), eq(importRows.row, row)))
  await insertRows(tx, record.id, [{ row: added, cells: cellsOf(second, true) }])
  await checkAgain(tx, record, [row, added])
  return presentImport(tx, caller, await selectImport(tx, caller, which))
}

/** Says of unsure rows whether they are the same person, another one, or skipped. */
export async function chooseRows(
  tx: Tx,
  caller: Caller,
  { row, choice, candidate = 0, ...which }: Parsed<typeof endpoints.choose>,
): Promise<Import> {
  const record = await lockChecked(tx, caller, which)
  const { rowCount } = await tx.execute(sql`
    update import_rows set choice = ${choice}, candidate = ${candidate}
    where import_id = ${record.id} and verdict = 'unsure' and ${row === undefined ? sql`choice is null` : sql`row = ${row}`}
      and ${candidate} < jsonb_array_length(found -> 'candidates')`)
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

/** Checks the whole file for what these rows are now; others keep what was found and chosen. */
async function checkAgain(tx: Tx, record: ImportRecord, changed: readonly number[]): Promise<void> {
  const rows = await tx
    .select({ row: importRows.row, cells: importRows.cells })
    .from(importRows)
    .where(eq(importRows.importId, record.id))
    .orderBy(asc(importRows.row))
  const checked = await check(tx, record, rows)
  await writeFound(
    tx,
    record.id,
    checked.filter(({ row }) => changed.includes(row)),
  )
}
