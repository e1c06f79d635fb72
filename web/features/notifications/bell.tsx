import { ActionIcon, Button, Group, Indicator, Popover, Text, Title, VisuallyHidden } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useDeferredValue, useId, useState, type FocusEvent } from 'react'
import { MOST_COUNTED, type Bell as BellState, type Notification } from '#contract/notifications.ts'
import { paths } from '#web/paths.ts'
import { countText } from '#web/ui/words/format.ts'
import { Hint } from '#web/ui/hint.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { hideToasts } from '#web/ui/toasts/toast.tsx'
import { useOnLanguageChange } from '#web/ui/language.tsx'
import { m } from '#words/messages.js'
import { useNotificationActions } from './actions.ts'
import { arrivalToasts, useArrivalToasts } from './arrival-toasts.ts'
import c from './bell.module.css'
import { notificationArea, NotificationItem } from './notification-item.tsx'
import { useLiveBell } from './use-live-bell.ts'

const countWords = (count: number) =>
  count > MOST_COUNTED ? m.bell_unread_many({ most: MOST_COUNTED }) : m.bell_unread({ count })

/** Shown while something is unread, or while it is open or focused. */
export default function Bell({ memberId }: { memberId: string }) {
  const actions = useNotificationActions(memberId)
  const [opened, setOpened] = useState(false)
  const [focused, setFocused] = useState(false)
  const [announcement, setAnnouncement] = useState('')
  useOnLanguageChange(() => setAnnouncement(''))
  const toast = useArrivalToasts(actions.read)
  const { bell, rung } = useLiveBell(memberId, (fresh, { count }) => {
    // Screen readers ignore unchanged text, so a repeated announcement gets a trailing space.
    setAnnouncement((before) => (before === countWords(count) ? `${before}\u00a0` : countWords(count)))
    if (!opened) toast(fresh)
  })
  const count = bell?.count ?? 0

  const toggle = (now: boolean) => {
    setOpened(now)
    if (now) hideToasts(arrivalToasts)
  }
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setFocused(false)
  }
  return (
    <>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      {bell && (count > 0 || opened || focused) && (
        <div onFocus={() => setFocused(true)} onBlur={leave}>
          <Dropdown bell={bell} rung={rung} opened={opened} onToggle={toggle} {...actions} />
        </div>
      )}
    </>
  )
}

interface DropdownProps extends ReturnType<typeof useNotificationActions> {
  readonly bell: BellState
  readonly rung: number
  readonly opened: boolean
  readonly onToggle: (opened: boolean) => void
}

function Dropdown({ bell, rung, opened, onToggle, read, readAll, remove }: DropdownProps) {
  const heading = useId()
  /** Notifications read here stay listed until the panel closes. */
  const [readHere, setReadHere] = useState<readonly Notification[]>([])
  // Opens the panel first and renders the list after it.
  const showList = useDeferredValue(opened)
  const unread = new Set(bell.newest.map((one) => one.id))
  const listed = [...bell.newest, ...readHere.filter((one) => !unread.has(one.id))].toSorted((a, b) =>
    a.id < b.id ? 1 : -1,
  )
  const label = bell.count > 0 ? countWords(bell.count) : m.title_notifications()
  const toggle = (now: boolean) => {
    onToggle(now)
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
      <Hint label={label}>
        <Popover.Target>
          <ActionIcon aria-label={label} onClick={() => toggle(!opened)}>
            <Indicator label={countText(bell.count)} disabled={bell.count === 0}>
              <IconBell key={rung} size={20} stroke={1.7} className={rung > 0 ? c.swing : ''} />
            </Indicator>
          </ActionIcon>
        </Popover.Target>
      </Hint>
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
              onAnswered={() => {
                // The result is shown in a dialog.
                close()
                read(one)
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
