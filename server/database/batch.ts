import { setImmediate as turnEnds } from 'node:timers/promises'
import { type Db, type Reader, sharingPool } from './db.ts'

type Pick<T> = (id: string) => T

interface Reads {
  readonly known: Map<string, Promise<unknown>>
  next: { readonly ids: string[]; readonly read: Promise<Pick<unknown>> } | null
}

/** The reads of each batch. */
const batches = new WeakMap<Db, Map<object, Reads>>()

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
  many: (db: Reader, ids: readonly string[]) => Promise<Pick<T>>,
  one = async (db: Reader, id: string): Promise<T> => (await many(db, [id]))(id),
): (db: Reader, id: string) => Promise<T> {
  const readSoon = async (db: Db, reads: Reads, ids: readonly string[]): Promise<Pick<T>> => {
    await turnEnds()
    reads.next = null
    const [id, ...others] = ids
    if (others.length > 0) return many(db, ids)
    const only = await one(db, id!)
    return () => only
  }
  return (db, id) => {
    const batch = db.brand === 'db' ? batches.get(db) : undefined
    if (!batch) return one(db, id)
    const reads = batch.get(many) ?? { known: new Map(), next: null }
    batch.set(many, reads)
    const known = reads.known.get(id) as Promise<T> | undefined
    if (known) return known
    if (!reads.next) {
      const ids: string[] = []
      reads.next = { ids, read: readSoon(db as Db, reads, ids) }
    }
    reads.next.ids.push(id)
    const found = reads.next.read.then((pick) => pick(id) as T)
    reads.known.set(id, found)
    return found
  }
}
