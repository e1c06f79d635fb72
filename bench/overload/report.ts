import { percentile, table as aligned } from '../support/head.ts'
import type { Answer, Kind } from './open-loop.ts'

export const isAdmitted = ({ status }: Answer) => status >= 200 && status < 400
const isRefused = ({ status }: Answer) => status === 503 || status === 429

/** One line for each kind of request and one for all calls; rates a second, times in milliseconds. */
export function table(kinds: readonly Kind[], answers: readonly Answer[], length: number): string {
  const rows = [...kinds.map(({ name }) => name), 'all calls'].map((name) => {
    const some = answers.filter(({ kind }) =>
      name === 'all calls' ? kinds.some((one) => one.name === kind && !one.fixed) : kind === name,
    )
    const [admitted, refused] = [some.filter(isAdmitted), some.filter(isRefused)]
    const per = (list: readonly Answer[]) => (list.length / length).toFixed(0)
    const other = some.length - admitted.length - refused.length
    return [
      name,
      per(some),
      per(admitted),
      per(refused),
      String(other),
      ...middleAndTail(admitted),
      ...middleAndTail(refused),
    ]
  })
  const head = ['', 'offered/s', 'admitted/s', 'refused/s', 'broken', 'p50 ms', 'p99 ms', 'refused p50', 'p99 ms']
  return aligned([head, ...rows], 0).join('\n')
}

const middleAndTail = (answers: readonly Answer[]) =>
  [0.5, 0.99].map((share) =>
    answers.length
      ? percentile(
          answers.map(({ ms }) => ms),
          share,
        ).toFixed(0)
      : '-',
  )
