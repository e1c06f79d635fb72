import { Anchor, UnstyledButton } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { IconCheck, IconInfoCircle, IconX } from '../icons/index.ts'
import type { MouseEvent, ReactNode } from 'react'
import { m } from '#words/messages.js'
import c from './toast.module.css'

export interface Toast {
  readonly message: string
  readonly title?: string
  /** Default `success`. `info` is announced politely. */
  readonly type?: 'success' | 'error' | 'info'
  /** Clicking it closes the toast. */
  readonly action?: ToastAction
  /** Toasts of one group are hidden together. */
  readonly group?: string
}

interface ToastAction {
  readonly label: string
  readonly onClick: () => void
  /** The URL that `onClick` navigates to. */
  readonly to?: string
}

const styles = {
  success: { color: 'teal', icon: <IconCheck aria-hidden size={18} />, autoClose: 5000, role: 'alert' },
  error: { color: 'red', icon: <IconX aria-hidden size={18} />, autoClose: 8000, role: 'alert' },
  info: { color: 'fjord', icon: <IconInfoCircle aria-hidden size={18} />, autoClose: 8000, role: 'status' },
} as const

const withActionMs = 10_000

let count = 0
const groups = new Map<string, string[]>()

export function addToast({ message, title, type = 'success', action, group }: Toast) {
  const id = `toast-${count++}`
  if (group) groups.set(group, [...(groups.get(group) ?? []), id])
  const style = styles[type]
  const autoClose = action ? withActionMs : style.autoClose
  const toast = { id, title, message: withButton(message, action, () => notifications.hide(id)) }
  notifications.show({
    ...toast,
    ...style,
    autoClose,
    withBorder: true,
    closeButtonProps: { 'aria-label': m.action_close() },
    // Stays open while focused.
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
  const onActionClick = (event: MouseEvent) => {
    // Let the browser open a new tab.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    close()
    onClick()
  }
  return (
    <span className={c.message}>
      <span className={c.text}>{message}</span>
      {to ? (
        <Anchor href={to} onClick={onActionClick} className={c.action ?? ''}>
          {label}
        </Anchor>
      ) : (
        <UnstyledButton onClick={onActionClick} className={c.action ?? ''}>
          {label}
        </UnstyledButton>
      )}
    </span>
  )
}

/** At the top, in the middle: buttons of pages and dialogs are on the right and at the foot. */
export const ToastStack = () => <Notifications position="top-center" limit={3} />
