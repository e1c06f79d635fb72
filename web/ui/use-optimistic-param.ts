import { useState } from 'react'
import { nextPaint } from './next-paint.ts'
import { useIsUnmounted } from './use-is-unmounted.ts'

/** A choice stored in the URL that shows at once, before the page follows. */
export function useOptimisticParam<T>(inUrl: T, choose: (next: T) => unknown): readonly [T, (next: T) => void] {
  const [chosen, setChosen] = useState<{ readonly value: T } | null>(null)
  const unmounted = useIsUnmounted()
  const change = async (value: T) => {
    const choice = { value }
    setChosen(choice)
    await nextPaint()
    if (unmounted.current) return
    await choose(value)
    setChosen((now) => (now === choice ? null : now))
  }
  return [chosen ? chosen.value : inUrl, (next) => void change(next)]
}
