import { Suspense, type ReactNode } from 'react'
import type { Member } from '#contract/members.ts'
import type { Notification } from '#contract/notifications.ts'
import { lazyPart } from '#web/ui/loading/lazy-part.tsx'

// Most notifications are about something else.
const NotificationAnswer = lazyPart(async () => (await import('./notification-answer.tsx')).NotificationAnswer)

/** What stands below a notification's text: the answer, where it asks for a family link. */
export const answerInNotification =
  (member: Member) =>
  (notification: Notification, onAnswered: () => void): ReactNode =>
    notification.type === 'FAMILY_LINK_REQUEST' && (
      <Suspense>
        <NotificationAnswer member={member} notification={notification} onAnswered={onAnswered} />
      </Suspense>
    )
