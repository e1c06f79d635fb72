import { changeStatus, sourcesOf, type Transitions } from '#server/database/change-status.ts'
import type { Tx } from '#server/database/db.ts'
import type { ChargeRow } from './charge-queries.ts'

type ChargeStatus = ChargeRow['status']

/**
 * `announced`: the payer is notified, or about to be. `failing`: an attempt failed, and the order can be paid with
 * another card. A charge that was given up can still become paid if money was already on its way.
 */
export const chargeTransitions: Transitions<ChargeStatus> = {
  announced: ['failing', 'given_up', 'paid'],
  failing: ['given_up', 'paid'],
  given_up: ['paid'],
  paid: [],
}

/** @returns whether the status changed */
export async function transitionCharge(tx: Tx, id: string, to: ChargeStatus, reason: string): Promise<boolean> {
  const moved = await changeStatus(tx, {
    table: 'renewal_charges',
    ids: [id],
    from: sourcesOf(chargeTransitions, to),
    to,
    cause: { reason },
  })
  return moved.length === 1
}
