import type { Cluster } from '../support/cluster.ts'
import type { Statement } from '../support/statement.ts'

/** The slowest statement of a call, with its plan. */
export async function slowestPlan(
  cluster: Cluster,
  database: string,
  statements: readonly Statement[],
  { from, to }: { from: number; to: number },
  lines: number,
): Promise<string> {
  const sent = statements.filter(({ at, text }) => at >= from && at <= to && /^\s*(select|with)\b/i.test(text))
  let slowest = { ms: 0, text: 'No statement was recorded', plan: '' }
  for (const { text, values } of sent) {
    const rows = await cluster.sql<{ 'QUERY PLAN': string }>(database, `explain (analyze, buffers off) ${text}`, [
      ...values,
    ])
    const plan = rows.map((row) => row['QUERY PLAN'])
    const ms = plan.reduce(
      (sum, line) => sum + Number(/^(?:Planning|Execution) Time: ([\d.]+)/.exec(line)?.[1] ?? 0),
      0,
    )
    if (ms <= slowest.ms) continue
    const shown = lines > 0 ? [...plan.slice(0, lines), ...plan.slice(Math.max(lines, plan.length - 2))] : plan
    slowest = { ms, text: text.replace(/\s+/g, ' ').trim().slice(0, 600), plan: shown.join('\n') }
  }
  return `${sent.length} statements; the slowest takes ${slowest.ms.toFixed(1)} ms:\n${slowest.text}\n${slowest.plan}`
}
