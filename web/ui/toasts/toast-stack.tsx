import { Anchor, UnstyledButton } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
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

/** As long as a delayed action can be stopped: whoever looks for the button by ear or with Tab is slow. */
const undoMs = 60_000
/** A link's page is in the menu, too. */
const linkMs = 10_000

let count = 0
const groups = new Map<string, string[]>()
/** Those without a button, which say nothing any more once the next one is there. */
const passing = 'passing'

export function addToast({ message, title, type = 'success', action, group }: Toast) {
  // News from elsewhere takes nothing away of what somebody has just done.
  if (type !== 'info') removeToasts(passing)
  const id = `toast-${count++}`
  const of = group ?? (type === 'success' && !action ? passing : undefined)
  if (of) groups.set(of, [...(groups.get(of) ?? []), id])
  const style = styles[type]
  notifications.show({
    ...style,
    id,
    title,
    message: withButton(message, action, () => notifications.hide(id)),
    autoClose: action ? (action.to ? linkMs : undoMs) : style.autoClose,
    // The newest is in front, but news lies behind the answer to an action.
    priority: of === passing ? Number.MAX_SAFE_INTEGER : count,
    withBorder: true,
    closeButtonProps: { 'aria-label': m.action_close() },
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
        <UnstyledButton aria-keyshortcuts={frontKey} onClick={onActionClick} className={c.action ?? ''}>
          {label}
        </UnstyledButton>
      )}
    </span>
  )
}

const frontKey = 'F8'

/** At the top, in the middle: buttons of pages and dialogs are on the right and at the foot. Several lie behind each other until hovered or focused. */
export function ToastStack() {
  const focusFront = () =>
    document.querySelector<HTMLElement>('.mantine-Notification-root:not([inert]) :is(a, button)')?.focus()
  // Also from a field.
  useHotkeys([[frontKey, focusFront]], [])
  return <Notifications position="top-center" layout="stacked" limit={3} />
}
