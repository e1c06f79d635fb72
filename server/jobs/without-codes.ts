import type pg from 'pg'

/** graphile-worker releases its listener's connection twice when that breaks while it is being released, and the pool throws. */
function releaseOnce(client: pg.PoolClient): (broken?: boolean) => void {
  let released = false
  return (broken) => {
    if (released) return
    released = true
    client.release(broken)
  }
}

/** graphile-worker waits up to two minutes after some refusals of a connection; of one without a code, for a second. */
export function withoutCodes(pool: pg.Pool): pg.Pool {
  const connect = () =>
    pool.connect().catch((cause: unknown) => {
      throw new Error('No connection to the database', { cause })
    })
  type Given = (error?: Error, client?: pg.PoolClient, release?: (broken?: boolean) => void) => void
  const connectOrCall = (given?: Given) =>
    given ? void connect().then((client) => given(undefined, client, releaseOnce(client)), given) : connect()
  return new Proxy(pool, {
    get(target, name) {
      if (name === 'connect') return connectOrCall
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}
