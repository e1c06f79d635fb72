import { Modal } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconArrowLeft, IconArrowRight, IconTicketOff, IconX } from '#web/ui/icons/index.ts'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import type { Ticket } from '#contract/events/tickets.ts'
import { clubOf, stripeOf } from '#web/api/club-urls.ts'
import { ClubMark } from '#web/features/organisations/club-mark.tsx'
import { Own } from '#web/ui/own-text.tsx'
import { m } from '#words/messages.js'
import c from './ticket-fullscreen.module.css'
import { useSwipe } from './swipe.ts'
import { TicketCode } from './ticket-card.tsx'

interface Props {
  readonly opened: boolean
  /** Valid tickets to one event. */
  readonly tickets: readonly Ticket[]
  readonly first: string
  readonly onClose: () => void
}

/** A ticket for the scanner: only code and name, with the screen kept on. */
export function TicketFullscreen({ opened, tickets, first, onClose }: Props) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      fullScreen
      withCloseButton={false}
      padding={0}
      classNames={{ content: c.content ?? '' }}
      attributes={{ content: { 'aria-label': m.ticket_door() } }}
    >
      <Door key={first} tickets={tickets} first={first} onClose={onClose} />
    </Modal>
  )
}

function Door({ tickets, first, onClose }: Omit<Props, 'opened'>) {
  useWakeLock()
  const [shown, setShown] = useState(first)
  // A refetch may have removed it from the list.
  const at = tickets.findIndex(({ id }) => id === shown)
  const ticket = tickets[at]
  const turn = (by: number) => {
    const other = ticket && tickets[at + by]
    if (other) setShown(other.id)
  }
  const swipe = useSwipe((way) => turn(way === 'next' ? 1 : -1))
  useHotkeys([
    ['ArrowLeft', () => turn(-1)],
    ['ArrowRight', () => turn(1)],
  ])
  const close = useRef<HTMLButtonElement>(null)
  const gone = ticket === undefined
  const event = (ticket ?? tickets[0])?.event
  useEffect(() => {
    if (gone) close.current?.focus()
  }, [gone])
  return (
    <div className={c.body} style={event && stripeOf(event)} {...swipe}>
      <div className={c.bar}>
        {event && <ClubMark club={clubOf(event)} size={36} />}
        <span className={c.where}>{event && <Own of={event} field="title" />}</span>
        <button ref={close} type="button" className={c.button} onClick={onClose} data-autofocus>
          <IconX size={22} stroke={2} aria-hidden />
          {m.ticket_door_close()}
        </button>
      </div>
      <div className={c.middle} aria-live="polite">
        {ticket ? (
          <>
            {ticket.isTest && <span className={c.test}>{m.ticket_test()}</span>}
            <TicketCode ticket={ticket} className={c.code} />
            <h2 className={c.name}>{ticket.memberName}</h2>
            <span className={c.more}>
              <Own of={ticket} field="categoryName" />
            </span>
            <span className={c.number}>{ticket.number}</span>
          </>
        ) : (
          <>
            <IconTicketOff size={72} stroke={1.5} aria-hidden />
            <h2 className={c.name}>{m.ticket_cancelled_title()}</h2>
          </>
        )}
      </div>
      {ticket && tickets.length > 1 && <Turns tickets={tickets} at={at} onTurn={turn} />}
    </div>
  )
}

function Turns({ tickets, at, onTurn }: { tickets: readonly Ticket[]; at: number; onTurn: (by: number) => void }) {
  const name = (index: number) => tickets[index]?.memberName ?? ''
  const row = useRef<HTMLDivElement>(null)
  const pressed = useRef<HTMLButtonElement>(null)
  // At the last ticket the pressed button is hidden: the other one takes the focus.
  useEffect(() => {
    if (pressed.current?.disabled) row.current?.querySelector<HTMLElement>('button:enabled')?.focus()
    pressed.current = null
  })
  const turnBy = (by: number) => ({
    onClick: ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
      pressed.current = currentTarget
      onTurn(by)
    },
  })
  return (
    <div ref={row} className={c.turns}>
      <button
        type="button"
        className={c.button}
        disabled={at === 0}
        aria-label={m.ticket_previous({ name: name(at - 1) })}
        {...turnBy(-1)}
      >
        <IconArrowLeft size={24} stroke={2} aria-hidden />
      </button>
      <span>{m.ticket_position({ at: at + 1, count: tickets.length })}</span>
      <button
        type="button"
        className={c.button}
        disabled={at === tickets.length - 1}
        aria-label={m.ticket_next({ name: name(at + 1) })}
        {...turnBy(1)}
      >
        <IconArrowRight size={24} stroke={2} aria-hidden />
      </button>
    </div>
  )
}

/** Keeps the screen on where supported; requested again when the page becomes visible. */
function useWakeLock(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | null = null
    let wanted = true
    const request = async () => {
      if (document.visibilityState !== 'visible') return
      try {
        const taken = await navigator.wakeLock.request('screen')
        if (wanted) lock = taken
        else await taken.release()
      } catch {
        // Refused when saving battery; the code works without it.
      }
    }
    const begin = () => void request()
    begin()
    document.addEventListener('visibilitychange', begin)
    return () => {
      wanted = false
      document.removeEventListener('visibilitychange', begin)
      void lock?.release().catch(() => undefined)
    }
  }, [])
}
