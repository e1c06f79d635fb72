import { crashPoint } from '#server/database/crash-point.ts'
import { portalNow } from '#server/database/clock.ts'
import { inTransaction } from '#server/database/db.ts'
import {
  GatewayRefused,
  GatewayUnavailable,
  recordCreditCall,
  withdrawCreditCall,
  type RefundRow,
} from '#server/domains/payments/index.ts'
import type { SettleServices } from '../settlement/settlement.ts'

/** For so long after a call a credit is looked for, and a list of credits that fails is waited for. */
const PATIENT_MINUTES = 2

interface Due {
  /** What has to go back, in minor units. */
  readonly amount: number
  /** What of the same authorisation was credited for refunds before. */
  readonly before: number
}

/** `later`: somebody else is at it, or the gateway may still show what it did. `unclear`: only a person can tell. */
export type Credited = 'credited' | 'refused' | 'later' | 'unclear'

/**
 * Credits at the gateway, for whoever has claimed the refund. The gateway has no key against repeats, so it is asked once: the
 * call is written down first, and as long as nobody knows what came of it, it is only looked for, never repeated. What is
 * asked for is the refund, less what the gateway lists beyond what the portal knows of, as given back in its own portal; a
 * list that cannot be read, or that lacks credits, changes nothing.
 */
export async function creditOnce(
  services: Pick<SettleServices, 'db' | 'gateway'>,
  key: string,
  refund: RefundRow,
  due: Due,
): Promise<Credited> {
  const { db, gateway } = services
  const { id, authorizationIdentifier, creditCalledAt, creditedAfter } = refund
  const isPatient = await isRecent(services, creditCalledAt ?? refund.createdAt)
  const listed = await gateway.readCredited(key, authorizationIdentifier).catch((error: unknown) => {
    if (error instanceof GatewayUnavailable && !isPatient) return null
    throw error
  })
  if (creditCalledAt) {
    if (listed === null) return 'unclear'
    if (listed >= creditedAfter!) return 'credited'
    return isPatient ? 'later' : 'unclear'
  }

  const amount = due.amount - Math.max(0, (listed ?? 0) - due.before)
  if (amount <= 0) return 'credited'
  const after = Math.max(listed ?? 0, due.before) + amount
  if (!(await inTransaction(db, (tx) => recordCreditCall(tx, refund, after)))) return 'later'
  crashPoint('give-back.intended')
  const answer = await gateway
    .credit(key, authorizationIdentifier, { amount, comment: `Refund ${id}` })
    .catch((error: unknown) => {
      if (error instanceof GatewayRefused) return error
      throw error
    })
  if (answer === true) return 'credited'
  await inTransaction(db, (tx) => withdrawCreditCall(tx, id))
  if (answer instanceof GatewayRefused && answer.keyRefused) throw answer
  return 'refused'
}

const isRecent = async ({ db }: Pick<SettleServices, 'db'>, since: Date): Promise<boolean> =>
  (await portalNow(db)).getTime() - since.getTime() < PATIENT_MINUTES * 60_000
