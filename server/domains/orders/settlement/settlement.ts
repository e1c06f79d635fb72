import type { Db } from '#server/database/db.ts'
import type { Replica } from '#server/database/replica.ts'
import type { Secrets } from '#server/database/secrets.ts'
import type { Gateway } from '#server/domains/payments/index.ts'
import type { Logger } from '#server/http/log.ts'
import type { CompleteServices } from './complete-order.ts'

export interface SettleServices extends CompleteServices {
  readonly db: Db
  readonly replica: Replica
  readonly log: Logger
  readonly secrets: Secrets
  readonly gateway: Gateway
}

/** A reason to look at an order's payment. */
export interface Trigger {
  readonly orderId: string
  readonly authorizationIdentifier: string
  /** The returning browser; empty for callbacks and jobs. */
  readonly device: string
  /** The saved card as reported, unverified. */
  readonly savedCardIdentifier?: string | null
}

/**
 * `paid`: delivered. `confirming`: another caller is at work, or the gateway has not captured yet; try again later.
 * `absent`: the gateway does not know the authorisation. `returned`: the money was refunded, or the gateway refuses
 * and the office has to look. `refused`: the authorisation is not of this order; nothing changed.
 */
export type Settlement = 'paid' | 'confirming' | 'absent' | 'returned' | 'refused'
