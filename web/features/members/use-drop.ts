import { useEffect, useEffectEvent, useState, type RefObject } from 'react'

/** Takes a file that is dropped on an element; whoever has no mouse chooses one instead. @returns whether one hovers over it */
export function useDrop(area: RefObject<HTMLElement | null>, onFile: (file: File | undefined) => void): boolean {
  const [over, setOver] = useState(false)
  const take = useEffectEvent(onFile)
  useEffect(() => {
    const element = area.current
    if (!element) return
    const leaving = new AbortController()
    const { signal } = leaving
    const hover = (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    }
    const drop = (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      take(event.dataTransfer?.files[0])
    }
    element.addEventListener('dragover', hover, { signal })
    element.addEventListener('dragleave', () => setOver(false), { signal })
    element.addEventListener('drop', drop, { signal })
    return () => leaving.abort()
  }, [area])
  return over
}
