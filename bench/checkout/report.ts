import { STEPS } from '../support/buyer.ts'
import { median, table } from '../support/head.ts'
import type { Percentiles } from './drive.ts'
import type { Count } from './record.ts'
import { machineLine } from './machine.ts'
import { SIZES, type Measured, type Result, type Round } from './result.ts'

/** Minimum ratios: many orders to none, and API to bare statements. */
const LIMITS = { large: 0.7, bare: 0.3 }

const over = (rounds: readonly Round[], value: (round: Round) => number) => median(rounds.map(value))

/** Each round is compared with its neighbour, because a machine's speed varies. */
function ratios({ sizes: { empty, large } }: Result) {
  const toBare = ({ rounds }: Measured) => over(rounds, ({ driven, bare }) => driven.rate / bare.rate)
  return {
    large: median(large.rounds.map(({ driven }, at) => driven.rate / empty.rounds[at]!.driven.rate)),
    bare: { empty: toBare(empty), large: toBare(large) },
  }
}

export function brokenLimits(result: Result): string[] {
  const { large, bare } = ratios(result)
  return [
    ...(large < LIMITS.large
      ? [`With many orders the rate is ${large.toFixed(2)} of that with none; at least ${LIMITS.large}`]
      : []),
    ...SIZES.filter((size) => bare[size] < LIMITS.bare).map(
      (size) =>
        `On the ${size} database the API reaches ${bare[size].toFixed(2)} of the bare statements; at least ${LIMITS.bare}`,
    ),
  ]
}

/** The figures as a table. */
export function report(result: Result): string {
  const { options, machine, sizes } = result
  const both = (value: (one: Measured) => string) => SIZES.map((size) => value(sizes[size]))
  const each = (value: (round: Round) => number, digits = 1) =>
    both(({ rounds }) => over(rounds, value).toFixed(digits))
  const spans = (of: (round: Round) => Percentiles | undefined) =>
    both(({ rounds }) =>
      pair(
        over(rounds, (one) => of(one)?.p50 ?? 0),
        over(rounds, (one) => of(one)?.p99 ?? 0),
      ),
    )
  const counts = (of: (one: Measured) => Count | undefined) =>
    both((one) => {
      const { statements, roundTrips, transactions } = of(one)!
      return [statements, roundTrips, transactions].map((value) => value.toFixed(1)).join(' / ')
    })
  const parties = Object.keys(sizes.empty.rounds[0]!.driven.samples[0].cpu)
  const { large, bare } = ratios(result)

  const rows: (readonly string[])[] = [
    ['', 'no orders', `${options.orders.toLocaleString('en')} orders`],
    ['orders a second', ...each(({ driven }) => driven.rate)],
    ['  each round', ...both(({ rounds }) => rounds.map(({ driven }) => driven.rate.toFixed(0)).join(' '))],
    ['  to that with none', '', `${large.toFixed(2)} (at least ${LIMITS.large})`],
    ['the same statements bare, orders a second', ...each(({ bare: { rate } }) => rate)],
    ['  each round', ...both(({ rounds }) => rounds.map((round) => round.bare.rate.toFixed(0)).join(' '))],
    ['  API to bare', ...SIZES.map((size) => `${bare[size].toFixed(2)} (at least ${LIMITS.bare})`)],
    ['one purchase, p50 / p99 ms', ...spans(({ driven }) => driven.whole)],
    ...STEPS.map((step) => [`  ${step}`, ...spans(({ driven }) => driven.steps[step])]),
    ['server per order: statements / round trips / transactions', ...counts(({ recording }) => recording.server)],
    ...STEPS.map((step) => [`  ${step}`, ...counts(({ recording }) => recording.steps[step])]),
    ['worker per order, polling included', ...counts(({ recording }) => recording.worker)],
    ['write-ahead log, bytes per order', ...each(({ wal, driven }) => wal.bytes / driven.orders, 0)],
    ['  of which whole pages after a checkpoint', ...each(({ wal, driven }) => wal.pages / driven.orders, 0)],
    ['processor ms per order', ...each((round) => parties.reduce((sum, name) => sum + cpuOf(round, name), 0))],
    ...parties.map((name) => [`  ${name}`, ...each((round) => cpuOf(round, name))]),
    [
      'calls / callbacks answered 503 and repeated',
      ...both(({ rounds }) =>
        pair(
          over(rounds, ({ driven }) => driven.refused),
          over(rounds, ({ refused }) => refused),
        ),
      ),
    ],
    [
      'jobs left after a window / seconds to finish',
      ...both(({ rounds }) =>
        pair(
          over(rounds, (one) => one.backlog),
          over(rounds, (one) => one.drainSeconds),
        ),
      ),
    ],
    ['prepare alone, orders a second', ...both(({ prepareOnly }) => prepareOnly.driven.rate.toFixed(1))],
    ['  p50 / p99 ms', ...both(({ prepareOnly: { driven } }) => pair(driven.whole.p50, driven.whole.p99))],
    [
      '  to its statements bare',
      ...both(
        ({
          prepareOnly: {
            driven,
            bare: { rate },
          },
        }) => (driven.rate / rate).toFixed(2),
      ),
    ],
    ['orders bought, paid and delivered', ...both(({ delivered }) => String(delivered))],
  ]
  return [
    machineLine(machine),
    `a durable commit takes ${machine.commit.toFixed(2)} ms; ${options.buyers} buyers at a time, ${options.clubs} clubs, ` +
      `${options.rounds} rounds of ${options.seconds} s, ${options.simulators ? 'the simulated gateway' : 'the light gateway'}`,
    '',
    ...table(rows),
  ].join('\n')
}

const pair = (one: number, other: number) => `${one.toFixed(0)} / ${other.toFixed(0)}`

/** Processor milliseconds per order of one process. */
function cpuOf({ driven }: Round, name: string): number {
  const [before, after] = driven.samples
  return (after.cpu[name]! - before.cpu[name]!) / driven.orders
}
