import { type ReactNode } from 'react'
import type { Member } from '#contract/members.ts'
import type { Notification } from '#contract/notifications.ts'
import { NotificationAnswer } from './notification-answer.tsx'

/** What stands below a notification's text: the answer, where it asks for a family link. */
export const answerInNotification =
  (member: Member) =>
  (notification: Notification, onAnswered: () => void): ReactNode =>
    notification.type === 'FAMILY_LINK_REQUEST' && (
      <NotificationAnswer member={member} notification={notification} onAnswered={onAnswered} />
    )
