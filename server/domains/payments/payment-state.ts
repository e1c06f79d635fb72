import type { SQL } from 'drizzle-orm'
import { changeStatus, sourcesOf, type Cause, type Transitions } from '#server/database/change-status.ts'
import type { Tx } from '#server/database/db.ts'
import { sql } from 'drizzle-orm'
import type { PaymentRow } from './queries.ts'

export type PaymentStatus = PaymentRow['status']

/**
 * The life of one attempt. The gateway's truth wins over what was believed: an attempt that was declined or given up may
 * still turn out to be authorised. What is captured stays captured.
 */
export const paymentTransitions: Transitions<PaymentStatus> = {
  created: ['linking'],
  linking: ['linked', 'voided'],
  linked: ['authorised', 'declined', 'unknown'],
  declined: ['authorised', 'unknown'],
  unknown: ['authorised', 'voided'],
  authorised: ['capturing', 'captured', 'voided', 'unknown'],
  capturing: ['captured', 'unknown'],
  captured: [],
  voided: [],
}

/** @returns whether the attempt moved: false when it was in a status from which `to` does not follow */
export async function transitionPayment(tx: Tx, id: string, to: PaymentStatus, cause: Cause, set?: SQL): Promise<boolean> {
  const moved = await changeStatus(tx, {
    table: 'payments',
    ids: [id],
    from: sourcesOf(paymentTransitions, to),
    to,
    set: sql`updated_at = portal_now()${set ? sql`, ${set}` : sql``}`,
    cause,
  })
  return moved.length === 1
}
