import { useEffect, useRef } from 'react'

/**
 * For rows that are added or moved: a moved row is drawn anew, without the focus, and a new one is what somebody writes next.
 * @returns takes a selector, which has the focus once the rows are drawn
 */
export function useRowFocus(): (selector: string) => void {
  const wanted = useRef<string>(null)
  useEffect(() => {
    if (wanted.current === null) return
    document.querySelector<HTMLElement>(wanted.current)?.focus()
    wanted.current = null
  })
  return (selector) => {
    wanted.current = selector
  }
}

export const fieldAt = (path: string) => `[data-path='${path}']`
