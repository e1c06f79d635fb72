import { ActionIcon, Text, ThemeIcon, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconChevronRight, IconTrash } from '#web/ui/icons/index.ts'
import { useRef } from 'react'
import type { Notification } from '#contract/notifications/notifications.ts'
import { NotificationAnswer } from '#web/features/members/family/notification-answer.tsx'
import { PlainLink } from '#web/ui/link.tsx'
import { MomentText } from '#web/ui/words/money-text.tsx'
import { m } from '#words/messages.js'
import c from './notification-item.module.css'
import { notificationWords } from './notification-words.ts'

/** Attribute of a container whose heading gets the focus after its last notification is deleted. */
export const notificationArea = 'data-notifications'

interface NotificationItemProps {
  readonly notification: Notification
  /** Clamps the message to a few lines. */
  readonly short?: boolean
  /** Listed under its day, so only the time is shown. */
  readonly inDay?: boolean
  readonly onFollow: () => void
  readonly onRead: () => void
  readonly onRemove: () => void
  /** Called when its request was answered in place, or could not be. */
  readonly onAnswered: (done: boolean) => void
}

/** One notification. The message is rendered as plain text. */
export function NotificationItem(props: NotificationItemProps) {
  const { notification, short, inDay, onFollow, onRead, onRemove, onAnswered } = props
  const { id, title, message, createdAt } = notification
  const { icon: TypeIcon, tone, kind, action, closed } = notificationWords(notification)
  const item = useRef<HTMLLIElement>(null)
  const linkIn = (element: Element | null | undefined) => element?.querySelector('a')

  // The pressed button disappears, so move the focus first.
  const read = () => {
    linkIn(item.current)?.focus()
    onRead()
  }
  const remove = () => {
    const area = item.current?.closest(`[${notificationArea}]`)
    const all = [...(area?.querySelectorAll('[data-notification]') ?? [])]
    const at = all.indexOf(item.current!)
    const heading = area?.querySelector<HTMLElement>('h2[tabindex]') ?? document.querySelector<HTMLElement>('#main h1')
    const target = linkIn(all[at + 1] ?? all[at - 1]) ?? heading
    target?.focus()
    onRemove()
  }
  return (
    <li ref={item} className={c.item} data-read={notification.read} data-short={short} data-notification={id}>
      <ThemeIcon variant="light" color={tone} radius={12} size={40} aria-hidden>
        <TypeIcon size={20} stroke={1.7} />
      </ThemeIcon>
      <div className={c.words}>
        <div className={c.meta}>
          <span>{kind}</span>
          <MomentText moment={createdAt} inDay={inDay} />
        </div>
        <PlainLink to={action.to} className={c.title ?? ''} onClick={onFollow} data-list-row>
          {title}
          {!notification.read && <VisuallyHidden>{m.notification_unread().toLowerCase()}</VisuallyHidden>}
        </PlainLink>
        <p className={c.message}>{message}</p>
        {closed && (
          <Text size="sm" c="dimmed">
            {closed}
          </Text>
        )}
        <span className={c.action}>
          {action.label}
          <IconChevronRight size={16} stroke={2} aria-hidden />
        </span>
        {notification.type === 'FAMILY_LINK_REQUEST' && (
          <NotificationAnswer notification={notification} onAnswered={onAnswered} />
        )}
      </div>
      <div className={c.buttons}>
        {!notification.read && (
          <ActionIcon aria-label={m.notification_mark_read({ title })} onClick={read} size={36}>
            <IconCheck size={18} stroke={1.7} />
          </ActionIcon>
        )}
        <ActionIcon aria-label={m.notification_delete({ title })} onClick={remove} size={36}>
          <IconTrash size={18} stroke={1.7} />
        </ActionIcon>
      </div>
    </li>
  )
}
