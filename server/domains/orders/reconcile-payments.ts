import { inTransaction, type Db } from '#server/database/db.ts'
import {
  selectForgottenLinks,
  takeUnfinishedRefunds,
  takeUnsettledPayments,
  transitionPayment,
} from '#server/domains/payments/index.ts'
import { enqueueSettlement } from './settle-job.ts'

/** So many in one transaction. */
const CHUNK = 500

/**
 * Takes up every payment that came to no end, and money on its way back: their jobs gave up, or wait for longer than the
 * gateway was away. @returns how many
 */
export async function reconcilePayments(db: Db): Promise<number> {
  await inTransaction(db, async (tx) => {
    for (const id of await selectForgottenLinks(tx, CHUNK)) {
      await transitionPayment(tx, id, 'voided', { reason: 'its link was never handed out' })
    }
  })
  return (await takeAll(db, takeUnsettledPayments)) + (await takeAll(db, takeUnfinishedRefunds))
}

async function takeAll(db: Db, take: typeof takeUnsettledPayments): Promise<number> {
  for (let taken = 0; ;) {
    const chunk = await inTransaction(db, async (tx) => {
      const unfinished = await take(tx, CHUNK)
      for (const { orderId, authorizationIdentifier } of unfinished) {
        await enqueueSettlement(tx, orderId, authorizationIdentifier, { hurry: true })
      }
      return unfinished.length
    })
    taken += chunk
    if (chunk < CHUNK) return taken
  }
}
