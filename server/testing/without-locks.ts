import pg from 'pg'

/** Runs `work` while this process takes no row locks of a kind, to show that a race test then fails. */
export const withoutLocks = <T>(kind: 'for no key update' | 'for key share', work: () => Promise<T>): Promise<T> =>
  // `for key share of "table"`, and those that skip what is locked, too.
  withQueries((text) => text.replace(new RegExp(`${kind}( of "\\w+")?( skip locked)?`), ''), work)

/** Runs `work` while this process sends changed statements. @param change returns a statement that it leaves as it is */
export async function withQueries<T>(change: (text: string) => string, work: () => Promise<T>): Promise<T> {
  const query = Reflect.get(pg.Client.prototype, 'query')
  pg.Client.prototype.query = function (this: pg.Client, first: unknown, ...rest: unknown[]) {
    const config = first as { text?: string; name?: string }
    const text = typeof config.text === 'string' ? change(config.text) : config.text
    // Under another name, because the connection may have prepared the original.
    const changed = text !== config.text && { ...config, ...(config.name && { name: `${config.name}_changed` }), text }
    return Reflect.apply(query, this, [changed || first, ...rest])
  } as typeof query
  try {
    return await work()
  } finally {
    pg.Client.prototype.query = query
  }
}

/** Statements that end delayed actions whatever their state is. */
export const withoutStates = <T>(work: () => Promise<T>): Promise<T> =>
  withQueries(
    (text) =>
      text.includes('"delayed_actions"')
        ? text
            .replace(/"delayed_actions"\."state" = (\$\d+)/, '($1::text is not null)')
            .replace(/"state" = any\((\$\d+)::text\[\]\)/, '($1::text[] is not null)')
        : text,
    work,
  )
