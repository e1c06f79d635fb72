import pg from 'pg'

/** Does `work` while this process takes no lock on events: what sells places must then be seen to sell too many. */
export async function withoutEventLocks<T>(work: () => Promise<T>): Promise<T> {
  const query = Reflect.get(pg.Client.prototype, 'query')
  pg.Client.prototype.query = function (this: pg.Client, first: unknown, ...rest: unknown[]) {
    const config = first as { text?: string; name?: string }
    const locks = typeof config.text === 'string' && config.text.includes('for no key update')
    // Under another name, because the connection may have prepared the statement as it is.
    const unlocked = locks && {
      ...config,
      name: `${config.name ?? 'unnamed'}_unlocked`,
      text: config.text!.replace('for no key update', ''),
    }
    return Reflect.apply(query, this, [unlocked || first, ...rest])
  } as typeof query
  try {
    return await work()
  } finally {
    pg.Client.prototype.query = query
  }
}
