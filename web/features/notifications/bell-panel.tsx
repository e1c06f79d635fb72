import { Button, Group, Popover, Text, Title } from '@mantine/core'
import { useDeferredValue, useId, useState } from 'react'
import type { Bell, Notification } from '#contract/notifications/notifications.ts'
import { paths } from '#web/paths.ts'
import { ButtonTarget, type OpenedByButton } from '#web/ui/dialogs/menu-button.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import type { useNotificationActions } from './actions.ts'
import c from './bell.module.css'
import { notificationArea, NotificationItem } from './notification-item.tsx'

interface BellPanelProps extends OpenedByButton, ReturnType<typeof useNotificationActions> {
  readonly bell: Bell
}

/** The newest notifications, below the bell. */
export function BellPanel({ bell, opened, onChange, button, id, read, readAll, remove }: BellPanelProps) {
  const heading = useId()
  /** Notifications read here stay listed until the panel closes. */
  const [readHere, setReadHere] = useState<readonly Notification[]>([])
  // Opens the panel first and renders the list after it.
  const showList = useDeferredValue(opened)
  const unread = new Set(bell.newest.map((one) => one.id))
  const listed = [...bell.newest, ...readHere.filter((one) => !unread.has(one.id))].toSorted((a, b) =>
    a.id < b.id ? 1 : -1,
  )
  const toggle = (now: boolean) => {
    onChange(now)
    if (!now) setReadHere([])
  }
  const close = () => toggle(false)

  const keepListed = (list: readonly Notification[]) => {
    const ids = new Set(list.map((one) => one.id))
    setReadHere((prev) => [...prev.filter((one) => !ids.has(one.id)), ...list.map((one) => ({ ...one, read: true }))])
  }
  return (
    <Popover
      opened={opened}
      onChange={toggle}
      id={id}
      position="bottom-end"
      width={420}
      floatingStrategy="fixed"
      withinPortal={false}
      middlewares={{ shift: { padding: 10 }, size: { padding: { left: 10, right: 10, bottom: roomForToast } } }}
      radius="lg"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ButtonTarget button={button} />
      </Popover.Target>
      <Popover.Dropdown aria-labelledby={heading} className={c.panel ?? ''} {...{ [notificationArea]: true }}>
        <Group justify="space-between" gap="xs" mih={56} py={10} pl={20} pr={12}>
          <Title order={2} size="h3" id={heading} tabIndex={-1} data-autofocus className={c.heading ?? ''}>
            {m.title_notifications()}
          </Title>
          {bell.count > 0 && (
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => {
                document.getElementById(heading)?.focus()
                keepListed(bell.newest)
                readAll()
              }}
            >
              {m.notification_read_all()}
            </Button>
          )}
        </Group>
        {listed.length === 0 && (
          <Text c="dimmed" px={20} py={24}>
            {m.bell_all_read()}
          </Text>
        )}
        <ul className={c.list}>
          {(showList ? listed : []).map((one) => (
            <NotificationItem
              key={one.id}
              notification={one}
              short
              onFollow={() => {
                close()
                read(one)
              }}
              onRead={() => {
                keepListed([one])
                read(one)
              }}
              onRemove={() => {
                setReadHere((prev) => prev.filter((other) => other.id !== one.id))
                remove(one)
              }}
              onAnswered={(done) => {
                // The result is shown in a dialog.
                close()
                if (done) read(one)
              }}
            />
          ))}
        </ul>
        <ButtonLink to={paths.notifications()} variant="subtle" radius={0} mih={48} onClick={close}>
          {m.bell_see_all()}
        </ButtonLink>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Pixels below the panel, so that a toast can be reached. */
const roomForToast = 116
