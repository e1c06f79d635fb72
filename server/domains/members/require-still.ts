import type { Tx } from '#server/database/db.ts'
import { Problem } from '#server/http/problem.ts'
import { holdMember } from './queries.ts'

/**
 * First of all where something is written down for a member that an adoption brings along: their profile becomes no other's
 * until it is. Throws `unavailable` when it just did: whoever tries again is that other.
 */
export async function requireStill(tx: Tx, memberId: string): Promise<void> {
  if (!(await holdMember(tx, memberId))) throw new Problem('unavailable')
}
