import { type Db, inTransaction } from '#server/database/db.ts'
import { tablesWithFiles } from '#server/database/schema/index.ts'
import { sql, type SQL } from '#server/database/sql.ts'
import { type Bucket, openBucket } from '#server/documents/bucket.ts'
import { createFileStore, FILES, type FileStore, hashOf, type Stored } from '#server/documents/file-store.ts'
import { storeOwnPicture } from '#server/domains/events/index.ts'
import type { FilesBucket } from '#server/config.ts'

/** Rows moved at a time. A file has 5 MB at most. */
const BATCH = 8

interface Progress {
  readonly table: string
  /** Rows moved since the start, and those that are left. */
  readonly moved: number
  readonly left: number
}

type Table = keyof typeof tablesWithFiles

/** Moves every file to where new ones are stored. May be stopped at any time, and goes on where it was. @returns how many rows were moved */
export async function moveFiles(
  db: Db,
  files: FilesBucket,
  onProgress: (progress: Progress) => void = () => {},
): Promise<number> {
  const store = createFileStore(openBucket(files), files)
  if (files.write) await storeOwnPictures(db)
  let all = 0
  for (const table of Object.keys(tablesWithFiles) as Table[]) {
    const waits = files.write ? sql`bucket_key is null` : sql`bucket_key is not null`
    let left = await countRows(db, table, waits)
    let moved = 0
    for (let rows = await selectRows(db, table, waits, null); rows.length > 0;) {
      // All of them end before one that failed stops the move: none is moved behind its back.
      const ended = await Promise.allSettled(rows.map((row) => moveRow(db, store, table, row)))
      const failed = ended.find((one) => one.status === 'rejected')
      if (failed) throw failed.reason
      moved += rows.length
      left = Math.max(0, left - rows.length)
      onProgress({ table, moved, left })
      rows = await selectRows(db, table, waits, rows.at(-1)!.id)
    }
    all += moved
  }
  return all
}

type Row = { id: string; large: Stored; small: Stored | null }

const idOf = (table: Table) => sql.identifier(table === 'member_images' ? 'member_id' : 'id')

async function countRows(db: Db, table: Table, waits: SQL): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from ${sql.identifier(table)} where ${waits}`,
  )
  return rows[0]!.count
}

async function selectRows(db: Db, table: Table, waits: SQL, after: string | null): Promise<Row[]> {
  const small = table === 'stored_pictures' ? sql`small, small_key` : sql`null::bytea as small, null as small_key`
  const { rows } = await db.execute<{
    id: string
    bytes: Buffer
    bucket_key: string | null
    small: Buffer | null
    small_key: string | null
  }>(sql`
    select ${idOf(table)} as id, bytes, bucket_key, ${small} from ${sql.identifier(table)}
    where ${waits} and (${after}::uuid is null or ${idOf(table)} > ${after}) order by 1 limit ${BATCH}`)
  return rows.map((row) => ({
    id: row.id,
    large: { bytes: row.bytes, bucketKey: row.bucket_key },
    small: row.small || row.small_key ? { bytes: row.small ?? Buffer.alloc(0), bucketKey: row.small_key } : null,
  }))
}

/** A row whose bytes were changed meanwhile stays as it is: the new ones are where they should be. */
async function moveRow(db: Db, store: FileStore, table: Table, { id, large, small }: Row): Promise<void> {
  const moved = await move(db, store, large)
  const movedSmall = small && (await move(db, store, small))
  const unchanged = large.bucketKey
    ? sql`bucket_key = ${large.bucketKey}`
    : sql`bucket_key is null and sha256(bytes) = decode(${hashOf(large.bytes)}, 'hex')`
  const inBoth =
    table === 'stored_pictures'
      ? sql`, small = ${movedSmall?.bucketKey === null ? movedSmall.bytes : null}, small_key = ${movedSmall?.bucketKey ?? null},
          size = coalesce(size, octet_length(bytes) + coalesce(octet_length(small), 0))`
      : sql``
  await inTransaction(db, (tx) =>
    tx.execute(sql`
      update ${sql.identifier(table)} set bytes = ${moved.bytes}, bucket_key = ${moved.bucketKey} ${inBoth}
      where ${idOf(table)} = ${id} and ${unchanged}`),
  )
}

async function move(db: Db, store: FileStore, stored: Stored): Promise<Stored> {
  const bytes = await store.get(stored)
  if (!bytes) throw new Error(`The bucket has lost ${stored.bucketKey}`)
  return store.put(db, bytes)
}

/** Bytes in the rows of events go to the stored pictures first, which are moved. */
async function storeOwnPictures(db: Db): Promise<void> {
  for (let last: string | null = null; ;) {
    const after: string | null = last
    const { rows }: { rows: { id: string; orgId: string }[] } = await db.execute(sql`
      select event_id as id, events.org_id as "orgId" from event_pictures join events on events.id = event_id
      where octet_length(bytes) > 0 and (${after}::uuid is null or event_id > ${after}) order by event_id limit 100`)
    if (rows.length === 0) return
    for (const { id, orgId } of rows) await inTransaction(db, (tx) => storeOwnPicture(tx, orgId, id))
    last = rows.at(-1)!.id
  }
}

const DAY = 86_400_000

/** Removes files of the portal from the bucket that no row has: after a restore, those that came after the backup. @returns how many */
export async function sweepBucket(db: Db, bucket: Bucket, now = Date.now()): Promise<number> {
  let removed = 0
  let token: string | undefined
  do {
    const { objects, next } = await bucket.list(FILES, 1000, token)
    // One that is being stored has its row in a moment.
    const old = objects.filter(({ LastModified }) => new Date(LastModified).getTime() < now - DAY).map(({ Key }) => Key)
    for (const key of await unknownOf(db, old)) {
      await bucket.remove(key)
      removed++
    }
    token = next
  } while (token)
  return removed
}

async function unknownOf(db: Db, keys: readonly string[]): Promise<string[]> {
  const known = Object.entries(tablesWithFiles).flatMap(([table, columns]) =>
    columns.map((column) => sql`exists (select from ${sql.identifier(table)} where ${sql.identifier(column)} = one)`),
  )
  const { rows } = await db.execute<{ key: string }>(
    sql`select one as key from unnest(${sql.param([...keys])}::text[]) as one where not (${sql.join(known, sql` or `)})`,
  )
  return rows.map(({ key }) => key)
}
