import { setTimeout as wait } from 'node:timers/promises'
import { lightClient, type Request } from './light-client.ts'

/** One kind of request of the load. */
export interface Kind {
  readonly name: string
  /** Share of this kind in the load; for `fixed` kinds requests a second. */
  readonly share: number
  readonly fixed?: true
  readonly next: () => Request
  /** Another way to send it. @returns the status */
  readonly send?: (request: Request) => Promise<number>
}

export interface Answer {
  readonly kind: string
  /** The status; 0 when the connection broke. */
  readonly status: number
  /** Milliseconds since it was due. */
  readonly ms: number
}

const TICK = 2

/** Sends at a fixed rate without waiting for answers (open loop), then waits for all. */
export async function openLoop(
  origin: string,
  kinds: readonly Kind[],
  rate: number,
  seconds: number,
): Promise<Answer[]> {
  const client = lightClient(origin)
  const answers: Answer[] = []
  const under: Promise<void>[] = []
  const begun = performance.now()
  const rates = kinds.map(({ share, fixed }) => (fixed ? share : rate * share))
  const sent = kinds.map(() => 0)
  async function exchange(kind: Kind, planned: number) {
    const status = await (kind.send ?? client.send)(kind.next())
    answers.push({ kind: kind.name, status, ms: performance.now() - planned })
  }
  for (let now = begun; now < begun + seconds * 1000; await wait(TICK), now = performance.now()) {
    for (const [at, kind] of kinds.entries()) {
      const dueAt = () => begun + (sent[at]! / rates[at]!) * 1000
      for (; dueAt() <= now; sent[at]!++) under.push(exchange(kind, dueAt()))
    }
  }
  await Promise.all(under)
  client.close()
  return answers
}

/** A fixed number of clients, each of which sends its next request after an answer (closed loop). */
export async function closedLoop(
  origin: string,
  kinds: readonly Kind[],
  clients: number,
  seconds: number,
): Promise<Answer[]> {
  const client = lightClient(origin)
  const answers: Answer[] = []
  const until = performance.now() + seconds * 1000
  const due = kinds.map(() => 0)
  const pick = () => {
    for (const [at, { share }] of kinds.entries()) due[at]! += share
    const at = due.indexOf(Math.max(...due))
    due[at]! -= 1
    return kinds[at]!
  }
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < until) {
        const kind = pick()
        const begun = performance.now()
        const status = await client.send(kind.next())
        answers.push({ kind: kind.name, status, ms: performance.now() - begun })
      }
    }),
  )
  client.close()
  return answers
}
