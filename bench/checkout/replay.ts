import pg from 'pg'
import type { Statement } from '../support/statement.ts'

/** Share of the orders that only warm up. */
const WARM_UP = 0.2

export interface Replayed {
  readonly orders: number
  readonly rate: number
}

/**
 * Sends recorded statements as they were, parameters and transactions included, from a plain client with prepared
 * statements: `connections` orders at a time, each on its own connection.
 */
export async function replay(
  url: string,
  orders: readonly (readonly Statement[])[],
  connections: number,
): Promise<Replayed> {
  const names = new Map<string, string>()
  const clients = await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new pg.Client({ connectionString: url, application_name: 'bare' })
      await client.connect()
      return client
    }),
  )
  const send = async (client: pg.Client, { text, values }: Statement) => {
    // A text without parameters may have several statements, which cannot be prepared.
    if (values.length === 0) return client.query(text)
    let name = names.get(text)
    if (!name) names.set(text, (name = `s${names.size}`))
    return client.query({ name, text, values: [...values] })
  }

  async function run(some: readonly (readonly Statement[])[]): Promise<number> {
    const waiting = some.values()
    const begun = performance.now()
    await Promise.all(
      clients.map(async (client) => {
        for (const order of waiting) for (const statement of order) await send(client, statement)
      }),
    )
    return (performance.now() - begun) / 1000
  }

  const cold = Math.ceil(orders.length * WARM_UP)
  await run(orders.slice(0, cold))
  const measured = orders.slice(cold)
  const seconds = await run(measured)
  await Promise.all(clients.map((client) => client.end()))
  return { orders: measured.length, rate: measured.length / seconds }
}
