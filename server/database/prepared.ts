import type { Reader } from './db.ts'

/**
 * A statement of the query builder that is built once for each connection instead of at every run. Its values are
 * `sql.placeholder`s. For what an order asks several times; elsewhere nobody feels the difference.
 */
export function prepared<Q extends object>(build: (db: Reader) => { prepare(name: string): Q }): (db: Reader) => Q {
  const built = new WeakMap<object, Q>()
  return (db) => {
    const { $client } = db as Reader & { $client: object }
    const known = built.get($client)
    if (known) return known
    // The connection names it: see `keepPrepared`.
    const statement = build(db).prepare('')
    built.set($client, statement)
    return statement
  }
}
