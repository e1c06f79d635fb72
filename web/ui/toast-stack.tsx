import { Notifications, notifications } from '@mantine/notifications'
import { IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import { m } from '#words/messages.js'

export interface Toast {
  readonly message: string
  readonly title?: string
  /** Default `success`. */
  readonly type?: 'success' | 'error' | 'info'
}

const looks = {
  success: { color: 'teal', icon: <IconCheck size={18} />, autoClose: 5000 },
  error: { color: 'red', icon: <IconX size={18} />, autoClose: 8000 },
  info: { color: 'fjord', icon: <IconInfoCircle size={18} />, autoClose: 5000 },
}

export function addToast({ message, title, type = 'success' }: Toast) {
  const closeButtonProps = { 'aria-label': m.action_close() }
  notifications.show({ message, title, withBorder: true, closeButtonProps, ...looks[type] })
}

const ToastStack = () => <Notifications position="bottom-right" limit={3} />

export default ToastStack
