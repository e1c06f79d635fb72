import type { Notification } from '#contract/notifications.ts'
import { paths } from '#web/paths.ts'
import { useNavigateTo } from '#web/ui/link.tsx'
import { isOnScreen } from '#web/ui/on-screen.ts'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { m } from '#words/messages.js'
import { notificationWords } from './notification-words.ts'

/** The page that lists all of them shows each by itself. */
export const listOnScreen = 'notifications'

/** The bell's list says the same. */
export const arrivalToasts = 'arrivals'

/** More at once are told in one toast. */
const MOST = 2

const isShown = ({ data: { orderId, threadId } }: Notification) =>
  isOnScreen(listOnScreen) ||
  (typeof orderId === 'string' && isOnScreen(`order:${orderId}`)) ||
  (typeof threadId === 'string' && isOnScreen(`thread:${threadId}`))

/** Tells the reader of this tab what came, unless the page shows it already. Following it marks it as read. */
export function useArrivalToasts(read: (notification: Notification) => void) {
  const go = useNavigateTo()
  return (fresh: readonly Notification[]) => {
    const untold = fresh.filter((one) => !isShown(one))
    if (untold.length > MOST) {
      const to = paths.notifications()
      showToast({
        type: 'info',
        group: arrivalToasts,
        title: m.notifications_arrived_title({ count: untold.length }),
        message: untold.map(({ title }) => title).join(', '),
        action: { label: m.bell_see_all(), to, onClick: () => void go(to) },
      })
      return
    }
    for (const one of untold.toReversed()) {
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
