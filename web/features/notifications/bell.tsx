import { ActionIcon, Indicator, VisuallyHidden } from '@mantine/core'
import { IconBell } from '#web/ui/icons/index.ts'
import { useEffect, useState, type FocusEvent } from 'react'
import { MOST_COUNTED } from '#contract/notifications/notifications.ts'
import { countText } from '#web/ui/words/format.ts'
import { lazyDialog } from '#web/ui/dialogs/lazy-dialog.tsx'
import { useMenuButton } from '#web/ui/dialogs/menu-button.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { hideToasts } from '#web/ui/toasts/toast.tsx'
import { useOnLanguageChange } from '#web/ui/language.tsx'
import { m } from '#words/messages.js'
import { useNotificationActions } from './actions.ts'
import { arrivalToasts, useArrivalToasts } from './arrival-toasts.ts'
import c from './bell.module.css'
import { useLiveBell } from './use-live-bell.ts'

const countWords = (count: number) =>
  count > MOST_COUNTED ? m.bell_unread_many({ most: MOST_COUNTED }) : m.bell_unread({ count })

const loadPanel = () => import('./bell-panel.tsx')
const BellPanel = lazyDialog(async () => (await loadPanel()).BellPanel)

/** Shown while something is unread, or while it is open or focused. */
export default function Bell({ memberId }: { memberId: string }) {
  const actions = useNotificationActions(memberId)
  const { buttonProps, menu } = useMenuButton('dialog', loadPanel)
  const [focused, setFocused] = useState(false)
  const [announcement, setAnnouncement] = useState('')
  useOnLanguageChange(() => setAnnouncement(''))
  const toast = useArrivalToasts(actions.read)
  const { bell, rung } = useLiveBell(memberId, (fresh, { count }) => {
    // Screen readers ignore unchanged text, so a repeated announcement gets a trailing space.
    setAnnouncement((before) => (before === countWords(count) ? `${before}\u00a0` : countWords(count)))
    if (!menu.opened) toast(fresh)
  })
  const count = bell?.count ?? 0

  const label = count > 0 ? countWords(count) : m.title_notifications()
  useEffect(() => {
    if (menu.opened) hideToasts(arrivalToasts)
  }, [menu.opened])
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setFocused(false)
  }
  return (
    <>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      {bell && (count > 0 || menu.opened || focused) && (
        <div onFocus={() => setFocused(true)} onBlur={leave}>
          <Hint label={label}>
            <ActionIcon {...buttonProps} aria-label={label}>
              <Indicator label={countText(count)} disabled={count === 0}>
                <IconBell key={rung} size={20} stroke={1.7} className={rung > 0 ? c.swing : ''} />
              </Indicator>
            </ActionIcon>
          </Hint>
          <BellPanel bell={bell} {...menu} {...actions} />
        </div>
      )}
    </>
  )
}
