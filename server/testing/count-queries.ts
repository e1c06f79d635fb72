import pg from 'pg'

/** Counts the statements that this process sends to PostgreSQL while `work` runs. */
export async function countQueries(work: () => Promise<unknown>): Promise<number> {
  const query = Reflect.get(pg.Client.prototype, 'query')
  let count = 0
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    // The line that listens knocks by itself now and then.
    if (args[0] !== 'select 1') count++
    return Reflect.apply(query, this, args)
  } as typeof query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query
  }
  return count
}
