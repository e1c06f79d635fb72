import { useEffect, useRef, type RefObject } from 'react'

const noop = () => {}

/**
 * Keeps where reading was. Called once what covered it is gone, the result gives the focus back when nothing has it: to
 * what had it, and where that is gone to the heading of its section, or of the page.
 */
export function rememberFocus(): () => void {
  const had = document.activeElement
  const section = had?.closest('section')
  return () => {
    if (document.activeElement !== null && document.activeElement !== document.body) return
    if (had instanceof HTMLElement && had !== document.body && had.checkVisibility()) return had.focus()
    const within = section?.checkVisibility() ? section : document.getElementById('main')
    const heading = within?.querySelector<HTMLElement>('h1, h2')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus()
  }
}

/** The same for what opens over the page and is followed by something else: what to call at the end of both. */
export function useFocusBack(opened: boolean): RefObject<() => void> {
  const back = useRef(noop)
  useEffect(() => {
    if (opened) back.current = rememberFocus()
  }, [opened])
  return back
}
