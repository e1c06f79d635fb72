import { ActionIcon, Button, Indicator, Text, Title, VisuallyHidden } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useDeferredValue, useId, useRef, useState, type FocusEvent, type ToggleEvent } from 'react'
import { MOST_COUNTED, type Bell as BellState, type Notification } from '#contract/notifications.ts'
import { paths } from '#web/paths.ts'
import { countText } from '#web/ui/words/format.ts'
import { Hint } from '#web/ui/hint.tsx'
import { PlainLink } from '#web/ui/link.tsx'
import { hideToasts } from '#web/ui/toasts/toast.tsx'
import { DropPanel } from '#web/ui/dialogs/drop-panel.tsx'
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
        <div className={c.bell} onFocus={() => setFocused(true)} onBlur={leave}>
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

/** The native popover handles Escape, clicks outside and returning the focus. */
function Dropdown({ bell, rung, opened, onToggle, read, readAll, remove }: DropdownProps) {
  const id = useId()
  const heading = useId()
  const popover = useRef<HTMLDivElement>(null)
  /** Notifications read here stay listed until the panel closes. */
  const [readHere, setReadHere] = useState<readonly Notification[]>([])
  // Opens the panel first and renders the list after it.
  const showList = useDeferredValue(opened)
  const unread = new Set(bell.newest.map((one) => one.id))
  const listed = [...bell.newest, ...readHere.filter((one) => !unread.has(one.id))].toSorted((a, b) =>
    a.id < b.id ? 1 : -1,
  )
  const label = bell.count > 0 ? countWords(bell.count) : m.title_notifications()
  const close = () => popover.current?.hidePopover()

  const keepListed = (list: readonly Notification[]) => {
    const ids = new Set(list.map((one) => one.id))
    setReadHere((prev) => [...prev.filter((one) => !ids.has(one.id)), ...list.map((one) => ({ ...one, read: true }))])
  }
  const open = ({ newState }: ToggleEvent) => {
    if (newState === 'open') onToggle(true)
  }
  // Runs after closing: the browser has to return the focus before the list is cleared.
  const clear = ({ newState }: ToggleEvent) => {
    if (newState === 'open') return
    onToggle(false)
    setReadHere([])
  }
  return (
    <Hint label={label}>
      <ActionIcon aria-label={label} aria-haspopup="dialog" popoverTarget={id}>
        <Indicator label={countText(bell.count)} disabled={bell.count === 0}>
          <IconBell key={rung} size={20} stroke={1.7} className={rung > 0 ? c.swing : ''} />
        </Indicator>
      </ActionIcon>
      <DropPanel
        ref={popover}
        id={id}
        role="dialog"
        aria-labelledby={heading}
        className={c.dropdown}
        onBeforeToggle={open}
        onToggle={clear}
        {...{ [notificationArea]: true }}
      >
        {opened && (
          <>
            <div className={c.head}>
              <Title order={2} size="h3" id={heading} tabIndex={-1}>
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
            </div>
            {listed.length === 0 && (
              <Text c="dimmed" className={c.none ?? ''}>
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
                  onAnswered={() => read(one)}
                />
              ))}
            </ul>
            <PlainLink to={paths.notifications()} className={c.all ?? ''} onClick={close}>
              {m.bell_see_all()}
            </PlainLink>
          </>
        )}
      </DropPanel>
    </Hint>
  )
}
