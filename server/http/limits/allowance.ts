import { inTransaction, type Db } from '#server/database/db.ts'
import { count, keyOf, requireLeft, uncount } from './rate-windows.ts'

/** So much of something, such as kilobytes, that a thing or a person may use up in a window. */
export interface Allowance {
  readonly what: string
  readonly id: string
  readonly most: number
}

const limitOf = ({ what, id, most }: Allowance) => ({ key: keyOf(`${what}\0of ${id}`), limit: most })

/** Uses up an amount of all of them, or nothing of any. Throws `too_many_requests`. */
export const useUp = (db: Db, allowances: readonly Allowance[], amount: number, seconds: number): Promise<void> =>
  inTransaction(db, (tx) => count(tx, allowances.map(limitOf), seconds, amount))

/** Refuses like that, and uses up nothing. */
export async function requireAllowed(
  db: Db,
  allowances: readonly Allowance[],
  amount: number,
  seconds: number,
): Promise<void> {
  for (const allowance of allowances) await requireLeft(db, limitOf(allowance), seconds, amount)
}

/** What was used up for nothing. */
export async function giveBack(db: Db, allowances: readonly Allowance[], amount: number): Promise<void> {
  for (const allowance of allowances) await uncount(db, limitOf(allowance).key, amount)
}
