import type { Db, Tx } from '#server/database/db.ts'
import { fullName, selectOptionalMember } from '#server/domains/members/index.ts'
import { mayMailStranger } from '#server/http/limits/rate.ts'
import type { OrderRow } from '../queries.ts'

/**
 * What is decided when a mail about an order is asked for: whether it goes to the address that the buyer typed, or to their own verified
 * one. What costs nothing goes nowhere else, and of what is paid an address that is not the buyer's gets a few a day.
 */
export async function receiverOf(tx: Tx, order: OrderRow): Promise<{ toAccount?: true }> {
  const { email } = order.billing
  const own = (await selectOptionalMember(tx, order.buyerId))?.email
  if (email === own || (order.total > 0 && (await mayMailStranger(tx, email)))) return {}
  return { toAccount: true }
}

/** Where it goes. Null: nowhere. */
export async function addressOf(
  db: Db,
  { buyerId, billing, total }: OrderRow,
  toAccount: boolean | undefined,
): Promise<{ name: string; address: string } | null> {
  // Whoever gives no e-mail has what costs nothing on their pages.
  if (!billing.email) return null
  if (!toAccount && total > 0) return { name: billing.name, address: billing.email }
  const buyer = await selectOptionalMember(db, buyerId)
  return buyer?.email ? { name: fullName(buyer), address: buyer.email } : null
}
