import pg from 'pg'

/** Locks of rows (`for update of "orders" skip locked`), and of a key until the end of the transaction. */
const locks = / for (no key update|update|key share|share)( of "?\w+"?)?( skip locked)?|pg_advisory_xact_lock/g

/** Runs `work` while the portal takes no locks in this process, to show that a race test then fails. The job queue keeps its own. */
export async function withoutLocks<T>(work: () => Promise<T>): Promise<T> {
  const query = Reflect.get(pg.Client.prototype, 'query')
  pg.Client.prototype.query = function (this: pg.Client, first: unknown, ...rest: unknown[]) {
    const { text = '', name } = first as { text?: string; name?: string }
    const unlocked = text.includes('graphile_worker') ? text : text.replace(locks, '')
    // Under another name, because the connection may have prepared the original.
    const changed = unlocked !== text && { ...(first as object), text: unlocked, name: name && `${name}_unlocked` }
    return Reflect.apply(query, this, [changed || first, ...rest])
  } as typeof query
  try {
    return await work()
  } finally {
    pg.Client.prototype.query = query
  }
}
