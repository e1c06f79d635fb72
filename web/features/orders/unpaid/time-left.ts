import { useEffect, useState } from 'react'
import { m } from '#words/messages.js'

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
