import type { Transitions } from '#server/database/change-status.ts'

/** The statuses of a table that no way leads to from `start`: a table without dead rooms has none. */
export function unreachable<S extends string>(table: Transitions<S>, start: S): S[] {
  const seen = new Set<S>([start])
  for (const status of seen) for (const next of table[status]) seen.add(next)
  return (Object.keys(table) as S[]).filter((status) => !seen.has(status))
}
