import { AsyncLocalStorage } from 'node:async_hooks'
import { type IncomingMessage, Server } from 'node:http'
import pg from 'pg'

/**
 * For what a statement is sent. Callbacks of the gateway come when they come, from a payment of an earlier test, too; what the server does by
 * itself from time to time has no sender.
 */
const sender = new AsyncLocalStorage<'callback' | 'request' | 'work'>()
const emit = Reflect.get(Server.prototype, 'emit')
Server.prototype.emit = function (this: Server, event: string, ...args: unknown[]) {
  const send = () => Reflect.apply(emit, this, [event, ...args]) as boolean
  if (event !== 'request') return send()
  const isCallback = (args[0] as IncomingMessage).url?.includes('/payment/callback') === true
  return sender.run(isCallback ? 'callback' : 'request', send)
} as typeof emit

/** The statements that `work` and the requests of its time send to PostgreSQL, without those for callbacks. */
export async function sentBy(work: () => Promise<unknown>): Promise<string[]> {
  const query = Reflect.get(pg.Client.prototype, 'query')
  const sent: string[] = []
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first] = args as [string | pg.QueryConfig]
    const text = typeof first === 'string' ? first : first.text
    const isCounted = sender.getStore() === 'request' || sender.getStore() === 'work'
    // Without keep-alive queries of listening connections, and settings of new ones.
    if (isCounted && text !== 'select 1' && !text.startsWith('set statement_timeout')) sent.push(text)
    return Reflect.apply(query, this, args)
  } as typeof query
  try {
    await sender.run('work', work)
  } finally {
    pg.Client.prototype.query = query
  }
  return sent
}

/** The number of statements that this process sends while `work` runs. */
export const countQueries = async (work: () => Promise<unknown>): Promise<number> => (await sentBy(work)).length
