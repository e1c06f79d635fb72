import type { NotificationType } from '#contract/notifications/notifications.ts'
import type { Language } from '#contract/values.ts'
import type { Tx } from '#server/database/db.ts'
import { type RequestedMail, requestMail } from '../mail/send-mail.ts'
import { insertNotification, insertNotificationsOnce } from '../queries.ts'

interface NotificationTexts {
  readonly title: string
  readonly message: string
}

export interface About {
  readonly type: NotificationType
  /** The texts in a language; both languages are stored, and the reader's is shown. */
  readonly texts: (locale: Language) => NotificationTexts
  /** Ids and names needed by the page it links to. */
  readonly data: Record<string, unknown>
  /** Whom it is about, by their ids: their names begin the title, unless that is the receiver alone. Left out where the texts name them. */
  readonly people?: readonly string[]
  /** A second notification with the same key is dropped. */
  readonly onceKey: string
}

interface NotificationToOne extends About {
  readonly receiverId: string
  /** Omitted if the portal itself is the sender. */
  readonly senderId?: string
  /** The club thread that it is about. */
  readonly messageThreadId?: string
  /** The time of the event; defaults to now. */
  readonly createdAt?: Date
}

interface WithMail extends NotificationToOne {
  /** The mail about it, to its receiver and once. */
  readonly mail?: Pick<RequestedMail, 'template' | 'orgId' | 'data'> | false
}

/** Inserts a notification in the transaction that causes it; the receiver's open pages show it after the commit. */
export async function notify(tx: Tx, { mail, ...notification }: WithMail): Promise<void> {
  await insertNotification(tx, valuesOf(notification))
  const { receiverId: memberId, onceKey } = notification
  if (mail) await requestMail(tx, { ...mail, memberId, onceKey })
}

/** Notifies several people, in one statement. */
export const notifyEach = (tx: Tx, notifications: readonly NotificationToOne[]): Promise<void> =>
  insertNotificationsOnce(tx, notifications.map(valuesOf))

const valuesOf = ({ texts, people, data, ...notification }: NotificationToOne) => ({
  ...notification,
  ...texts('en'),
  danish: texts('da'),
  data: people ? { ...data, people: [...new Set(people)] } : data,
})
