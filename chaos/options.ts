import { parseArgs } from 'node:util'

export interface Options {
  /** Seeds of the schedules to run. */
  readonly seeds: readonly number[]
  /** Whether to run the rows of killed processes. */
  readonly rows: boolean
  /** Which guards are removed, by the invariant that then breaks. */
  readonly mutations: 'all' | readonly string[]
}

const usage = `npm run test:chaos -- [--seeds 200] [--from 1] [--seed 1234] [--rows] [--mutations] [--mutation I4]
  200 schedules and the killed processes when nothing is asked for. --seed runs this schedule only, --rows the killed
  processes only, --mutations the portal with each of its guards taken away; --mutation adds those of one invariant`

/** Reads the command line. Ends the process with a message when it is invalid. */
export function readOptions(): Options {
  try {
    const { values } = parseArgs({
      options: {
        seeds: { type: 'string' },
        from: { type: 'string', default: '1' },
        seed: { type: 'string', multiple: true },
        rows: { type: 'boolean', default: false },
        mutations: { type: 'boolean', default: false },
        mutation: { type: 'string', multiple: true, default: [] },
      },
    })
    const from = numberIn(values.from)
    const row = (count: number) => Array.from({ length: count }, (_, index) => from + index)
    const only = values.rows || values.mutations
    const seeds = values.seed?.map(numberIn) ?? row(values.seeds ? numberIn(values.seeds) : only ? 0 : 200)
    return {
      seeds,
      rows: values.rows || (!values.seed && !only),
      mutations: values.mutations ? 'all' : values.mutation,
    }
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
    process.exit(2)
  }
}

function numberIn(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`'${text}' is not a whole number`)
  return Number(text)
}
