import { Anchor, UnstyledButton } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import type { MouseEvent, ReactNode } from 'react'
import { m } from '#words/messages.js'
import c from './toast.module.css'

export interface Toast {
  readonly message: string
  readonly title?: string
  /** Default `success`. News by itself is `info`: it waits until a screen reader has finished. */
  readonly type?: 'success' | 'error' | 'info'
  /** What can be done about it, which closes it. */
  readonly action?: ToastAction
  /** Toasts of one group go together when something else shows what they say. */
  readonly group?: string
}

interface ToastAction {
  readonly label: string
  readonly onClick: () => void
  /** The address that it leads to; `onClick` goes there. */
  readonly to?: string
}

const looks = {
  success: { color: 'teal', icon: <IconCheck size={18} />, autoClose: 5000, role: 'alert' },
  error: { color: 'red', icon: <IconX size={18} />, autoClose: 8000, role: 'alert' },
  info: { color: 'fjord', icon: <IconInfoCircle size={18} />, autoClose: 8000, role: 'status' },
}

/** Time to reach what the toast offers. */
const withAction = 12_000

let count = 0
const groups = new Map<string, string[]>()

export function addToast({ message, title, type = 'success', action, group }: Toast) {
  const id = `toast-${count++}`
  if (group) groups.set(group, [...(groups.get(group) ?? []), id])
  const look = looks[type]
  const autoClose = action ? withAction : look.autoClose
  const toast = { id, title, message: withButton(message, action, () => notifications.hide(id)) }
  notifications.show({
    ...toast,
    ...look,
    autoClose,
    withBorder: true,
    closeButtonProps: { 'aria-label': m.action_close() },
    // It stays under the hands of whoever reached it by keyboard.
    onFocus: () => notifications.update({ ...toast, autoClose: false }),
    onBlur: () => notifications.update({ ...toast, autoClose }),
  })
}

export function removeToasts(group: string) {
  for (const id of groups.get(group) ?? []) notifications.hide(id)
  groups.delete(group)
}

export function removeAll() {
  notifications.clean()
  groups.clear()
}

function withButton(message: string, action: ToastAction | undefined, close: () => void): ReactNode {
  if (!action) return message
  const { label, to, onClick } = action
  const act = (event: MouseEvent) => {
    // A new tab is the browser's to open.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    close()
    onClick()
  }
  return (
    <span className={c.message}>
      <span className={c.text}>{message}</span>
      {to ? (
        <Anchor href={to} onClick={act} className={c.action ?? ''}>
          {label}
        </Anchor>
      ) : (
        <UnstyledButton onClick={act} className={c.action ?? ''}>
          {label}
        </UnstyledButton>
      )}
    </span>
  )
}

export const ToastStack = () => <Notifications position="bottom-right" limit={3} />
