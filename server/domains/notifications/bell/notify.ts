import type { NotificationType } from '#contract/notifications.ts'
import type { Language } from '#contract/values.ts'
import type { Tx } from '#server/database/db.ts'
import { insertNotification, insertNotificationsOnce } from '../queries.ts'

interface NotificationTexts {
  readonly title: string
  readonly message: string
}

export interface About {
  readonly type: NotificationType
  /** The words in a language; both are kept, the reader's is shown. */
  readonly texts: (locale: Language) => NotificationTexts
  /** What the page needs that it leads to: ids and names. */
  readonly data: Record<string, unknown>
  /** The same key writes no second notification. */
  readonly onceKey: string
}

interface NotificationToOne extends About {
  readonly receiverId: string
  /** Left out when the portal itself writes. */
  readonly senderId?: string
  /** The thread with a club that it is about. */
  readonly messageThreadId?: string
  /** The moment of what it tells of; now when left out. */
  readonly createdAt?: Date
}

/** Writes a notification with what causes it; open pages of the receiver show it when that is committed. */
export async function notify(tx: Tx, { texts, ...notification }: NotificationToOne): Promise<void> {
  await insertNotification(tx, { ...notification, ...texts('en'), danish: texts('da') })
}

/** The same for several, each with words of their own, in one statement. */
export const notifyEach = (tx: Tx, notifications: readonly NotificationToOne[]): Promise<void> =>
  insertNotificationsOnce(
    tx,
    notifications.map(({ texts, ...notification }) => ({ ...notification, ...texts('en'), danish: texts('da') })),
  )
