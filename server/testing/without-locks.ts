import pg from 'pg'

/** Runs `work` while this process takes no locks on events, to show that a race test then oversells. */
export async function withoutEventLocks<T>(work: () => Promise<T>): Promise<T> {
  const query = Reflect.get(pg.Client.prototype, 'query')
  pg.Client.prototype.query = function (this: pg.Client, first: unknown, ...rest: unknown[]) {
    const config = first as { text?: string; name?: string }
    const locks = typeof config.text === 'string' && config.text.includes('for no key update')
    // Under another name, because the connection may have prepared the original.
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
