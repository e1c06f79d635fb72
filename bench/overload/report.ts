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
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]!.length)))
  return [head, ...rows].map((row) => row.map((cell, at) => cell.padStart(widths[at]!)).join('  ')).join('\n')
}

function middleAndTail(answers: readonly Answer[]): [string, string] {
  const sorted = answers.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.toFixed(0) ?? '-'
  return [at(0.5), at(0.99)]
}
