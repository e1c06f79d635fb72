import { inTransaction, type Db } from '#server/database/db.ts'
import { selectUnfinishedPayments } from '#server/domains/payments/index.ts'
import { enqueueSettlement } from './settle-job.ts'

const MOST = 500

/** Takes up authorised payments that nobody finished. @returns how many */
export async function reconcilePayments(db: Db): Promise<number> {
  return inTransaction(db, async (tx) => {
    const unfinished = await selectUnfinishedPayments(tx, MOST)
    for (const { orderId, authorizationIdentifier } of unfinished) {
      await enqueueSettlement(tx, orderId, authorizationIdentifier!)
    }
    return unfinished.length
  })
}
