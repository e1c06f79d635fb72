import type { Driven } from './drive.ts'
import type { Reading } from '../support/meter.ts'
import type { Recording } from './record.ts'
import type { Replayed } from './replay.ts'

export const defaults = {
  /** Orders that the large database holds before the first purchase. */
  orders: 100_000,
  /** Length of each measured window. */
  seconds: 15,
  /** Concurrent purchases. */
  buyers: 16,
  clubs: 10,
  /** Windows of each kind; the median counts. */
  rounds: 3,
  /** Purchases recorded one by one, and replayed bare. */
  recorded: 500,
  /** The simulated card gateway instead of the benchmark's own light one. */
  simulators: false,
  /** Exit with 1 when a limit is exceeded. */
  check: false,
}
export type Options = Readonly<typeof defaults>

/** The two databases that are compared. */
export const SIZES = ['empty', 'large'] as const
export type Size = (typeof SIZES)[number]

/** One window of the API, followed by the same statements bare. */
export interface Round {
  readonly driven: Driven<Reading>
  /** Bytes of the write-ahead log within the window; `pages` of them are whole pages after the checkpoint. */
  readonly wal: { readonly bytes: number; readonly pages: number }
  /** Callbacks that a busy portal refused; the gateway repeated them. */
  readonly refused: number
  /** Jobs that were waiting at the end of the window, and how long they took. */
  readonly backlog: number
  readonly drainSeconds: number
  readonly bare: Replayed
}

export interface Measured {
  readonly rounds: readonly Round[]
  readonly prepareOnly: Pick<Round, 'driven' | 'bare'>
  readonly recording: Omit<Recording, 'orders'>
  /** Orders paid and delivered. */
  readonly delivered: number
}

export interface Machine {
  readonly processors: string
  readonly memoryGb: number
  readonly system: string
  readonly node: string
  readonly postgres: string
  /** Milliseconds of one durable commit on one connection. */
  readonly commit: number
}

export interface Result {
  readonly at: string
  readonly options: Options
  readonly machine: Machine
  readonly sizes: Readonly<Record<Size, Measured>>
}
