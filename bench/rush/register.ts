import { setTimeout as wait } from 'node:timers/promises'
import { pathOf } from '#contract/endpoint.ts'
import { orders } from '#contract/orders/orders.ts'
import { newToken } from '#server/database/new-id.ts'
import { membershipData } from '#server/testing/selection.ts'
import type { Buyer } from '../support/buyer.ts'
import type { lightClient, Request } from '../overload/light-client.ts'
import type { EventOffer } from './world.ts'

/** The call of a browser that registers its member. */
export const registration = (url: string, buyer: Buyer, event: EventOffer): Request => ({
  method: 'POST',
  url: url + pathOf(orders.prepare.path, 'izy'),
  headers: {
    authorization: `Bearer ${buyer.token}`,
    'x-forwarded-for': buyer.ip,
    'content-type': 'application/json',
  },
  body: JSON.stringify({
    token: newToken(),
    membershipData: membershipData([{ memberId: buyer.memberId, event, category: event.category }]),
  }),
})

type Client = ReturnType<typeof lightClient>

/** Repeats the call while it is answered 503. @returns the last status, and the number of 503s */
export async function persist(client: Client, request: Request): Promise<{ status: number; refused: number }> {
  for (let refused = 0; ; refused++) {
    const status = await client.send(request)
    if (status !== 503) return { status, refused }
    await wait(200 + Math.random() * 800)
  }
}

export interface Flow {
  /** Answers a second within the window. */
  readonly rate: number
  /** Number of answers by status, including the warm-up. */
  readonly statuses: Readonly<Record<number, number>>
}

/** Each client sends its next request after the final answer to the last. Counts answers within the window. */
export async function flow(
  client: Client,
  next: () => Request,
  { clients, warmUp, seconds }: { clients: number; warmUp: number; seconds: number },
): Promise<Flow> {
  const statuses: Record<number, number> = {}
  const from = performance.now() + warmUp * 1000
  const to = from + seconds * 1000
  let counted = 0
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < to) {
        const { status } = await persist(client, next())
        statuses[status] = (statuses[status] ?? 0) + 1
        const at = performance.now()
        if (at >= from && at < to) counted++
      }
    }),
  )
  return { rate: counted / seconds, statuses }
}

/** One after the other, and from the first again. */
export function inTurns<T>(list: readonly T[]): () => T {
  let at = 0
  return () => list[at++ % list.length]!
}
