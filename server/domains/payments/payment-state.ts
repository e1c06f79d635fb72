import { changeStatus, sourcesOf, type Cause, type Transitions } from '#server/database/change-status.ts'
import type { Tx } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import type { PaymentRow } from './queries.ts'

type PaymentStatus = PaymentRow['status']

/**
 * The statuses of one attempt. A declined attempt may still turn out to be authorised at the gateway. `authorising`:
 * a saved card is being charged; an attempt whose answer was lost stays so until the office has looked. `unknown`:
 * abandoned, its money is being returned. A captured attempt stays captured.
 */
export const paymentTransitions: Transitions<PaymentStatus> = {
  created: ['linking', 'authorising'],
  linking: ['linked', 'voided'],
  authorising: ['authorised', 'declined', 'unknown'],
  linked: ['authorised', 'declined', 'unknown'],
  declined: ['authorised', 'unknown'],
  unknown: ['voided'],
  authorised: ['capturing', 'captured', 'voided', 'unknown'],
  capturing: ['captured', 'unknown'],
  captured: [],
  voided: [],
}

/** Whether money moves by an attempt, a row of `payments`. The answer to a charge of a saved card comes within the hour, or never. */
export const isUnderWay = sql`(payments.status in ('authorised', 'capturing')
  or payments.status = 'authorising' and payments.created_at > portal_now() - interval '1 hour')`

/** The only state of a payment that the club took itself. */
export const takenAtOnce = { status: 'captured' } as const

/** Facts learnt with a change of status. */
interface PaymentFacts {
  readonly paymentIdentifier?: string
  readonly windowLink?: string
  readonly authorizationIdentifier?: string
  /** The card that is charged. */
  readonly savedCardIdentifier?: string
  /** The gateway's own codes and texts; null keeps the known value. */
  readonly gatewayReason?: string | null
  readonly reason?: string | null
  readonly acquirer?: string | null
}

/** @returns whether the status changed: false if `to` does not follow the current one */
export async function transitionPayment(
  tx: Tx,
  id: string,
  to: PaymentStatus,
  cause: Cause,
  facts: PaymentFacts = {},
): Promise<boolean> {
  const moved = await changeStatus(tx, {
    table: 'payments',
    ids: [id],
    from: sourcesOf(paymentTransitions, to),
    to,
    set: sql`updated_at = portal_now(),
      payment_identifier = coalesce(${facts.paymentIdentifier ?? null}::uuid, payment_identifier),
      window_link = coalesce(${facts.windowLink ?? null}, window_link),
      authorization_identifier = coalesce(${facts.authorizationIdentifier ?? null}::uuid, authorization_identifier),
      saved_card_identifier = coalesce(${facts.savedCardIdentifier ?? null}::uuid, saved_card_identifier),
      gateway_reason = coalesce(${facts.gatewayReason ?? null}, gateway_reason),
      reason = coalesce(${facts.reason ?? null}, reason),
      acquirer = coalesce(${facts.acquirer ?? null}, acquirer),
      capturing_since = ${to === 'capturing' ? sql`clock_timestamp()` : sql`null`},
      captured_at = ${to === 'captured' ? sql`portal_now()` : sql`captured_at`}`,
    cause,
  })
  return moved.length === 1
}
