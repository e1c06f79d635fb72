import { setTimeout as wait } from 'node:timers/promises'
import { buy, STEPS, type Buyer, type Purchase, type Shop, type Span, type Step } from '../support/buyer.ts'
import { percentile } from '../support/head.ts'
import type { Offer } from '../support/world.ts'

/** Who buys what next. */
export type Take = () => [Buyer, Offer]

/** Each combination once: first everybody at their own club, then at the next one. */
export function takeTurns(buyers: readonly Buyer[], offers: readonly Offer[], clubs: number): Take {
  let next = 0
  return () => {
    const who = next % buyers.length
    const round = Math.floor(next++ / buyers.length)
    const offer = offers[clubs * Math.floor(round / clubs) + ((who + round) % clubs)]
    if (!offer) throw new Error('Everybody has bought everything: use more --clubs')
    return [buyers[who]!, offer]
  }
}

export interface Drive<Sample> {
  readonly shop: Shop
  readonly take: Take
  /** Concurrent purchases. */
  readonly buyers: number
  readonly warmUp: number
  readonly seconds: number
  readonly until?: 'prepare'
  /** Read at the beginning and the end of the window. */
  readonly sample: () => Promise<Sample>
}

export interface Percentiles {
  readonly p50: number
  readonly p99: number
}

export interface Driven<Sample> {
  readonly orders: number
  readonly seconds: number
  readonly rate: number
  /** Calls that were answered 503 and repeated. */
  readonly refused: number
  /** Milliseconds. */
  readonly whole: Percentiles
  readonly steps: Partial<Record<Step, Percentiles>>
  readonly samples: readonly [Sample, Sample]
}

/** A closed loop: each buyer begins the next purchase when the last one is done. Counts purchases within the window. */
export async function drive<Sample>(options: Drive<Sample>): Promise<Driven<Sample>> {
  const { shop, take, buyers, warmUp, seconds, until, sample } = options
  const done: Purchase[] = []
  const over = new AbortController()
  const loops = Array.from({ length: buyers }, async () => {
    while (!over.signal.aborted) done.push(await buy(shop, ...take(), until))
  })
  const window = async () => {
    await wait(warmUp * 1000)
    const before = await sample()
    const from = performance.timeOrigin + performance.now()
    await wait(seconds * 1000)
    const to = performance.timeOrigin + performance.now()
    const after = await sample()
    over.abort()
    return { from, to, samples: [before, after] as const }
  }
  const [{ from, to, samples }] = await Promise.all([window(), ...loops]).catch((error: unknown) => {
    over.abort()
    throw error
  })

  const counted = done.filter((one) => one.to >= from && one.to < to)
  const spans = (step: Step) => counted.flatMap(({ steps }) => steps[step] ?? [])
  return {
    orders: counted.length,
    seconds: (to - from) / 1000,
    rate: counted.length / ((to - from) / 1000),
    refused: counted.reduce((sum, one) => sum + one.refused, 0),
    whole: percentiles(counted),
    steps: Object.fromEntries(
      STEPS.filter((step) => spans(step).length).map((step) => [step, percentiles(spans(step))]),
    ),
    samples,
  }
}

function percentiles(spans: readonly Span[]): Percentiles {
  const times = spans.map(({ from, to }) => to - from)
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) }
}
