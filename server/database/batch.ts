import DataLoader from 'dataloader'
import { type Db, type Reader, sharingPool } from './db.ts'

/** The loaders of each batch, by what they read. */
const batches = new WeakMap<Reader, Map<object, DataLoader<string, unknown>>>()

/** A `Db` for work on several things at once, in which every `batched` read of an id happens once. */
export function startBatch(db: Db): Db {
  const batch = sharingPool(db)
  batches.set(batch, new Map())
  return batch
}

/**
 * A read by id. In a batch, those who ask in the same turn of the event loop share one statement.
 * @param many reads for several ids, and returns what finds the answer for each
 * @param one reads for a single id, if that is prepared
 */
export function batched<T>(
  many: (db: Reader, ids: readonly string[]) => Promise<(id: string) => T>,
  one = async (db: Reader, id: string): Promise<T> => (await many(db, [id]))(id),
): (db: Reader, id: string) => Promise<T> {
  const load = async (db: Reader, ids: readonly string[]): Promise<T[]> => {
    if (ids.length === 1) return [await one(db, ids[0]!)]
    const find = await many(db, ids)
    return ids.map((id) => find(id))
  }
  return (db, id) => {
    const loaders = batches.get(db)
    if (!loaders) return one(db, id)
    const loader = loaders.get(many) ?? new DataLoader((ids) => load(db, ids), { batchScheduleFn: setImmediate })
    loaders.set(many, loader)
    return loader.load(id) as Promise<T>
  }
}

/**
 * Hands ids to `work` together: those that come while it is busy are its next batch, so that a batch is as large as the backlog.
 * @param work answers each id, in their order
 */
export function inBatches<T>(work: (ids: readonly string[]) => Promise<readonly T[]>): (id: string) => Promise<T> {
  let latest: Promise<unknown> = Promise.resolve()
  const start = (ids: readonly string[]) => {
    const answers = work(ids)
    latest = answers.catch(() => null)
    return answers
  }
  const loader = new DataLoader(start, {
    cache: false,
    batchScheduleFn: (dispatch) => void latest.then(dispatch),
  })
  return (id) => loader.load(id)
}
