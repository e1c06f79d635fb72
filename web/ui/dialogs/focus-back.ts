import { useEffect, useRef, type RefObject } from 'react'

const noop = () => {}

/**
 * Remembers the focus. The returned function restores it unless something else has it by then: to the same element, or
 * if that is gone, to the heading of its section or page.
 */
export function rememberFocus(): () => void {
  const focused = document.activeElement
  const section = focused?.closest('section')
  return () => {
    if (document.activeElement !== null && document.activeElement !== document.body) return
    if (focused instanceof HTMLElement && focused !== document.body && focused.checkVisibility()) return focused.focus()
    const container = section?.checkVisibility() ? section : document.getElementById('main')
    const heading = container?.querySelector<HTMLElement>('h1, h2')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus()
  }
}

/** Remembers the focus when a popover or dialog opens. Call the result once it and whatever follows it have closed. */
export function useFocusBack(opened: boolean): RefObject<() => void> {
  const restoreFocus = useRef(noop)
  useEffect(() => {
    if (opened) restoreFocus.current = rememberFocus()
  }, [opened])
  return restoreFocus
}
