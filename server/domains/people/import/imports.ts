import type { Parsed } from '#contract/endpoint.ts'
import { type Import, type ImportChoices, importTargets, type imports as endpoints } from '#contract/people/imports.ts'
import { cutCpr } from '#contract/people/cut-cpr.ts'
import { cutText } from '#contract/cut-text.ts'
import { type Db, inTransaction, lockKey, type Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { imports } from '#server/database/schema/index.ts'
import { eq, sql } from '#server/database/sql.ts'
import { recordOfficeChange } from '#server/domains/audit/index.ts'
import { Problem, refuseIfChanged } from '#server/http/problem.ts'
import { guessColumns } from './guess-columns.ts'
import { enqueueImport, type ImportRecord, moveImport } from './import-state.ts'
import { readInThread } from './read-file.ts'
import {
  type Caller,
  isGuardian,
  isLeft,
  isOf,
  presentImport,
  selectOwnFields,
  selectSeasons,
  type Which,
} from './show-import.ts'

export type Seen = Which & { readonly version: number }

/** Of a club: drafts are kept for 30 days. */
const MOST_DRAFTS = 20

const startChoices: ImportChoices = { dateOrder: 'dmy', membership: 'none', seasonId: null, seasons: [], tags: [] }

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
