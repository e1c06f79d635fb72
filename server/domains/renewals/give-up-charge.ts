import { inTransaction, type Db, type Tx } from '#server/database/db.ts'
import { endUnpaidOrder, type Sellers } from '#server/domains/orders/index.ts'
import * as queries from './charge-queries.ts'
import { transitionCharge } from './charge-state.ts'
import { tellFailed } from './tell-failed.ts'

const CHUNK = 500

/** Ends a charge of which no try is left: its order ends, what it held is free, and the memberships end as any other. */
export async function giveUpCharge(sellers: Sellers, tx: Tx, charge: queries.ChargeRow): Promise<void> {
  const { orderId } = await queries.lockCharge(tx, charge.id)
  if (orderId && !(await endUnpaidOrder(sellers, tx, orderId, 'expired', 'renewal given up'))) return
  await queries.updateCharge(tx, charge.id, { nextTry: null })
  if (await transitionCharge(tx, charge.id, 'given_up', 'no try is left')) await tellFailed(tx, charge)
}

/** The same for those whose last try was not answered, or not settled. @returns how many were looked at */
export async function giveUpSpent({ db, sellers }: { db: Db; sellers: Sellers }, today: string): Promise<number> {
  const ids = await queries.selectSpentCharges(db, today, CHUNK)
  for (const id of ids) {
    await inTransaction(db, async (tx) => giveUpCharge(sellers, tx, await queries.lockCharge(tx, id)))
  }
  return ids.length
}
