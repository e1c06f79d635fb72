import type { Output, Parsed } from '#contract/endpoint.ts'
import { type Import, type ImportChoices, importTargets, type imports as endpoints } from '#contract/people/imports.ts'
import { cutCpr } from '#contract/people/cut-cpr.ts'
import type { LocalText } from '#contract/local-text.ts'
import { cutText } from '#contract/cut-text.ts'
import { type Db, inTransaction, lockKey, type Reader, type Tx } from '#server/database/db.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import { newId } from '#server/database/new-id.ts'
import { imports } from '#server/database/schema/index.ts'
import { and, eq, sql, type SQL } from '#server/database/sql.ts'
import { recordOfficeChange } from '#server/domains/audit/index.ts'
import { hasLeft } from '#server/domains/members/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { Problem, refuseIfChanged } from '#server/http/problem.ts'
import { hasScope } from '#server/identity/scopes.ts'
import { guessColumns } from './guess-columns.ts'
import { enqueueImport, type ImportRecord, moveImport } from './import-state.ts'
import type { OwnField } from './parse-values.ts'
import { readInThread } from './read-file.ts'

export type Caller = OfficeCaller

export interface Which {
  readonly importId: string
}

export type Seen = Which & { readonly version: number }

/** Of a club: drafts are kept for 30 days. */
const MOST_DRAFTS = 20

/** The row of a guardian, whom the columns of others name. */
export const isGuardian = sql`(found is not null and found ? 'guardianOf')`

const isLeftItself = (rows: string) => {
  const column = (name: string) => sql`${sql.identifier(rows)}.${sql.identifier(name)}`
  const [verdict, choice] = [column('verdict'), column('choice')]
  return sql`(${verdict} = 'error' or ${choice} is not distinct from 'skip' or ${verdict} = 'unsure' and ${choice} is null)`
}

/** Rows of an import that its run leaves out. A guardian is left out with the last of their children. */
export const isLeft = (importId: string): SQL => sql`(${isLeftItself('import_rows')} or ${isGuardian} and row not in (
  select guardians.row from import_rows guardians cross join jsonb_array_elements_text(guardians.found -> 'guardianOf') child
  where guardians.import_id = ${importId} and guardians.found ? 'guardianOf' and child::int not in (
    select children.row from import_rows children where children.import_id = ${importId} and ${isLeftItself('children')})))`

const startChoices: ImportChoices = { dateOrder: 'dmy', membership: 'none', seasonId: null, seasons: [], tags: [] }

/** A club's imports, latest first. */
export async function listImports(db: Db, { organisation }: Caller): Promise<Output<typeof endpoints.list>> {
  const { rows } = await db.execute<Output<typeof endpoints.list>[number] & Record<string, unknown>>(sql`
    select imports.id, state, file_name as "fileName", ${fullNameOf('members')} as by,
      (select count(*)::int from import_rows where import_id = imports.id) as rows,
      ${moments}
    from imports join members on members.id = imports.created_by
    where org_id = ${organisation.id} order by imports.created_at desc limit 100`)
  return rows
}

const isoOf = (column: SQL) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const moments = sql`${isoOf(sql`imports.created_at`)} as "createdAt", ${isoOf(sql`ended_at`)} as "endedAt", ${isoOf(sql`undo_until`)} as "undoUntil"`

/** Begins an import with a file. It is read outside of a transaction, and CPR numbers are cut before anything is stored. */
export async function uploadImport(
  db: Db,
  caller: Caller,
  { bytes, fileName, cut = 0 }: Parsed<typeof endpoints.upload>,
): Promise<Import> {
  const file = await readInThread(bytes)
  const { actor, organisation } = caller
  const cells = file.rows.map((row) => row.cells)
  return inTransaction(db, async (tx) => {
    await lockKey(tx, `imports ${organisation.id}`)
    const { rows } = await tx.execute<{ drafts: number; columns: string[] | null }>(sql`
      select (select count(*)::int from imports where org_id = ${organisation.id} and state in ('draft', 'checking', 'checked')) as drafts,
        (select columns from imports where org_id = ${organisation.id} and heads = ${file.heads && sql.param([...file.heads])}::text[]
          and cardinality(columns) = ${file.columns} and checked_at is not null order by created_at desc limit 1) as columns`)
    const { drafts, columns: known } = rows[0]!
    if (drafts >= MOST_DRAFTS) throw new Problem('import_too_many_drafts', { data: { most: MOST_DRAFTS } })
    const own = new Set((await selectOwnFields(tx, organisation.id)).map(({ id }) => `field:${id}`))
    const [record] = await tx
      .insert(imports)
      .values({
        id: newId(),
        orgId: organisation.id,
        createdBy: actor.actorId,
        fileName: cutText(cutCpr(fileName).text, 200),
        encoding: file.encoding,
        separator: file.separator,
        heads: file.heads && [...file.heads],
        columns:
          known?.map((target) => (target.startsWith('field:') && !own.has(target) ? '' : target)) ??
          guessColumns(file.heads, cells, file.columns),
        knownColumns: known !== null,
        choices: startChoices,
        cutNumbers: file.cut + cut,
      })
      .returning()
    await insertRows(tx, record!.id, file.rows)
    return presentImport(tx, caller, record!)
  })
}

export const insertRows = (
  tx: Tx,
  importId: string,
  rows: readonly { readonly row: number; readonly cells: readonly string[] }[],
) =>
  tx.execute(sql`
    insert into import_rows (import_id, row, cells)
    select ${importId}::uuid, rows.row, array(select jsonb_array_elements_text(rows.cells))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) rows (row int, cells jsonb)`)

/** @param rows only these */
export const deleteGuardians = (tx: Tx, importId: string, rows: readonly number[] | null = null) =>
  tx.execute(sql`
    delete from import_rows where import_id = ${importId} and ${isGuardian}
      and (${rows === null} or row = any(${sql.param([...(rows ?? [])])}::int[]))`)

/** An import with what its step needs. */
export async function showImport(db: Db, caller: Caller, which: Which): Promise<Import> {
  return presentImport(db, caller, await selectImport(db, caller, which))
}

export async function selectImport(db: Reader, { organisation }: Caller, { importId }: Which): Promise<ImportRecord> {
  const [record] = await db.select().from(imports).where(isOf(organisation.id, importId))
  if (!record) throw new Problem('import_not_found')
  return record
}

const isOf = (orgId: string, importId: string) => and(eq(imports.id, importId), eq(imports.orgId, orgId))

/** Locks an import before it is changed. @param version what the caller saw */
export async function lockImport(
  tx: Tx,
  caller: Caller,
  { importId, version }: Which & { readonly version?: number | undefined },
): Promise<ImportRecord> {
  const [record] = await tx.select().from(imports).where(isOf(caller.organisation.id, importId)).for('update')
  if (!record) throw new Problem('import_not_found')
  await refuseIfChanged(record, version, () => presentImport(tx, caller, record))
  return record
}

/** Anything found by earlier columns and choices no longer holds. */
async function backToDraft(
  tx: Tx,
  caller: Caller,
  record: ImportRecord,
  changes: Partial<Pick<ImportRecord, 'columns' | 'choices'>>,
): Promise<Import> {
  if (record.state !== 'draft') await moveImport(tx, record, 'draft', by(caller, 'changed'))
  await deleteGuardians(tx, record.id)
  const [saved] = await tx
    .update(imports)
    .set({ ...changes, version: sql`version + 1` })
    .where(eq(imports.id, record.id))
    .returning()
  return presentImport(tx, caller, saved!)
}

export const by = ({ actor }: Caller, reason: string) => ({ reason, actorId: actor.actorId })

/** Saves which field each column is. */
export async function saveColumns(
  tx: Tx,
  caller: Caller,
  { columns, ...which }: Parsed<typeof endpoints.saveColumns>,
): Promise<Import> {
  const record = await lockImport(tx, caller, which)
  const own = (await selectOwnFields(tx, caller.organisation.id)).map(({ id }) => `field:${id}`)
  const errors = columns.flatMap((target, at) => {
    if (target === '') return []
    const isKnown = own.includes(target) || (importTargets as readonly string[]).includes(target)
    if (!isKnown) return [{ path: `columns.${at}`, message: 'column_unknown' }]
    return columns.indexOf(target) < at ? [{ path: `columns.${at}`, message: 'column_twice' }] : []
  })
  const hasName = ['firstName', 'lastName', 'fullName'].some((name) => columns.includes(name))
  if (!hasName) errors.push({ path: 'columns', message: 'column_name_missing' })
  if (columns.length !== record.columns.length) errors.push({ path: 'columns', message: 'columns_differ' })
  if (errors.length > 0) throw new Problem('invalid_input', { errors })
  return backToDraft(tx, caller, record, { columns })
}

/** Saves how dates are read, which seasons the people get, and their tags. */
export async function saveChoices(
  tx: Tx,
  caller: Caller,
  { choices, ...which }: Parsed<typeof endpoints.saveChoices>,
): Promise<Import> {
  const record = await lockImport(tx, caller, which)
  const seasons = new Set((await selectSeasons(tx, caller.organisation.id)).map(({ id }) => id))
  const errors: { path: string; message: string }[] = []
  if (choices.membership === 'season' && (choices.seasonId === null || !seasons.has(choices.seasonId)))
    errors.push({ path: 'choices.seasonId', message: 'season_missing' })
  if (choices.membership === 'column' && !record.columns.includes('membership'))
    errors.push({ path: 'choices.membership', message: 'membership_column_missing' })
  choices.seasons.forEach(({ seasonId }, at) => {
    if (seasonId !== null && !seasons.has(seasonId))
      errors.push({ path: `choices.seasons.${at}`, message: 'season_missing' })
  })
  if (errors.length > 0) throw new Problem('invalid_input', { errors })
  return backToDraft(tx, caller, record, { choices })
}

/** Deletes an import that has not run. */
export async function discardImport(tx: Tx, caller: Caller, which: Seen): Promise<void> {
  const record = await lockImport(tx, caller, which)
  if (!['draft', 'checking', 'checked'].includes(record.state)) throw new Problem('import_not_now')
  await tx.delete(imports).where(eq(imports.id, record.id))
}

/** Starts the run of a checked import. One of a club runs at a time, because two could add the same people. */
export async function startRun(tx: Tx, caller: Caller, which: Seen): Promise<Import> {
  const record = await lockAlone(tx, caller, which)
  const { rows } = await tx.execute<{ rows: number }>(
    sql`select count(*)::int as rows from import_rows where import_id = ${record.id} and not ${isLeft(record.id)}`,
  )
  if (record.state !== 'checked' || rows[0]!.rows === 0) throw new Problem('import_not_now')
  const running = await moveImport(tx, record, 'running', by(caller, 'asked'))
  await recordImport(tx, caller, record, 'import_started', { rows: rows[0]!.rows })
  await enqueueImport(tx, record.id)
  return presentImport(tx, caller, running)
}

/** Starts taking an import back, or some of its rows. */
export async function startUndo(
  tx: Tx,
  caller: Caller,
  { rows, ...which }: Parsed<typeof endpoints.undo>,
): Promise<Import> {
  const record = await lockAlone(tx, caller, which)
  if (record.state !== 'done' || record.undoUntil === null || record.undoUntil <= tx.now)
    throw new Problem('import_not_now')
  const undoing = await moveImport(tx, record, 'undoing', by(caller, 'asked'), { undoRows: rows ?? null })
  // A row that could not be taken back is tried again.
  await tx.execute(
    sql`update import_rows set kept = null where import_id = ${record.id} and kept is not null and ${isChosen(rows)}`,
  )
  await recordImport(tx, caller, record, 'import_undo_started', rows ? { rows: rows.length } : {})
  await enqueueImport(tx, record.id)
  return presentImport(tx, caller, undoing)
}

const isChosen = (rows: readonly number[] | undefined) =>
  rows ? sql`row = any(${sql.param([...rows])}::int[])` : sql`true`

async function lockAlone(tx: Tx, caller: Caller, which: Seen): Promise<ImportRecord> {
  await lockKey(tx, `imports ${caller.organisation.id}`)
  const record = await lockImport(tx, caller, which)
  const { rows } = await tx.execute(
    sql`select from imports where org_id = ${record.orgId} and id <> ${record.id} and state in ('running', 'undoing')`,
  )
  if (rows.length > 0) throw new Problem('import_running')
  return record
}

export const recordImport = (
  tx: Tx,
  caller: Parameters<typeof recordOfficeChange>[1],
  { id, fileName }: Pick<ImportRecord, 'id' | 'fileName'>,
  name:
    | 'import_started'
    | 'import_finished'
    | 'import_undo_started'
    | 'import_undone'
    | 'import_invited'
    | 'import_invite_stopped',
  after: Record<string, unknown>,
): Promise<void> => recordOfficeChange(tx, caller, { name, thing: 'import', thingId: id, label: fileName, after })

/** The fields that a club added to its register. */
export async function selectOwnFields(
  db: Reader,
  orgId: string,
): Promise<(OwnField & { readonly label: LocalText })[]> {
  const { rows } = await db.execute<{
    id: string
    kind: OwnField['kind']
    label: LocalText
    options: LocalText[]
  }>(sql`
    select id, kind, label, options from club_fields where org_id = ${orgId} and archived_at is null order by position, id limit 30`)
  return rows.map(({ options, ...field }) => ({ ...field, options: options.map(({ da }) => da) }))
}

export async function selectSeasons(db: Reader, orgId: string): Promise<Import['seasons']> {
  const { rows } = await db.execute<Import['seasons'][number] & Record<string, unknown>>(sql`
    select id, name_texts as name, start_date::text as "startDate", end_date::text as "endDate" from membership_configurations
    where org_id = ${orgId} and published_at is not null order by start_date desc, danish_order(name), id limit 200`)
  return rows
}

/** A value of each column, and those of the column of memberships. */
async function selectValues(db: Reader, { id, columns }: ImportRecord) {
  const membership = columns.indexOf('membership') + 1
  const { rows } = await db.execute<{ samples: (string | null)[]; values: Import['values'] }>(sql`
    select array(
        select (select cells[number] from import_rows where import_id = ${id} and row < first.row + 20 and cells[number] <> '' order by row limit 1)
        from generate_series(1, ${columns.length}) number order by number) as samples,
      (select coalesce(json_agg(found), '[]') from (
        select cells[${membership}] as value, count(*)::int as rows from import_rows
        where import_id = ${id} and ${membership} > 0 and cells[${membership}] <> '' group by 1 order by 2 desc, 1 limit 100) found) as values
    from (select min(row) as row from import_rows where import_id = ${id}) first`)
  return { samples: rows[0]!.samples.map((one) => one ?? ''), values: rows[0]!.values }
}

type Counts = Import['counts']

async function countRows(db: Reader, importId: string): Promise<Counts & { rows: number }> {
  const is = (verdict: string) => sql`count(*) filter (where verdict = ${verdict})::int`
  const { rows } = await db.execute<Counts & { rows: number } & Record<string, unknown>>(sql`
    select count(*)::int as rows, ${is('new')} as new, ${is('same')} as same, ${is('changes')} as changes, ${is('unsure')} as unsure, ${is('error')} as error,
      count(*) filter (where verdict = 'unsure' and choice is not null)::int as chosen, count(*) filter (where ${isLeft(importId)})::int as left,
      count(*) filter (where found ->> 'guardianMissing' is not null and not ${isLeft(importId)})::int as "guardiansMissing",
      count(*) filter (where ${isGuardian} and verdict = 'new' and not ${isLeft(importId)})::int as guardians,
      count(done_at)::int as done, count(*) filter (where (made ->> 'created')::boolean)::int as added,
      count(*) filter (where not (made ->> 'created')::boolean and (made ->> 'changed')::boolean)::int as changed,
      count(*) filter (where made ->> 'termId' is not null)::int as memberships,
      count(undone_at)::int as undone, count(kept)::int as kept,
      (select count(distinct id)::int from (${invitable(importId)}) people) as invitable,
      (count(distinct member_id) filter (where invited_at is not null))::int as invited
    from import_rows where import_id = ${importId}`)
  return rows[0]!
}

/** People of an import who have an address and no sign-in, and were not invited. */
export const invitable = (importId: string): SQL => sql`
  select rows.row, members.id, members.email from import_rows rows join members on members.id = rows.member_id
  join imports on imports.id = rows.import_id
  join club_people people on people.org_id = imports.org_id and people.member_id = members.id and people.managed
    and not ${hasLeft(sql`people`)}
  where rows.import_id = ${importId} and rows.undone_at is null and rows.invited_at is null and members.email is not null and members.enabled
    and not exists (select from member_identities own where own.member_id = members.id)`

export async function presentImport(db: Reader, caller: Caller, record: ImportRecord): Promise<Import> {
  const { id, state, version, fileName, encoding, separator, heads, columns, choices } = record
  const { rows, ...counts } = await countRows(db, id)
  const values = await selectValues(db, record)
  const seasons = await selectSeasons(db, record.orgId)
  const ownFields = (await selectOwnFields(db, record.orgId)).map((field) => ({ id: field.id, label: field.label }))
  const { rows: facts } = await db.execute<{ by: string; isOpen: boolean }>(sql`
    select ${fullNameOf('members')} as by, coalesce(${record.undoUntil}::timestamptz > portal_now(), false) as "isOpen"
    from members where id = ${record.createdBy}`)
  const { by: author, isOpen } = facts[0]!
  const may = hasScope(caller.actor, 'members.write', caller.organisation.key, 'write')
  const isDraft = state === 'draft' || state === 'checked'
  return {
    id,
    state,
    version,
    fileName,
    encoding,
    separator,
    rows,
    heads,
    columns,
    knownColumns: record.knownColumns,
    choices,
    ...values,
    seasons,
    ownFields,
    cutNumbers: record.cutNumbers,
    counts,
    by: author,
    createdAt: record.createdAt.toISOString(),
    endedAt: record.endedAt?.toISOString() ?? null,
    undoUntil: record.undoUntil?.toISOString() ?? null,
    can: {
      check: may && isDraft,
      run: may && state === 'checked' && rows > counts.left,
      undo: may && state === 'done' && isOpen && counts.done > counts.undone,
      discard: may && (isDraft || state === 'checking'),
      invite: may && state === 'done' && counts.invitable > 0,
    },
  }
}
