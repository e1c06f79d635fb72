import { useEffect, useState } from 'react'

/** Counts whole seconds down to 0 and then calls `onEnd`; stands still while paused. 0 seconds never ends. */
export function useCountdown(seconds: number, paused: boolean, onEnd: () => void): number {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    if (seconds === 0 || paused || left === 0) return
    const timer = setTimeout(() => {
      setLeft(left - 1)
      if (left === 1) onEnd()
    }, 1000)
    return () => clearTimeout(timer)
  }, [seconds, paused, left, onEnd])
  return left
}
