import { inTransaction, type Db } from '#server/database/db.ts'
import { transitionOrders } from './order-state.ts'
import { lockExpiredOrders } from './queries.ts'
import { releaseOrders } from './sell-lines.ts'
import type { Sellers } from './seller.ts'

const CHUNK = 500

/** Ends unpaid orders whose hold ran out. What they held is free from that moment by itself; this only tidies up. */
export async function expireOrders({ db, sellers }: { db: Db; sellers: Sellers }): Promise<number> {
  let ended = 0
  for (;;) {
    const chunk = await inTransaction(db, async (tx) => {
      const ids = await lockExpiredOrders(tx, CHUNK)
      const cause = { reason: 'hold ran out' }
      await transitionOrders(tx, ids, 'expired', cause)
      await releaseOrders(sellers, tx, ids, cause)
      return ids.length
    })
    ended += chunk
    if (chunk < CHUNK) return ended
  }
}
