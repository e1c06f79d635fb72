import pg from 'pg'

/** Locks of rows (`for update of "orders" skip locked`), and of a key until the end of the transaction. */
const locks = / for (no key update|update|key share|share)( of "?\w+"?)?( skip locked)?|pg_advisory_xact_lock/g

/**
 * From now on the portal takes no locks in this process. The job queue keeps its own.
 * @param which leaves those of statements without this text
 * @returns a function that puts them back
 */
export function takeLocksOff(which = ''): () => void {
  const query = Reflect.get(pg.Client.prototype, 'query')
  pg.Client.prototype.query = function (this: pg.Client, first: unknown, ...rest: unknown[]) {
    const { text = '', name } = first as { text?: string; name?: string }
    const isMeant = text.includes(which) && !text.includes('graphile_worker')
    const unlocked = isMeant ? text.replace(locks, '') : text
    // Under another name, because the connection may have prepared the original.
    const changed = unlocked !== text && { ...(first as object), text: unlocked, name: name && `${name}_unlocked` }
    return Reflect.apply(query, this, [changed || first, ...rest])
  } as typeof query
  return () => (pg.Client.prototype.query = query)
}

/** Runs `work` without locks, to show that a race test then fails. */
export async function withoutLocks<T>(work: () => Promise<T>): Promise<T> {
  const putBack = takeLocksOff()
  try {
    return await work()
  } finally {
    putBack()
  }
}
