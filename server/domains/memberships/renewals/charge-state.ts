import { changeStatus, sourcesOf, type Transitions } from '#server/database/change-status.ts'
import type { Tx } from '#server/database/db.ts'
import type { ChargeRow } from './charge-queries.ts'

type ChargeStatus = ChargeRow['status']

/**
 * `announced`: the payer is told, or about to be. `failing`: a try failed, and the order can be paid with another card. What was
 * given up may still be paid: money that was under way is honoured.
 */
export const chargeTransitions: Transitions<ChargeStatus> = {
  announced: ['failing', 'given_up', 'paid'],
  failing: ['given_up', 'paid'],
  given_up: ['paid'],
  paid: [],
}

/** @returns whether it moved */
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
