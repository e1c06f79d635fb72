import type { Db } from '#server/database/db.ts'
import type { Secrets } from '#server/database/secrets.ts'
import type { Gateway } from '#server/domains/payments/index.ts'
import type { Logger } from '#server/http/log.ts'
import type { CompleteServices } from './complete-order.ts'

/** What settling runs on. */
export interface SettleServices extends CompleteServices {
  readonly db: Db
  readonly log: Logger
  readonly secrets: Secrets
  readonly gateway: Gateway
}

/** Who noticed that an order may be paid. */
export interface Trigger {
  readonly orderId: string
  readonly authorizationIdentifier: string
  /** The browser that came back; empty for the callback and for jobs. */
  readonly device: string
  /** The card that was kept, as the gateway's words have it. */
  readonly savedCardIdentifier?: string | null
}

/**
 * `paid`: delivered. `confirming`: another caller is at it, or the gateway did not capture yet: try again later. `absent`:
 * the gateway knows no such authorisation. `returned`: the money was given back, or the gateway refuses and the
 * office has to look. `refused`: the
 * authorisation is not of this order; nothing changed.
 */
export type Settlement = 'paid' | 'confirming' | 'absent' | 'returned' | 'refused'
