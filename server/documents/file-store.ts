import { createHash } from 'node:crypto'
import { type Db, inTransaction } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { tablesWithFiles, unusedFiles } from '#server/database/schema/index.ts'
import { inArray, sql } from '#server/database/sql.ts'
import { Problem } from '#server/http/problem.ts'
import { type Bucket, bucketFault } from './bucket.ts'

/** Where a file's bytes are, as its row says: in the row itself, or in the bucket and the row's are empty. */
export type Stored = { readonly bytes: Buffer; readonly bucketKey: string | null }

/** The bytes of pictures and files, in PostgreSQL or in a bucket. */
export interface FileStore {
  /**
   * Stores bytes before the transaction that writes their row. Those that no row takes within a day are removed again. Throws
   * `files_unavailable`.
   */
  put(db: Db, bytes: Buffer): Promise<Stored>
  /** Null when the bucket has lost the file. Throws `unavailable`. */
  get(stored: Stored): Promise<Buffer | null>
  /** The fault and what to do, or null. @param db for whether a bucket is missing */
  fault(db: Db | null): Promise<string | null>
  /** Removes files from the bucket that no row has any more. @returns how many */
  removeUnused(db: Db): Promise<number>
}

/** Names of files in the bucket begin so. */
export const FILES = 'files/'
const newKey = (hash: string) => `${FILES}${newId()}-${hash}`

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** The hash of a file's bytes, which its key ends with. */
export const hashOfKey = (key: string): string => key.slice(-64)

/** Milliseconds after which a refusal no longer says that the bucket refuses. */
const REFUSES_FOR = 60_000

/** Files removed at a time. */
const CHUNK = 100

/** @param write whether new files go to the bucket; those that are there are read in either case */
export function createFileStore(bucket: Bucket | null, { write }: { readonly write: boolean }): FileStore {
  let refusal: { readonly at: number; readonly what: string } | null = null

  async function watched<T>(call: Promise<T>): Promise<T> {
    try {
      const answer = await call
      refusal = null
      return answer
    } catch (error) {
      refusal = { at: performance.now(), what: bucketFault(error) }
      throw error
    }
  }

  return {
    async put(db, bytes) {
      if (!bucket || !write) return { bytes, bucketKey: null }
      const bucketKey = newKey(hashOf(bytes))
      await db.execute(sql`insert into ${unusedFiles} values (${bucketKey}, portal_now() + interval '1 day')`)
      try {
        await watched(bucket.put(bucketKey, bytes))
      } catch (cause) {
        throw new Problem('files_unavailable', { cause })
      }
      return { bytes: Buffer.alloc(0), bucketKey }
    },
    async get({ bytes, bucketKey }) {
      if (bucketKey === null) return bytes
      if (!bucket) throw new Problem('unavailable', { cause: new Error(notSet) })
      const found = await watched(bucket.get(bucketKey)).catch(refuse)
      if (found === null) return null
      const read = Buffer.from(found)
      if (hashOf(read) !== hashOfKey(bucketKey)) throw new Error(`The bucket has other bytes for ${bucketKey}`)
      return read
    },
    async fault(db) {
      // A database that does not answer is another fault, and before its update it has no columns to ask for.
      if (!bucket) return db && (await hasFilesInBucket(db).catch(() => false)) ? `FILES_BUCKET_URL: ${notSet}` : null
      const listed = await bucket.list(FILES, 1).then(() => null, bucketFault)
      const recent = refusal && performance.now() - refusal.at < REFUSES_FOR ? refusal.what : null
      const what = listed ?? recent
      return (
        what &&
        `FILES_BUCKET_URL: the bucket ${what}: see its address, key, secret and room. New pictures and files are refused, and those in it are not shown`
      )
    },
    async removeUnused(db) {
      if (!bucket) return 0
      for (let removed = 0; ;) {
        const due = await db
          .select({ key: unusedFiles.key })
          .from(unusedFiles)
          .where(sql`remove_after <= portal_now()`)
          .limit(CHUNK)
        const keys = due.map(({ key }) => key)
        if (keys.length === 0) return removed
        for (const key of keys) await watched(bucket.remove(key))
        await inTransaction(db, (tx) => tx.delete(unusedFiles).where(inArray(unusedFiles.key, keys)))
        removed += keys.length
      }
    },
  }
}

const notSet = 'is missing, and pictures and files are in a bucket: set it to that, with its key and secret'

function refuse(cause: unknown): never {
  throw new Problem('unavailable', { retryAfter: 5, cause })
}

async function hasFilesInBucket(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ any: boolean }>(
    sql`select ${sql.join(
      Object.keys(tablesWithFiles).map(
        (table) => sql`exists (select from ${sql.identifier(table)} where bucket_key is not null)`,
      ),
      sql` or `,
    )} as any`,
  )
  return rows[0]!.any
}
