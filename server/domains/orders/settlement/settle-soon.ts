import { setTimeout as wait } from 'node:timers/promises'
import { crashPoint } from '#server/database/crash-point.ts'
import { inTransaction, type Tx } from '#server/database/db.ts'
import { payments } from '#server/database/schema/index.ts'
import { eq } from '#server/database/sql.ts'
import { type PaymentRow, selectPayments } from '#server/domains/payments/index.ts'
import { handle } from '#server/jobs/queue.ts'
import { followPaidOrder } from './complete-order.ts'
import { enqueueSettlement, settleJobs } from './settle-job.ts'
import { settlePayment } from './settle-payment.ts'
import type { Settlement, SettleServices, Trigger } from './settlement.ts'

/** How long a browser or the gateway is kept waiting for the outcome; the job goes on in any case. */
const PATIENCE = 2500

/** Settles what a trigger names, and waits for the outcome. Throws `GatewayUnavailable`; the job goes on. */
export async function settleNow(services: SettleServices, trigger: Trigger): Promise<Settlement> {
  return (await noteTrigger(services, trigger)) ? settlePayment(services, trigger) : 'refused'
}

/** The same for a browser or a gateway that has no time. @returns what is known when patience ends */
export async function settleSoon(services: SettleServices, trigger: Trigger): Promise<Settlement> {
  const run = await join(services, trigger)
  return run ? Promise.race([run.settlement, wait(PATIENCE, 'confirming' as const, { ref: false })]) : 'refused'
}

/** The runs of this process that are noted, or about to be. Other processes have their own: the order's lock is between them. */
const runs = new Map<string, Promise<{ settlement: Promise<Settlement> } | null>>()

/** A gateway that repeats itself joins the run of its first callback instead of taking connections for its own. */
function join(services: SettleServices, trigger: Trigger) {
  const key = `${trigger.orderId} ${trigger.authorizationIdentifier} ${trigger.savedCardIdentifier ?? ''}`
  const present = runs.get(key)
  if (present) return present
  const end = () => void runs.delete(key)
  const run = noteTrigger(services, trigger).then((expected) => {
    if (!expected) {
      end()
      return null
    }
    const settlement = settlePayment(services, trigger).catch((error: unknown) => {
      services.log.warn({ err: error, orderId: trigger.orderId }, 'A payment is not settled yet; the job tries again')
      return 'confirming' as const
    })
    void settlement.then(end)
    return { settlement }
  })
  runs.set(key, run)
  run.catch(end)
  return run
}

/** The intent is a job before anything is tried or answered, so that it survives this process. */
async function noteTrigger({ db }: SettleServices, trigger: Trigger): Promise<boolean> {
  const { orderId, authorizationIdentifier, savedCardIdentifier } = trigger
  const expected = await inTransaction(db, async (tx) => {
    // Without a window or a charge nothing can have been authorised: whoever says so costs neither a job nor a call.
    const attempts = await selectPayments(tx, orderId)
    const opened = attempts.some((one) => one.paymentIdentifier ?? one.savedCardIdentifier)
    if (opened) await enqueueSettlement(tx, orderId, authorizationIdentifier)
    if (opened && savedCardIdentifier) await noteCard(tx, orderId, attempts, savedCardIdentifier)
    return opened
  })
  crashPoint('trigger.noted')
  return expected
}

/** What is said of a card is only noted: it is read at the gateway before it is kept, however often that is said. */
async function noteCard(tx: Tx, orderId: string, attempts: readonly PaymentRow[], savedCardIdentifier: string) {
  const paid = attempts.find(({ status }) => status === 'captured')
  const attempt = paid ?? attempts.find(({ paymentIdentifier }) => paymentIdentifier !== null)
  if (!attempt?.paymentIdentifier || attempt.savedCardIdentifier === savedCardIdentifier) return
  await recordReportedCard(tx, attempt.id, savedCardIdentifier)
  if (paid) await followPaidOrder(tx, { id: orderId, autoRenewal: true })
}

/** Tries until the gateway's truth is carried out; then it finds nothing to do. */
export const settleHandlers = (services: SettleServices) =>
  settleJobs.map((job) =>
    handle(job, async (trigger) => {
      const settlement = await settlePayment(services, { ...trigger, device: '' })
      if (settlement === 'confirming') throw new Error('The payment is not settled yet')
    }),
  )

/** What was said of the card with which a window was paid; nobody vouches for it before it is read at the gateway. */
const recordReportedCard = (tx: Tx, paymentId: string, savedCardIdentifier: string) =>
  tx.update(payments).set({ savedCardIdentifier }).where(eq(payments.id, paymentId))
