import { Anchor, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconExclamationCircle, IconInfoCircle, IconX } from '../icons/index.ts'
import { useCallback, useEffect, useState } from 'react'
import { m } from '#words/messages.js'
import { TextLink } from '../link.tsx'
import { type Notice, notices, useShownNotices } from './notices.ts'
import c from './notices.module.css'

const icons = {
  info: IconInfoCircle,
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  error: IconExclamationCircle,
}

export function NoticeBars({ routeName }: { routeName: string }) {
  const shown = useShownNotices(routeName)
  return (
    <section aria-label={m.notices_label()} className={c.bars}>
      {shown.map((notice) => (
        <NoticeBar key={notice.id} notice={notice} routeName={routeName} />
      ))}
    </section>
  )
}

function NoticeBar({ notice, routeName }: { notice: Notice; routeName: string }) {
  const { id, type, message, link, closable = true, autoCloseTime = 0 } = notice
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const close = useCallback(() => notices.remove(id), [id])
  // One that ends by itself keeps its space until the next page, so that nothing moves under a finger.
  const [endedAt, setEndedAt] = useState<string | null>(null)
  const end = useCallback(() => setEndedAt(routeName), [routeName])
  const secondsLeft = useCountdown(autoCloseTime, hovered || focused, end, notice)
  useEffect(() => {
    if (endedAt === null) return
    if (endedAt !== routeName) close()
    return close
  }, [endedAt, routeName, close])
  const Icon = icons[type]
  return (
    <div
      className={c.bar}
      data-ended={endedAt !== null || undefined}
      inert={endedAt !== null}
      data-type={type}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <Icon size={20} stroke={1.7} className={c.icon} aria-hidden />
      <div className={c.words}>
        <div className={c.text} role={type === 'error' ? 'alert' : 'status'}>
          <span>{message}</span>
          {link && <NoticeLink link={link} />}
        </div>
        {autoCloseTime > 0 && (
          <span className={c.countdown} aria-hidden>
            {m.notices_closes_in({ seconds: secondsLeft })}
          </span>
        )}
      </div>
      {closable && (
        <UnstyledButton
          className={c.close}
          onClick={({ currentTarget }) => {
            moveFocus(currentTarget)
            close()
          }}
          aria-label={m.notices_close()}
        >
          <IconX aria-hidden size={18} stroke={1.7} />
        </UnstyledButton>
      )}
    </div>
  )
}

/** Moves the focus to the next notice or the page before its button is removed. */
function moveFocus(button: HTMLElement) {
  const bar = button.parentElement
  const sibling = bar?.nextElementSibling ?? bar?.previousElementSibling
  const next = sibling?.querySelector<HTMLElement>('a, button') ?? document.getElementById('main')
  next?.focus({ preventScroll: true })
}

/** Server links (`/ui/…`) load the page; others go through the router. */
function NoticeLink({ link }: { link: NonNullable<Notice['link']> }) {
  if (!link.to.startsWith('/ui/')) {
    return (
      <TextLink to={link.to} className={c.link}>
        {link.text}
      </TextLink>
    )
  }
  return (
    <Anchor href={link.to} className={c.link}>
      {link.text}
    </Anchor>
  )
}

/**
 * Counts down seconds and then calls `onEnd`. Pauses while `paused`, and restarts when `of` changes. 0 seconds never
 * ends.
 */
export function useCountdown(seconds: number, paused: boolean, onEnd: () => void, of: unknown = seconds): number {
  const [counted, setCounted] = useState({ of, left: seconds })
  const secondsLeft = counted.of === of ? counted.left : seconds
  useEffect(() => {
    if (seconds === 0 || paused || secondsLeft === 0) return
    const timer = setTimeout(() => {
      setCounted({ of, left: secondsLeft - 1 })
      if (secondsLeft === 1) onEnd()
    }, 1000)
    return () => clearTimeout(timer)
  }, [seconds, paused, secondsLeft, onEnd, of])
  return secondsLeft
}
