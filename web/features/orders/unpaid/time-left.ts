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
