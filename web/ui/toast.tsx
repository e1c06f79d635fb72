import { Notifications, notifications } from '@mantine/notifications'
import { IconCheck, IconX } from '@tabler/icons-react'
import '@mantine/notifications/styles.layer.css'
import { m } from '#words/messages.js'

interface Toast {
  readonly message: string
  readonly title?: string
  /** Default `success`. */
  readonly type?: 'success' | 'error' | 'info'
}

/** Says in passing what became of an action. */
export function showToast({ message, title, type = 'success' }: Toast) {
  notifications.show({
    message,
    title,
    color: type === 'error' ? 'red' : type === 'success' ? 'teal' : 'fjord',
    icon: type === 'error' ? <IconX size={18} /> : type === 'success' ? <IconCheck size={18} /> : undefined,
    autoClose: type === 'error' ? 8000 : 5000,
    withBorder: true,
    closeButtonProps: { 'aria-label': m.action_close() },
  })
}

/** Where toasts appear. */
export const Toasts = () => <Notifications position="bottom-right" limit={3} />
