import type { Tx } from '#server/database/db.ts'
import { insertNotification } from './queries.ts'

export interface Notification {
  readonly receiverId: string
  readonly type:
    | 'FAMILY_LINK_REQUEST'
    | 'MEMBERSHIP_RENEW'
    | 'ORDER_READY'
    | 'PAYMENT_RECEIVED'
    | 'EVENT_REGISTRATION'
    | 'CONTACT_US'
    | 'CONTACT_US_REPLY'
  readonly title: string
  readonly message: string
  readonly data: Record<string, unknown>
  /** The same key writes no second notification. */
  readonly onceKey: string
}

/** Writes a notification with what causes it. */
export async function notify(tx: Tx, notification: Notification): Promise<void> {
  await insertNotification(tx, notification)
}
