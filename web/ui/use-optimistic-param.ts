import { useState } from 'react'
import { nextPaint } from './next-paint.ts'
import { useIsUnmounted } from './use-is-unmounted.ts'

/** A choice that stands in the address: what is chosen shows at once, and the page follows. */
export function useOptimisticParam<T>(inAddress: T, choose: (next: T) => unknown): readonly [T, (next: T) => void] {
  const [chosen, setChosen] = useState<{ readonly value: T } | null>(null)
  const gone = useIsUnmounted()
  const change = async (value: T) => {
    const mine = { value }
    setChosen(mine)
    await nextPaint()
    if (gone.current) return
    await choose(value)
    setChosen((now) => (now === mine ? null : now))
  }
  return [chosen ? chosen.value : inAddress, (next) => void change(next)]
}
