import { type Import, MOST_ROWS } from '#contract/people/imports.ts'
import { textIn } from '#contract/local-text.ts'
import { copenhagenDate, portalNow } from '#server/database/clock.ts'
import { type Db, inTransaction, type Reader, type Tx } from '#server/database/db.ts'
import { importRows } from '#server/database/schema/index.ts'
import { asc, eq, sql } from '#server/database/sql.ts'
import { hasLeft } from '#server/domains/members/index.ts'
import { Problem } from '#server/http/problem.ts'
import { type CheckedRow, checkRows, type Registered } from './check-rows.ts'
import { type FileRow, type GuardianRow, guardianReading, nameGuardians } from './guardians.ts'
import { enqueueImport, type ImportRecord, moveImport } from './import-state.ts'
import { by, deleteGuardians, insertRows, lockImport, type Seen } from './imports.ts'
import { type Caller, isGuardian, presentImport, selectOwnFields, selectSeasons } from './show-import.ts'
import { parseRow, type Reading } from './parse-values.ts'

/** Rows written in one statement. */
const PART = 1000

/** Has a job compare every row with the register. */
export async function startCheck(tx: Tx, caller: Caller, which: Seen): Promise<Import> {
  const record = await lockImport(tx, caller, which)
  // Guardians are rows, too. Whether there are too many is known by a check alone, which is rarely needed.
  const cells = ['guardianName', 'guardianEmail', 'guardianPhone'].map(
    (target) => sql`coalesce(cells[${record.columns.indexOf(target) + 1}], '')`,
  )
  const named = sql.join(cells, sql` || ' ' || `)
  const { rows } = await tx.execute<{ most: number }>(sql`
    select (count(*) + count(distinct ${named}))::int as most from import_rows where import_id = ${record.id} and not ${isGuardian}`)
  if (rows[0]!.most > MOST_ROWS) await check(tx, record)
  const checking = await moveImport(tx, record, 'checking', by(caller, 'asked'))
  await enqueueImport(tx, record.id)
  return presentImport(tx, caller, checking)
}

/** Compares all rows with the register. A crash begins it anew: nothing is changed but what is said of the rows. */
export async function checkImport({ db }: { readonly db: Db }, record: ImportRecord): Promise<void> {
  const found = await check(db, record).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'import_too_many_rows') return null
    throw error
  })
  const fileRows = found?.checked.filter(({ guardianOf }) => !guardianOf) ?? []
  for (let at = 0; at < fileRows.length; at += PART)
    await inTransaction(db, (tx) => writeFound(tx, record.id, fileRows.slice(at, at + PART)))
  await inTransaction(db, async (tx) => {
    // Somebody has changed its columns meanwhile.
    const { rows: same } = await tx.execute(
      sql`select from imports where id = ${record.id} and state = 'checking' and version = ${record.version} for update`,
    )
    if (same.length === 0) return
    // Since it was asked for, the register has lost guardians: the next press says why it is refused.
    if (!found) return void (await moveImport(tx, record, 'draft', { reason: 'too many rows' }))
    await deleteGuardians(tx, record.id)
    await insertRows(tx, record.id, found.guardians)
    await writeFound(
      tx,
      record.id,
      found.checked.filter(({ guardianOf }) => guardianOf),
    )
    await moveImport(tx, record, 'checked', { reason: 'all rows' }, { checkedAt: tx.now })
  })
}

/** Lets other work of the process run between parts of a long computation. */
const breathe = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Reads the whole file and finds what each row is, and which rows of guardians it needs besides. */
async function check(
  db: Reader,
  record: ImportRecord,
): Promise<{ readonly checked: CheckedRow[]; readonly guardians: GuardianRow[]; readonly known: readonly FileRow[] }> {
  const all = await db
    .select({ row: importRows.row, cells: importRows.cells, isGuardian: sql<boolean>`coalesce(${isGuardian}, false)` })
    .from(importRows)
    .where(eq(importRows.importId, record.id))
    .orderBy(asc(importRows.row))
  const [rows, known] = [all.filter((one) => !one.isGuardian), all.filter((one) => one.isGuardian)]
  const reading = await readingOf(db, record)
  const parsed = []
  for (const [at, { row, cells }] of rows.entries()) {
    if (at % 500 === 499) await breathe()
    parsed.push({ row, ...parseRow(cells, reading) })
  }
  const [register, seasons] = [await selectRegister(db, record.orgId), await selectSeasons(db, record.orgId)]
  const { columns, today } = reading
  const cells = new Map(rows.map((one) => [one.row, one.cells]))
  const named = nameGuardians(parsed, { cells, columns, register, today, known })
  const { guardians } = named
  if (rows.length + guardians.length > MOST_ROWS)
    throw new Problem('import_too_many_rows', { data: { most: MOST_ROWS } })
  await breathe()
  const theirs = guardianReading(reading)
  // Two names are put right in the column: a child has one guardian.
  const asRows = guardians.map(({ row, cells: each, guardianOf }) => ({
    row,
    ...parseRow(each, theirs),
    split: [],
    guardianOf,
  }))
  const whole = [...named.rows, ...asRows]
  const emails = [...new Set(whole.flatMap(({ person }) => person.email ?? []))]
  const taken = await selectTaken(db, record.orgId, emails)
  await breathe()
  const checked = checkRows(whole, {
    register,
    taken,
    today,
    emailColumn: Math.max(0, columns.indexOf('email')),
    guardianEmailColumn: Math.max(0, columns.indexOf('guardianEmail')),
    seasonName: (id) => {
      const season = seasons.find((one) => one.id === id)
      return season ? textIn(season.name, 'da') : ''
    },
  })
  return { checked, guardians, known }
}

/** Checks the whole file for what these rows are now; others keep what was found and chosen, but for guardians who come or go. */
export async function checkAgain(tx: Tx, record: ImportRecord, changed: readonly number[]): Promise<void> {
  const { checked, guardians, known } = await check(tx, record)
  const { rows: before } = await tx.execute<{ row: number; guardianOf: number[] }>(sql`
    select row, found -> 'guardianOf' as "guardianOf" from import_rows where import_id = ${record.id} and ${isGuardian}`)
  const [was, is] = [before, guardians].map((some) => new Map(some.map((one) => [one.row, one.guardianOf])))
  const differs = (row: number) => JSON.stringify(was!.get(row)) !== JSON.stringify(is!.get(row))
  const touched = [...before, ...guardians].filter(({ row }) => differs(row))
  await deleteGuardians(
    tx,
    record.id,
    known.flatMap(({ row }) => (is!.has(row) ? [] : [row])),
  )
  await insertRows(
    tx,
    record.id,
    guardians.filter(({ row }) => !was!.has(row)),
  )
  const again = new Set([...changed, ...touched.flatMap(({ row, guardianOf }) => [row, ...guardianOf])])
  await writeFound(
    tx,
    record.id,
    checked.filter(({ row }) => again.has(row)),
  )
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
      address_line1 as address, post_code as "postCode", city, country, people.managed, parent_id is not null as "hasGuardian", people.since::text,
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
