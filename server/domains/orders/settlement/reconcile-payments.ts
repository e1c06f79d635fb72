import { inTransaction, type Db, type Tx } from '#server/database/db.ts'
import {
  selectForgottenLinks,
  takeUnfinishedRefunds,
  takeUnsettledPayments,
  transitionPayment,
} from '#server/domains/payments/index.ts'
import { enqueueRefund } from './refund-job.ts'
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
  const payments = await takeAll(db, takeUnsettledPayments, (tx, { orderId, authorizationIdentifier }) =>
    enqueueSettlement(tx, orderId, authorizationIdentifier, { hurry: true }),
  )
  return (
    payments + (await takeAll(db, takeUnfinishedRefunds, (tx, refund) => enqueueRefund(tx, refund, { hurry: true })))
  )
}

async function takeAll<T>(
  db: Db,
  take: (tx: Tx, limit: number) => Promise<T[]>,
  takeUp: (tx: Tx, unfinished: T) => Promise<void>,
): Promise<number> {
  for (let taken = 0; ;) {
    const chunk = await inTransaction(db, async (tx) => {
      const unfinished = await take(tx, CHUNK)
      for (const one of unfinished) await takeUp(tx, one)
      return unfinished.length
    })
    taken += chunk
    if (chunk < CHUNK) return taken
  }
}
