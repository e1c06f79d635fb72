import { setTimeout as wait } from 'node:timers/promises'
import { crashPoint } from '#server/database/crash-point.ts'
import { inTransaction, together, type Tx, withCommit } from '#server/database/db.ts'
import { payments } from '#server/database/schema/index.ts'
import { eq } from '#server/database/sql.ts'
import { type PaymentRow, selectPayments } from '#server/domains/payments/index.ts'
import { handle } from '#server/jobs/queue.ts'
import { followPaidOrder } from './complete-order.ts'
import { type OrderRow, selectOrder } from '../queries.ts'
import { enqueueSettlement, settleJobs } from './settle-job.ts'
import { settlePayment } from './settle-payment.ts'
import type { Settlement, SettleServices, Trigger } from './settlement.ts'

/** How long a browser or the gateway waits for the outcome; the job continues in any case. */
const PATIENCE = 2500

/** Settles what a trigger names, and waits for the outcome. Throws `GatewayUnavailable`; the job retries. */
export async function settleNow(services: SettleServices, trigger: Trigger): Promise<Settlement> {
  const order = await recordTrigger(services, trigger)
  return order ? settlePayment(services, trigger, order) : 'refused'
}

/** Settles for a browser or a gateway that cannot wait long. @returns the state after that time */
export async function settleSoon(services: SettleServices, trigger: Trigger): Promise<Settlement> {
  const run = await join(services, trigger)
  return run ? Promise.race([run.settlement, wait(PATIENCE, 'confirming' as const, { ref: false })]) : 'refused'
}

/** Running settlements of this process. Those of other processes are kept apart by the order's lock. */
const runs = new Map<string, Promise<{ settlement: Promise<Settlement> } | null>>()

/** A repeated callback joins the run of the first one instead of taking connections of its own. */
function join(services: SettleServices, trigger: Trigger) {
  const key = `${trigger.orderId} ${trigger.authorizationIdentifier} ${trigger.savedCardIdentifier ?? ''}`
  const present = runs.get(key)
  if (present) return present
  const end = () => void runs.delete(key)
  const run = recordTrigger(services, trigger).then((order) => {
    if (!order) {
      end()
      return null
    }
    const settlement = settlePayment(services, trigger, order).catch((error: unknown) => {
      services.log.warn({ err: error, orderId: trigger.orderId }, 'Payment not settled yet; the job will retry')
      return 'confirming' as const
    })
    void settlement.then(end)
    return { settlement }
  })
  runs.set(key, run)
  run.catch(end)
  return run
}

/** Enqueues the job before anything is tried or answered, so that the trigger survives this process. */
async function recordTrigger({ db }: SettleServices, trigger: Trigger): Promise<OrderRow | null> {
  const { orderId, authorizationIdentifier, savedCardIdentifier } = trigger
  const record = async (tx: Tx) => {
    // Without a window or a charge nothing can have been authorised: such a trigger costs neither a job nor a gateway
    // call.
    const [attempts, order] = await together(
      tx,
      () => selectPayments(tx, orderId),
      () => selectOrder(tx, orderId),
    )
    const opened = attempts.some((one) => one.paymentIdentifier ?? one.savedCardIdentifier)
    if (opened && savedCardIdentifier) await recordCard(tx, orderId, attempts, savedCardIdentifier)
    if (opened) withCommit(tx, () => enqueueSettlement(tx, orderId, authorizationIdentifier, { order }))
    return opened ? order : null
  }
  const expected = await inTransaction(db, record, { pipelined: true })
  crashPoint('trigger.noted')
  return expected
}

/** The card is read at the gateway before it is kept; this only records what was reported. */
async function recordCard(tx: Tx, orderId: string, attempts: readonly PaymentRow[], savedCardIdentifier: string) {
  const paid = attempts.find(({ status }) => status === 'captured')
  const attempt = paid ?? attempts.find(({ paymentIdentifier }) => paymentIdentifier !== null)
  if (!attempt?.paymentIdentifier || attempt.savedCardIdentifier === savedCardIdentifier) return
  await recordReportedCard(tx, attempt.id, savedCardIdentifier)
  if (paid) await followPaidOrder(tx, { id: orderId, autoRenewal: true })
}

/** Retries until the outcome at the gateway is carried out. */
export const settleHandlers = (services: SettleServices) =>
  settleJobs.map((job) =>
    handle(job, async (trigger) => {
      const settlement = await settlePayment(services, { ...trigger, device: '' })
      if (settlement === 'confirming') throw new Error('The payment is not settled yet')
    }),
  )

/** Records the reported card of a window; it is unverified. */
const recordReportedCard = (tx: Tx, paymentId: string, savedCardIdentifier: string) =>
  tx.update(payments).set({ savedCardIdentifier }).where(eq(payments.id, paymentId))
