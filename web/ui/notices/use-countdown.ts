import { useEffect, useState } from 'react'

/**
 * Counts whole seconds down to 0 and then calls `onEnd`; stands still while paused, and begins anew with something else to
 * count for. 0 seconds never ends.
 */
export function useCountdown(seconds: number, paused: boolean, onEnd: () => void, of: unknown = seconds): number {
  const [counted, setCounted] = useState({ of, left: seconds })
  const left = counted.of === of ? counted.left : seconds
  useEffect(() => {
    if (seconds === 0 || paused || left === 0) return
    const timer = setTimeout(() => {
      setCounted({ of, left: left - 1 })
      if (left === 1) onEnd()
    }, 1000)
    return () => clearTimeout(timer)
  }, [seconds, paused, left, onEnd, of])
  return left
}
