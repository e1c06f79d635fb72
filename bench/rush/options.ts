import { parseArgs } from 'node:util'

export interface Options {
  /** Number of buyers for the last places. */
  readonly buyers: number
  readonly places: number
  /** Tickets that the large event has sold before the first registration. */
  readonly sold: number
  /** Length of each measured window. */
  readonly seconds: number
  /** Windows of each kind, alternating; the median counts. */
  readonly rounds: number
  /** Concurrent calls. */
  readonly clients: number
  /** Registrations recorded one by one, and replayed bare. */
  readonly recorded: number
  /** Instead of the rush: orders at one event, by places sold and held, and by number of clients. */
  readonly orders: boolean
  /** An office saves each event every 200 ms while it is sold. */
  readonly editing: boolean
  /** Exit with 1 when a limit is exceeded. */
  readonly check: boolean
}

const defaults = { buyers: 500, places: 50, sold: 100_000, seconds: 8, rounds: 3, clients: 16, recorded: 400 }

const usage = `npm run bench -- rush ${Object.entries(defaults)
  .map(([name, value]) => `[--${name} ${value}]`)
  .join(' ')} [--orders] [--editing] [--check]`

/** Reads the command line; prints its usage and exits when it is invalid. */
export function readOptions(): Options {
  try {
    const names = Object.keys(defaults) as (keyof typeof defaults)[]
    const { values } = parseArgs({
      options: {
        ...Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
        orders: { type: 'boolean', default: false },
        editing: { type: 'boolean', default: false },
        check: { type: 'boolean', default: false },
      },
    })
    const given: Record<string, string | boolean | undefined> = values
    const numbers = Object.fromEntries(
      names.map((name) => [name, wholeNumber(String(given[name] ?? defaults[name]), name)]),
    )
    return {
      ...(numbers as unknown as typeof defaults),
      orders: values.orders,
      editing: values.editing,
      check: values.check,
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
