import pg from 'pg'

/** The statements that this process sends to PostgreSQL while `work` runs. */
export async function sentBy(work: () => Promise<unknown>): Promise<string[]> {
  const query = Reflect.get(pg.Client.prototype, 'query')
  const sent: string[] = []
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first] = args as [string | pg.QueryConfig]
    const text = typeof first === 'string' ? first : first.text
    // Without keep-alive queries of listening connections, and settings of new ones.
    if (text !== 'select 1' && !text.startsWith('set statement_timeout')) sent.push(text)
    return Reflect.apply(query, this, args)
  } as typeof query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query
  }
  return sent
}

/** The number of statements that this process sends while `work` runs. */
export const countQueries = async (work: () => Promise<unknown>): Promise<number> => (await sentBy(work)).length
