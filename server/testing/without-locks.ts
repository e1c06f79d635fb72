import pg from 'pg'

/** Runs `work` while this process takes no row locks of a kind, to show that a race test then fails. */
export async function withoutLocks<T>(kind: 'for no key update' | 'for key share', work: () => Promise<T>): Promise<T> {
  const query = Reflect.get(pg.Client.prototype, 'query')
  pg.Client.prototype.query = function (this: pg.Client, first: unknown, ...rest: unknown[]) {
    const config = first as { text?: string; name?: string }
    const locks = typeof config.text === 'string' && config.text.includes(kind)
    // Under another name, because the connection may have prepared the original.
    const unlocked = locks && {
      ...config,
      name: `${config.name ?? 'unnamed'}_unlocked`,
      // `for key share of "table"`, too.
      text: config.text!.replace(new RegExp(`${kind}( of "\\w+")?`), ''),
    }
    return Reflect.apply(query, this, [unlocked || first, ...rest])
  } as typeof query
  try {
    return await work()
  } finally {
    pg.Client.prototype.query = query
  }
}
