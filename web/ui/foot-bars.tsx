import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import c from './foot-bars.module.css'

/** What is said at the foot of the window, whatever page is open. The page ends above it, and so does what sticks there. */
export function FootBars({ children }: { children: ReactNode }) {
  const bars = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { style } = document.documentElement
    const watch = new ResizeObserver(() => {
      const height = bars.current?.offsetHeight ?? 0
      if (height > 0) style.setProperty('--app-foot', `${height}px`)
      else style.removeProperty('--app-foot')
    })
    watch.observe(bars.current!)
    return () => {
      watch.disconnect()
      style.removeProperty('--app-foot')
    }
  }, [])
  return (
    <div ref={bars} className={c.bars}>
      {children}
    </div>
  )
}

interface FootBarProps {
  /** Its place is there before it is, so that a reader hears what comes into it. */
  readonly shown: boolean
  readonly tone: 'calm' | 'news'
  readonly icon: ReactNode
  readonly title: ReactNode
  readonly children?: ReactNode
  readonly actions: ReactNode
}

/** One of them: what it is, in a line or two, and what can be done. */
export function FootBar({ shown, tone, icon, title, children, actions }: FootBarProps) {
  const name = useId()
  const said = useLater(shown)
  return (
    <section className={said ? c.bar : undefined} data-tone={tone} aria-labelledby={said ? name : undefined}>
      {said && (
        <span className={c.icon} aria-hidden>
          {icon}
        </span>
      )}
      <div className={c.words} role="status">
        {said && (
          <>
            <strong id={name}>{title}</strong>
            {children && <span className={c.text}>{children}</span>}
          </>
        )}
      </div>
      {said && <div className={c.actions}>{actions}</div>}
    </section>
  )
}

/** What is to be said as soon as the page is there waits until readers have found the place where it will be. */
function useLater(shown: boolean): boolean {
  const [placed, setPlaced] = useState(false)
  useEffect(() => {
    const placing = setTimeout(() => setPlaced(true), 150)
    return () => clearTimeout(placing)
  }, [])
  return shown && placed
}

/** The look of what can be done there: links and buttons. */
export const footAction = c.action ?? ''
