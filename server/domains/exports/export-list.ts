import { type Export, EXPORTED_AT_ONCE, type ExportFormat } from '#contract/exports.ts'
import type { Filter } from '#contract/filters.ts'
import { copenhagenDate } from '#server/database/clock.ts'
import { type Db, inTransaction, lockKey, type Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import type { Replica } from '#server/database/replica.ts'
import { fileWords } from '#server/documents/format.ts'
import { exports } from '#server/database/schema/index.ts'
import { and, eq, getTableColumns, sql } from '#server/database/sql.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { type HistorySight, historySight, recordOfficeChange } from '#server/domains/audit/index.ts'
import { mayFilter } from '#server/domains/memberships/index.ts'
import { Problem } from '#server/http/problem.ts'
import type { Answered } from '#server/http/route.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { exportedLists, type ExportedList, type ListName } from './lists.ts'
import { writeExport } from './jobs.ts'
import { contentTypeOf, writeFile } from './write-file.ts'

const HOURS_KEPT = 24
/** Of one club in a day. */
const MOST = 200
/** Rows read at once in the background. */
const PART = 2500

/** Writes a list to a file: at once when it is short, by a job otherwise. */
export async function exportList(
  db: Db,
  caller: OfficeCaller,
  list: ListName,
  { format, orgId, ...asked }: { readonly format: ExportFormat; readonly orgId: string } & Record<string, unknown>,
): Promise<Export> {
  const { organisation, actor } = caller
  const { language } = actor.via
  const of = fileWords((await listOf(list).of?.(db, orgId, asked, language)) ?? '')
  const query = { ...asked, ...(list === 'history' && historySight(caller)), ...(of && { of }) }
  const first = await listOf(list).read(db, orgId, query, { limit: EXPORTED_AT_ONCE }, language)
  const isSmall = first.next === null
  const bytes = isSmall ? await fileOf({ list, format, language, query }, first.rows) : null
  return inTransaction(db, async (tx) => {
    await lockExports(tx, organisation.id)
    const [row] = await tx
      .insert(exports)
      .values({
        id: newId(),
        orgId: organisation.id,
        createdBy: actor.memberId,
        list,
        format,
        language,
        query,
        total: isSmall ? first.rows.length : first.total,
        done: isSmall ? first.rows.length : 0,
        bytes,
        readyAt: isSmall ? tx.now : null,
      })
      .returning(shown)
    const written = ofClub(row!)
    if (isSmall) await recordWritten(tx, written)
    else await enqueue(tx, writeExport, { exportId: written.id }, { key: `export ${written.id}`, maxAttempts: 5 })
    return present(written)
  })
}

/** How far it is. Exports of other clubs and lists are not found. */
export async function showExport(
  db: Db,
  caller: OfficeCaller,
  list: ListName,
  { exportId }: { readonly exportId: string },
): Promise<Export> {
  return present(await findExport(db, caller, list, exportId))
}

/** The file, once it is written. Whoever fetches it is in the club's history. */
export async function fetchExport(
  tx: Tx,
  caller: OfficeCaller,
  list: ListName,
  { exportId }: { readonly exportId: string },
): Promise<Answered> {
  const row = await findExport(tx, caller, list, exportId)
  const [file] = await tx.select({ bytes: exports.bytes }).from(exports).where(eq(exports.id, exportId))
  if (!file?.bytes) throw new Problem('not_found')
  await recordOfficeChange(tx, caller, {
    name: 'export_downloaded',
    thing: 'export',
    thingId: row.id,
    label: fileNameOf(row),
    after: { list, format: row.format, rows: row.total },
  })
  return { contentType: contentTypeOf(row.format), fileName: fileNameOf(row), bytes: file.bytes }
}

export interface ExportServices {
  readonly db: Db
  readonly replica: Replica
}

/** Writes a long list, a part at a time. Begins anew when it was interrupted. */
export async function writeInBackground({ db, replica }: ExportServices, exportId: string): Promise<void> {
  const [found] = await db.select(shown).from(exports).where(eq(exports.id, exportId))
  if (!found || found.readyAt) return
  const row = ofClub(found)
  const list = listOf(row.list)
  const rows: unknown[] = []
  let after: string | undefined
  do {
    const part = await replica.read(db, row.createdAt.getTime(), (from) =>
      list.read(from, row.orgId, row.query, { after, limit: PART }, row.language),
    )
    rows.push(...part.rows)
    after = part.next ?? undefined
    await inTransaction(db, (tx) => tx.update(exports).set({ done: rows.length }).where(eq(exports.id, exportId)))
  } while (after)
  const bytes = await fileOf(row, rows)
  await inTransaction(db, async (tx) => {
    const [written] = await tx
      .update(exports)
      .set({ bytes, done: rows.length, total: rows.length, readyAt: tx.now })
      .where(eq(exports.id, exportId))
      .returning(shown)
    if (written) await recordWritten(tx, ofClub(written))
  })
}

const fileOf = (
  { list, format, language, query }: Pick<ExportRow, 'list' | 'format' | 'language' | 'query'>,
  rows: readonly unknown[],
) => writeFile(format, listOf(list).fileName(language), listOf(list).columns(language, query, rows), rows)

/** In the club's history, once it is known how many rows there are. */
const recordWritten = (tx: Tx, row: ExportRow) =>
  recordOfficeChange(
    tx,
    { actor: { actorId: row.createdBy }, organisation: { id: row.orgId } },
    {
      name: 'export_created',
      thing: 'export',
      thingId: row.id,
      label: fileNameOf(row),
      after: { list: row.list, format: row.format, rows: row.total },
    },
  )

/** After the last attempt. */
export const failExport = (db: Db, exportId: string) =>
  inTransaction(db, (tx) => tx.update(exports).set({ failedAt: tx.now }).where(eq(exports.id, exportId)))

/** Gives up exports whose worker died on the last attempt. @returns how many */
export async function failAbandonedExports(db: Db): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update exports set failed_at = portal_now()
    where ready_at is null and failed_at is null and created_at < portal_now() - interval '2 hours' and not exists (
      select from graphile_worker.jobs
      where key = 'export ' || exports.id and (locked_at is not null or attempts < max_attempts))`)
  return rowCount ?? 0
}

/** Deletes files after a day. @returns how many */
export async function deleteOldExports(db: Db): Promise<number> {
  const { rowCount } = await db.execute(
    sql`delete from exports where created_at < portal_now() - make_interval(hours => ${HOURS_KEPT})`,
  )
  return rowCount ?? 0
}

const listOf = (name: ListName) => exportedLists[name] as unknown as ExportedList<Record<string, unknown>, unknown>

export const { bytes: _, ...shown } = getTableColumns(exports)
type AnyRow = Omit<typeof exports.$inferSelect, 'bytes'>
/** A list of a club. */
type ExportRow = AnyRow & { readonly orgId: string; readonly list: ListName; readonly format: ExportFormat }

/** An export about a person has no club, and is found by its own queries. */
export const ofClub = (row: AnyRow) => row as ExportRow

export const isKept = sql`${exports.createdAt} >= portal_now() - make_interval(hours => ${HOURS_KEPT})`

async function findExport(db: Db | Tx, caller: OfficeCaller, list: ListName, id: string): Promise<ExportRow> {
  const [row] = await db
    .select(shown)
    .from(exports)
    .where(and(eq(exports.id, id), eq(exports.orgId, caller.organisation.id), eq(exports.list, list), isKept))
  if (!row || !mayFetch(caller, row)) throw new Problem('not_found')
  return ofClub(row)
}

/** Whether an export shows its reader only what their own would. */
export function mayFetch(caller: OfficeCaller, { list, query }: Pick<AnyRow, 'list' | 'query'>): boolean {
  if (!mayFilter(caller, query['filter'] as Filter | undefined)) return false
  if (list !== 'history') return true
  // One from before does not say what was hidden, and may hold all.
  const { money = true, hidden = [] } = query as Partial<HistorySight>
  const sight = historySight(caller)
  return (sight.money || !money) && sight.hidden.every((thing) => hidden.includes(thing))
}

/** Throws `too_many_exports`: each is a copy of people's data. */
async function lockExports(tx: Tx, orgId: string): Promise<void> {
  await lockKey(tx, `exports ${orgId}`)
  if ((await tx.$count(exports, and(eq(exports.orgId, orgId), isKept))) >= MOST) throw new Problem('too_many_exports')
}

const fileNameOf = ({ list, format, language, createdAt, query: { of } }: ExportRow): string =>
  `${[listOf(list).fileName(language), of, copenhagenDate(createdAt)].filter(Boolean).join('-')}.${format}`

export const expiryOf = (createdAt: Date): string =>
  new Date(createdAt.getTime() + HOURS_KEPT * 3_600_000).toISOString()

export const present = (row: ExportRow): Export => ({
  id: row.id,
  format: row.format,
  fileName: fileNameOf(row),
  state: row.readyAt ? 'ready' : row.failedAt ? 'failed' : 'running',
  total: row.total,
  done: row.done,
  createdAt: row.createdAt.toISOString(),
  expiresAt: expiryOf(row.createdAt),
})
