import type { Bell, Notification } from '#contract/notifications/notifications.ts'
import type { Language } from '#contract/values.ts'
import type { BellRow, NotificationRow } from './queries.ts'

export const presentNotification = (row: NotificationRow, language: Language): Notification => ({
  id: row.id,
  messageThreadId: row.messageThreadId,
  receiverId: row.receiverId,
  senderId: row.senderId,
  type: row.type,
  title: row.title,
  message: row.message,
  ...(language === 'da' ? row.danish : null),
  data: row.data,
  read: row.read,
  createdAt: row.createdAt.toISOString(),
  readDate: row.readDate?.toISOString() ?? null,
  settledAt: row.settledAt?.toISOString() ?? null,
})

export const presentBell = ({ count, newest }: BellRow, language: Language): Bell => ({
  count,
  newest: newest.map((row) => presentNotification(row, language)),
})
