import type { Tx } from '#server/database/db.ts'
import { endUnpaidOrder, type Sellers } from '#server/domains/orders/index.ts'
import * as queries from './charge-queries.ts'

/**
 * Takes memberships out of whatever would charge for them. An order that waits for their money ends; at its next try the charge
 * makes another for who is left. What is being paid this moment is paid.
 * @returns false when something is being paid this moment
 */
export async function withdrawMemberships(
  sellers: Sellers,
  tx: Tx,
  membershipIds: readonly string[],
  because: string,
): Promise<boolean> {
  let free = true
  for (const { id, orderId } of await queries.lockChargesFor(tx, membershipIds)) {
    if (orderId && !(await endUnpaidOrder(sellers, tx, orderId, 'cancelled', because))) {
      free = false
      continue
    }
    await queries.updateCharge(tx, id, { orderId: null })
    await queries.withdrawRenewalsOf(tx, id, membershipIds, because)
  }
  return free
}
