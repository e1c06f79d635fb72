import * as z from 'zod/mini'
import { Id } from '#contract/values.ts'
import { addDays, copenhagenDate } from '#server/database/clock.ts'
import { type Db, inTransaction, type Tx } from '#server/database/db.ts'
import type { Secrets } from '#server/database/secrets.ts'
import {
  endUnpaidOrder,
  recordCardAnswer,
  type PrepareServices,
  type LineItemHandlers,
} from '#server/domains/orders/index.ts'
import {
  type CardAnswer,
  type Gateway,
  GatewayRefused,
  GatewayUnavailable,
  keyOf,
  selectConfiguration,
} from '#server/domains/payments/index.ts'
import { selectOrganisation } from '#server/domains/organisations/index.ts'
import type { Logger } from '#server/http/log.ts'
import { Problem } from '#server/http/problem.ts'
import { enqueueMany, handle, job } from '#server/jobs/queue.ts'
import { beginCharge, type BegunCharge } from './begin-charge.ts'
import * as queries from './charge-queries.ts'
import { transitionCharge } from './charge-state.ts'
import { notifyLapsed } from './end-renewals.ts'
import { notifyChargeFailed } from './notifications.ts'
import { TRIES } from './renewal-days.ts'
import { updateRenewal } from './renewal-queries.ts'

export interface ChargeServices extends PrepareServices {
  readonly db: Db
  readonly log: Logger
  readonly secrets: Secrets
  readonly gateway: Gateway
}

const chargeJob = job('renewals.charge', z.object({ chargeId: Id }))

const CHUNK = 500

/** Enqueues a job for every charge that is due. @returns how many */
export async function chargeDue(db: Db, today: string): Promise<number> {
  let due = 0
  for (let after: string | undefined = '00000000-0000-0000-0000-000000000000'; after !== undefined;) {
    const from: string = after
    const ids = await inTransaction(db, async (tx) => {
      const part = await queries.selectDueCharges(tx, today, from, CHUNK)
      const jobs = part.map((chargeId) => ({ payload: { chargeId }, key: `charge:${chargeId}` }))
      await enqueueMany(tx, chargeJob, jobs, { maxAttempts: 3 })
      return part
    })
    due += ids.length
    after = ids.at(-1)
  }
  return due
}

export const chargeHandler = (services: ChargeServices) =>
  handle(chargeJob, ({ chargeId }) => chargeRenewal(services, chargeId))

/**
 * Charges a saved card for a due renewal: the intent is recorded, the gateway is asked once, and its answer is
 * recorded. A lost answer is never asked for again: an authorisation that we do not know is not captured and lapses,
 * the office sees it, and the next attempt uses a new one.
 */
export async function chargeRenewal(services: ChargeServices, chargeId: string): Promise<void> {
  const { db, log } = services
  const begun = await inTransaction(db, (tx) => beginCharge(services, tx, chargeId)).catch((error: unknown) =>
    postpone(services, chargeId, error),
  )
  if (!begun) return
  const answer = await authorize(services, begun)
  if (answer) await inTransaction(db, (tx) => recordAnswer(services, tx, begun, answer))
  else log.error({ chargeId, paymentId: begun.paymentId }, 'Renewal charged, but the answer was lost')
}

/** An obstacle today may be gone tomorrow: somebody is buying by hand, or the club changes its offers. */
async function postpone({ db, log }: ChargeServices, chargeId: string, error: unknown): Promise<null> {
  if (!(error instanceof Problem)) throw error
  log.warn({ chargeId, code: error.code }, 'Renewal cannot be charged today')
  await inTransaction(db, async (tx) => {
    await queries.lockCharge(tx, chargeId)
    await queries.updateCharge(tx, chargeId, { nextTry: addDays(copenhagenDate(tx.now), 1) })
  })
  return null
}

/** @returns null if the outcome at the gateway is unknown */
async function authorize(services: ChargeServices, { order, card }: BegunCharge): Promise<CardAnswer | null> {
  const { db, secrets, gateway } = services
  const key = keyOf(secrets, await selectConfiguration(db, order.orgId, 'freepay'))
  try {
    return await gateway.authorizeCard(key, card, {
      amount: order.total,
      currency: order.currency,
      orderNumber: order.number,
    })
  } catch (error) {
    if (error instanceof GatewayUnavailable) return null
    if (!(error instanceof GatewayRefused)) throw error
    return { authorizationIdentifier: null, gatewayReason: String(error.status), acquirer: null }
  }
}

/**
 * Transaction 2. An authorised payment is settled like any other; after a decline the payer is notified how to pay
 * otherwise.
 */
async function recordAnswer(
  services: ChargeServices,
  tx: Tx,
  { charge, order, paymentId }: BegunCharge,
  answer: CardAnswer,
) {
  await queries.lockCharge(tx, charge.id)
  await recordCardAnswer(tx, order.id, paymentId, answer)
  if (answer.authorizationIdentifier !== null) return
  if (charge.tries >= TRIES) return abandonCharge(services.lineHandlers, tx, charge.id)
  await transitionCharge(tx, charge.id, 'failing', `try ${charge.tries} failed`)
  const expired = await queries.isCardExpired(tx, { id: charge.id, orderId: order.id })
  await notifyChargeFailed(tx, charge, { over: false, expired })
}

/**
 * Ends a charge without attempts left: its order expires, its holds are released, the memberships end normally, and so does the consent
 * to renew them: nobody is charged years later for what failed once.
 */
async function abandonCharge(lineHandlers: LineItemHandlers, tx: Tx, id: string): Promise<void> {
  const charge = await queries.lockCharge(tx, id)
  const { orderId } = charge
  const expired = await queries.isCardExpired(tx, charge)
  if (orderId && !(await endUnpaidOrder(lineHandlers, tx, orderId, 'expired', 'renewal failed'))) return
  await queries.updateCharge(tx, id, { nextTry: null })
  if (!(await transitionCharge(tx, id, 'given_up', 'no try is left'))) return
  const renewed = await queries.selectRenewedByCharge(tx, id)
  const because = expired ? 'expired' : charge.tries > 0 ? 'declined' : 'not_renewed'
  await updateRenewal(tx, renewed, null, because)
  if (because !== 'not_renewed') return notifyChargeFailed(tx, charge, { over: true, expired })
  const { name: club } = await selectOrganisation(tx, charge.orgId)
  const ended = renewed.map((membershipId) => ({ ...charge, club, membershipId }))
  await notifyLapsed(tx, ended, because)
}

/**
 * Ends charges whose last attempt was not answered or settled, or that were postponed for too long.
 * @returns how many were checked
 */
export async function abandonSpentCharges(
  { db, lineHandlers }: { db: Db; lineHandlers: LineItemHandlers },
  today: string,
): Promise<number> {
  const ids = await queries.selectSpentCharges(db, today, CHUNK)
  for (const id of ids) await inTransaction(db, (tx) => abandonCharge(lineHandlers, tx, id))
  return ids.length
}
