import type { Bell, Notification } from '#contract/notifications/notifications.ts'
import type { Language } from '#contract/values.ts'
import { subjectAbout } from './mail/build-mail.ts'
import type { BellRow, NotificationRow } from './queries.ts'

export function presentNotification(row: NotificationRow, language: Language): Notification {
  const { title, message } = { ...row, ...(language === 'da' ? row.danish : null) }
  return {
    id: row.id,
    messageThreadId: row.messageThreadId,
    receiverId: row.receiverId,
    senderId: row.senderId,
    type: row.type,
    title: subjectAbout(row.about ?? [], '', title, language),
    message,
    data: row.data,
    read: row.read,
    createdAt: row.createdAt.toISOString(),
    readDate: row.readDate?.toISOString() ?? null,
    settledAt: row.settledAt?.toISOString() ?? null,
  }
}

export const presentBell = ({ count, newest }: BellRow, language: Language): Bell => ({
  count,
  newest: newest.map((row) => presentNotification(row, language)),
})
