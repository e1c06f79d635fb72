import type { Notification } from '#contract/notifications/notifications.ts'
import { paths } from '#web/paths.ts'
import { useNavigateTo } from '#web/ui/link.tsx'
import { isOnScreen } from '#web/ui/on-screen.ts'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { m } from '#words/messages.js'
import { notificationWords } from './notification-words.ts'

/** On-screen key of the notification list. While it is visible, no toasts are shown. */
export const listOnScreen = 'notifications'

/** Toast group, dismissed when the bell is opened. */
export const arrivalToasts = 'arrivals'

/** More than this many are combined into one toast. */
const MOST = 2

const isShown = ({ data: { orderId, threadId } }: Notification) =>
  isOnScreen(listOnScreen) ||
  (typeof orderId === 'string' && isOnScreen(`order:${orderId}`)) ||
  (typeof threadId === 'string' && isOnScreen(`thread:${threadId}`))

/** Shows toasts for new notifications that the page does not show already. Following one marks it as read. */
export function useArrivalToasts(read: (notification: Notification) => void) {
  const go = useNavigateTo()
  return (fresh: readonly Notification[]) => {
    const unseen = fresh.filter((one) => !isShown(one))
    if (unseen.length > MOST) {
      const to = paths.notifications()
      showToast({
        type: 'info',
        group: arrivalToasts,
        title: m.notifications_arrived_title({ count: unseen.length }),
        message: unseen.map(({ title }) => title).join(', '),
        action: { label: m.bell_see_all(), to, onClick: () => void go(to) },
      })
      return
    }
    for (const one of unseen.toReversed()) {
      const { to, label } = notificationWords(one).action
      const onClick = () => {
        read(one)
        void go(to)
      }
      showToast({
        type: 'info',
        group: arrivalToasts,
        title: one.title,
        message: one.message,
        action: { label, to, onClick },
      })
    }
  }
}
