import { useEffect, useState } from 'react'
import type { OrderState, UnpaidOrder } from '#contract/orders.ts'
import { formatTime } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { outcomeOf } from '../queries.ts'

/** `held`: there is time to pay. `time_up`: it can be paid all the same, if what it held is still free. */
export type UnpaidPhase = 'confirming' | 'held' | 'time_up'

/** @param left milliseconds until the hold ends; null when nothing is held */
export function phaseOf({ confirming }: Pick<UnpaidOrder, 'confirming'>, left: number | null): UnpaidPhase {
  if (confirming) return 'confirming'
  return left !== null && left > 0 ? 'held' : 'time_up'
}

interface NoticeWords {
  title: string
  text: string
}

/** An unpaid order in words: how it stands and until when. `late`: a confirmation that takes longer than usual. */
export function unpaidWords(
  { confirming, reservedUntil }: Pick<UnpaidOrder, 'confirming' | 'reservedUntil'>,
  left: number | null,
  late = false,
): NoticeWords {
  const words: Record<UnpaidPhase, () => NoticeWords> = {
    confirming: () => ({
      title: m.unpaid_confirming_title(),
      text: late ? m.confirm_waiting_late() : m.unpaid_confirming(),
    }),
    held: () => ({
      title: m.unpaid_title({ time: timeLeftWords(left ?? 0) }),
      text: reservedUntil ? m.unpaid_held({ time: formatTime(reservedUntil) }) : '',
    }),
    time_up: () => ({ title: m.unpaid_time_up_title(), text: m.unpaid_time_up() }),
  }
  return words[phaseOf({ confirming }, left)]()
}

/** What became of an order that is listed as unpaid no more. `unsure`: it may still be paid, or its payment is not settled. */
export type Ending = 'paid' | 'refunded' | 'expired' | 'cancelled' | 'unsure'

export function endingOf(state: OrderState): Ending {
  const outcome = outcomeOf(state)
  if (outcome === 'paid' || outcome === 'refunded') return outcome
  if (outcome === 'ended') return state.status === 'cancelled' ? 'cancelled' : 'expired'
  // What nobody can pay any more is over, though the job that ends it has not come by.
  return outcome === 'settling' || state.own?.can.pay ? 'unsure' : 'expired'
}

/** An ending in words. `paid`: what the order brought. `gaveUp`: the reader did it here, a moment ago. `givenBack`: money came all the same. */
export function endingWords(
  ending: Ending,
  { paid, gaveUp, givenBack }: { paid: string; gaveUp: boolean; givenBack: boolean },
): NoticeWords {
  const words: Record<Ending, () => NoticeWords> = {
    paid: () => ({ title: m.unpaid_paid_title(), text: paid }),
    refunded: () => ({ title: m.confirm_refunded_title(), text: m.confirm_refunded() }),
    expired: () => ({
      title: m.ended_expired_title(),
      text: givenBack ? m.given_back_next_ended() : m.ended_expired(),
    }),
    cancelled: () => ({
      title: gaveUp ? m.unpaid_given_up_title() : m.ended_cancelled_title(),
      text: givenBack ? m.given_back_next_ended() : gaveUp ? m.unpaid_given_up() : m.ended_cancelled(),
    }),
    unsure: () => ({ title: m.unpaid_checking_title(), text: m.unpaid_checking() }),
  }
  return words[ending]()
}

/** Time until a hold ends: minutes while there are many, seconds in the last ones, rounded so that it never promises more. */
export function timeLeftWords(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  if (seconds === 0) return m.order_time_over()
  const minutes = Math.floor(seconds / 60)
  if (minutes >= 5) return m.order_time_minutes({ minutes })
  const rest = String(seconds % 60).padStart(2, '0')
  return m.order_time_clock({ clock: `${minutes}:${rest}` })
}

/** Milliseconds until a moment, counted down every second to 0; null without a moment. */
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

/** Whether the component has been there for some milliseconds. */
export function useElapsed(milliseconds: number): boolean {
  const [elapsed, setElapsed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setElapsed(true), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
  return elapsed
}
