import { readFileSync } from 'node:fs'
import path from 'node:path'
import { deserialize } from 'node:v8'
import { buy, STEPS, type Purchase, type Span, type Step } from '../support/buyer.ts'
import type { Take } from './drive.ts'
import type { Bench } from '../support/head.ts'
import { finishJobs } from '../support/portal.ts'
import { begins, statementsIn, unitsOf, type Statement } from '../support/statement.ts'

/** The statements of one order. */
export interface Recorded {
  /** The server's statements and the worker's share. */
  readonly all: readonly Statement[]
  readonly prepare: readonly Statement[]
}

/** Per order. */
export interface Count {
  readonly statements: number
  readonly roundTrips: number
  readonly transactions: number
}

export interface Recording {
  readonly orders: readonly Recorded[]
  readonly server: Count
  readonly worker: Count
  readonly steps: Partial<Record<Step, Count>>
  /** The statements of the last order, one a line. */
  readonly listing: string
}

/** Buys one order after the other from a portal that records its statements, and waits for its jobs. */
export async function record(
  { cluster, open }: Pick<Bench, 'cluster' | 'open'>,
  { database, recordIn }: { readonly database: string; readonly recordIn: string },
  take: Take,
  count: number,
): Promise<Recording> {
  const portal = await open(database, recordIn)
  const purchases: Purchase[] = []
  const from = now()
  let to = Infinity
  try {
    while (purchases.length < count) purchases.push(await buy(portal, ...take()))
    await finishJobs(cluster, database, 120)
    to = now()
  } finally {
    await portal.stop()
  }
  const server = await readStatements(recordIn, 'server')
  const worker = within(await readStatements(recordIn, 'worker'), { from, to })

  const bought = purchases.map((one) => unitsOf(within(server, one)))
  const share = shareOut(unitsOf(worker), count)
  return {
    orders: purchases.map((one, at) => ({
      all: [...bought[at]!, ...share[at]!].flat(),
      prepare: unitsOf(within(server, one.steps.prepare!)).flat(),
    })),
    server: counted(bought.flat(2), count),
    worker: counted(worker, count),
    steps: Object.fromEntries(
      STEPS.map((step) => [
        step,
        counted(
          purchases.flatMap((one) => within(server, one.steps[step]!)),
          count,
        ),
      ]),
    ),
    listing: `${listed(server, purchases.at(-1)!)}\n${counts(worker, count)}`,
  }
}

const now = () => performance.timeOrigin + performance.now()

/** The statements of a portal's process, after it has ended. */
export const readStatements = async (folder: string, name: string) =>
  deserialize(readFileSync(path.join(folder, `${name}.statements`))) as Statement[]

export const within = (statements: readonly Statement[], { from, to }: Span) =>
  statements.filter(({ at }) => at >= from && at <= to)

/** The worker's statements for one order are mixed with those for others, so they are divided evenly, in order. */
function shareOut<T>(units: readonly T[], orders: number): T[][] {
  const shares = Array.from({ length: orders }, (): T[] => [])
  for (const [at, unit] of units.entries()) shares[Math.floor((at * orders) / units.length)]!.push(unit)
  return shares
}

export const counted = (statements: readonly Statement[], orders: number): Count => ({
  statements: statements.reduce((sum, one) => sum + statementsIn(one), 0) / orders,
  roundTrips: statements.filter(({ joins }) => !joins).length / orders,
  transactions: statements.filter(begins).length / orders,
})

const line = ({ text, named }: Statement) =>
  `${named || !text.includes('$1') ? ' ' : '*'} ${text.replace(/\s+/g, ' ').trim()}`

/**
 * When each statement of a purchase was sent, in milliseconds of its step, on which connection, and its text. `*`: it has
 * parameters and no name, so it is planned at every run.
 */
function listed(server: readonly Statement[], purchase: Purchase): string {
  return STEPS.flatMap((step) => {
    const span = purchase.steps[step]!
    return [
      `${step}, ${(span.to - span.from).toFixed(1)} ms`,
      ...within(server, span).map(
        (one) => `${(one.at - span.from).toFixed(1).padStart(7)}  ${String(one.connection).padStart(2)} ${line(one)}`,
      ),
    ]
  }).join('\n')
}

/** How often the worker sent each statement for an order, the most frequent first. */
function counts(worker: readonly Statement[], orders: number): string {
  const byText = [...Map.groupBy(worker, line)].toSorted(([, a], [, b]) => b.length - a.length)
  return ['worker', ...byText.map(([text, those]) => `${(those.length / orders).toFixed(2).padStart(7)} ${text}`)].join(
    '\n',
  )
}
