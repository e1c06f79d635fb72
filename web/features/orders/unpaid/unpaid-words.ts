import { useEffect, useState } from 'react'
import type { OrderState, UnpaidOrder } from '#contract/orders/orders.ts'
import { formatDate } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { outcomeOf } from '../queries.ts'
import { reservedWords } from '../result/words.ts'

/** `held`: still reserved. `time_up`: can still be paid if its places are free. */
export type UnpaidPhase = 'confirming' | 'held' | 'time_up'

/** @param left milliseconds until the reservation expires; null without one */
export function phaseOf({ confirming }: Pick<UnpaidOrder, 'confirming'>, left: number | null): UnpaidPhase {
  if (confirming) return 'confirming'
  return left !== null && left > 0 ? 'held' : 'time_up'
}

interface NoticeWords {
  title: string
  text: string
}

/** Texts of an unpaid order. `late`: the confirmation takes longer than usual. */
export function unpaidWords(
  { confirming, reservedUntil, total, dueOn }: Pick<UnpaidOrder, 'confirming' | 'reservedUntil' | 'total' | 'dueOn'>,
  left: number | null,
  late = false,
): NoticeWords {
  const isFree = total.minor === 0
  const words: Record<UnpaidPhase, () => NoticeWords> = {
    confirming: () => ({
      title: m.unpaid_confirming_title(),
      text: late ? m.confirm_waiting_late() : m.unpaid_confirming(),
    }),
    held: () => ({
      title: dueOn
        ? m.unpaid_invoice_title({ day: formatDate(dueOn) })
        : (isFree ? m.unpaid_accept_title : m.unpaid_title)({ time: timeLeftWords(left ?? 0) }),
      text: reservedUntil ? reservedWords(reservedUntil, left ?? 0, m.unpaid_held, m.unpaid_held_long) : '',
    }),
    time_up: () =>
      isFree
        ? { title: m.unpaid_accept_time_up_title(), text: m.unpaid_accept_time_up() }
        : { title: m.unpaid_time_up_title(), text: m.unpaid_time_up() },
  }
  return words[phaseOf({ confirming }, left)]()
}

/** How an unpaid order ended. `unsure`: it may still be paid, or its payment is not settled. */
export type Ending = 'paid' | 'refunded' | 'expired' | 'cancelled' | 'unsure'

export function endingOf(state: OrderState): Ending {
  const outcome = outcomeOf(state)
  if (outcome === 'paid' || outcome === 'refunded') return outcome
  if (outcome === 'ended') return state.status === 'cancelled' ? 'cancelled' : 'expired'
  // Nobody can pay it any more, although the cleanup job has not run yet.
  return outcome === 'settling' || state.own?.can.pay ? 'unsure' : 'expired'
}

/** `paid`: what the order brought, `isFree`: for nothing. `cancelledHere`: the user just cancelled it here. `refunded`: a payment still arrived. `back`: where the money of a refunded order goes. */
export function endingWords(
  ending: Ending,
  {
    paid,
    isFree,
    cancelledHere,
    refunded,
    back = m.confirm_refunded(),
  }: { paid: string; isFree: boolean; cancelledHere: boolean; refunded: boolean; back?: string },
): NoticeWords {
  const words: Record<Ending, () => NoticeWords> = {
    paid: () => ({ title: isFree ? m.paid_before_free() : m.unpaid_paid_title(), text: paid }),
    refunded: () => ({ title: m.confirm_refunded_title(), text: back }),
    expired: () => ({
      title: m.ended_expired_title(),
      text: refunded ? m.refunded_next_ended() : m.ended_expired(),
    }),
    cancelled: () => ({
      title: cancelledHere ? m.unpaid_cancelled_title() : m.ended_cancelled_title(),
      text: refunded ? m.refunded_next_ended() : cancelledHere ? m.unpaid_cancelled() : m.ended_cancelled(),
    }),
    unsure: () => ({ title: m.unpaid_checking_title(), text: m.unpaid_checking() }),
  }
  return words[ending]()
}

/** Time until a reservation expires, rounded down: two days and more in days, two hours and more in hours, the last five minutes with seconds. */
const DAY = 24 * 60

export function timeLeftWords(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  if (seconds === 0) return m.order_time_over()
  const minutes = Math.floor(seconds / 60)
  if (minutes >= 2 * DAY) return m.order_time_days({ days: Math.floor(minutes / DAY) })
  if (minutes >= 120) return m.order_time_hours({ hours: Math.floor(minutes / 60) })
  if (minutes >= 5) return m.order_time_minutes({ minutes })
  const secondsText = String(seconds % 60).padStart(2, '0')
  return m.order_time_clock({ clock: `${minutes}:${secondsText}` })
}

/** Milliseconds until a time, updated every second down to 0; null without one. */
export function useTimeLeft(until: string | null): number | null {
  const [now, setNow] = useState(Date.now)
  const left = until === null ? null : Math.max(0, Date.parse(until) - now)
  const counting = left !== null && left > 0

  useEffect(() => {
    if (!counting) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [counting])

  return left
}

export function useElapsed(milliseconds: number): boolean {
  const [elapsed, setElapsed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setElapsed(true), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
  return elapsed
}
