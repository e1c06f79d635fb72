import { useCallback, useEffect, useRef } from 'react'

/** Where the list stands, and nothing is asked or read yet. */
export const listPlace = 'list'

/** What had the focus when the reader moved on, until reading goes on elsewhere. */
interface Left {
  readonly at: Element | null
}

/**
 * Moves the focus with the reader: to the heading of the thread or the question that is shown now, as soon as it is there, and
 * back to the thread's place in the list. Not when the page begins, nor away from what they have turned to meanwhile.
 * @param place what is shown: a thread by its id, the question, or the list
 */
export function useReadingGoesOn(place: string) {
  const area = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLElement>(null)
  const left = useRef<Left>(null)
  const before = useRef(place)

  const goOn = useCallback((target: HTMLElement | null | undefined) => {
    if (!left.current || !target) return
    const now = document.activeElement
    if (now === document.body || now === left.current.at) target.focus()
    left.current = null
  }, [])
  const onHeading = useCallback(
    (element: HTMLElement | null) => {
      heading.current = element
      goOn(element)
    },
    [goOn],
  )
  useEffect(() => {
    const from = before.current
    if (from === place) return
    before.current = place
    left.current = { at: document.activeElement }
    const row = place === listPlace && area.current?.querySelector<HTMLElement>(`[data-thread="${from}"]`)
    goOn(row || heading.current)
  }, [place, goOn])
  return { area, onHeading }
}
