import { AsyncLocalStorage } from 'node:async_hooks'
import { type IncomingMessage, Server } from 'node:http'
import pg from 'pg'

/** Whether a statement is sent for a callback of the gateway, which comes when it comes: from a payment of an earlier test, too. */
const inCallback = new AsyncLocalStorage<boolean>()
const emit = Reflect.get(Server.prototype, 'emit')
Server.prototype.emit = function (this: Server, event: string, ...args: unknown[]) {
  const isCallback = event === 'request' && (args[0] as IncomingMessage).url?.includes('/payment/callback') === true
  return inCallback.run(isCallback, () => Reflect.apply(emit, this, [event, ...args]) as boolean)
} as typeof emit

/** The statements that this process sends to PostgreSQL while `work` runs, without those for callbacks. */
export async function sentBy(work: () => Promise<unknown>): Promise<string[]> {
  const query = Reflect.get(pg.Client.prototype, 'query')
  const sent: string[] = []
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first] = args as [string | pg.QueryConfig]
    const text = typeof first === 'string' ? first : first.text
    // Without keep-alive queries of listening connections, and settings of new ones.
    if (text !== 'select 1' && !text.startsWith('set statement_timeout') && !inCallback.getStore()) sent.push(text)
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
