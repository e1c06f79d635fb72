import { useEffect, useState } from 'react'

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
