import { parseArgs } from 'node:util'

export interface Options {
  /** Orders that the large database holds before the first purchase. */
  readonly orders: number
  /** Length of each measured window. */
  readonly seconds: number
  /** Concurrent purchases. */
  readonly buyers: number
  readonly clubs: number
  /** Windows of each kind; the median counts. */
  readonly rounds: number
  /** Purchases recorded one by one, and replayed bare. */
  readonly recorded: number
  /** The simulated card gateway instead of the benchmark's own light one. */
  readonly simulators: boolean
  /** Exit with 1 when a limit is exceeded. */
  readonly check: boolean
}

const defaults = { orders: 100_000, seconds: 15, buyers: 16, clubs: 10, rounds: 3, recorded: 500 }

const usage = `npm run bench -- checkout [--orders ${defaults.orders}] [--seconds ${defaults.seconds}] [--buyers ${defaults.buyers}]
  [--clubs ${defaults.clubs}] [--rounds ${defaults.rounds}] [--recorded ${defaults.recorded}] [--simulators] [--check]`

/** Reads the command line; prints its usage and exits when it is invalid. */
export function readOptions(): Options {
  try {
    const text = { type: 'string' } as const
    const flag = { type: 'boolean', default: false } as const
    const { values } = parseArgs({
      options: {
        orders: text,
        seconds: text,
        buyers: text,
        clubs: text,
        rounds: text,
        recorded: text,
        simulators: flag,
        check: flag,
      },
    })
    const { simulators, check } = values
    const number = (name: keyof typeof defaults) => wholeNumber(values[name] ?? String(defaults[name]), name)
    return {
      orders: number('orders'),
      seconds: number('seconds'),
      buyers: number('buyers'),
      clubs: number('clubs'),
      rounds: number('rounds'),
      recorded: number('recorded'),
      simulators,
      check,
    }
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`)
    process.exit(2)
  }
}

function wholeNumber(text: string, name: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text)
  throw new Error(`--${name} is '${text}': use a whole number`)
}
