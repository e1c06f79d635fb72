import { parseArgs } from 'node:util'

export interface Options {
  /** Which schedules, by their seeds. */
  readonly seeds: readonly number[]
}

const usage = `npm run test:chaos -- [--seeds 200] [--from 1] [--seed 1234]`

/** What was asked for on the command line. Ends the process with a sentence when it makes no sense. */
export function readOptions(): Options {
  try {
    const { values } = parseArgs({
      options: {
        seeds: { type: 'string', default: '200' },
        from: { type: 'string', default: '1' },
        seed: { type: 'string', multiple: true },
      },
    })
    const number = (text: string) => {
      if (!/^\d{1,9}$/.test(text)) throw new Error(`'${text}' is not a whole number`)
      return Number(text)
    }
    const from = number(values.from)
    return {
      seeds: values.seed?.map(number) ?? Array.from({ length: number(values.seeds) }, (_, index) => from + index),
    }
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
    process.exit(2)
  }
}
