import { useEffect, useId, useRef, type ReactNode } from 'react'
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
  readonly tone: 'calm' | 'news'
  readonly icon: ReactNode
  readonly title: ReactNode
  readonly children?: ReactNode
  readonly actions: ReactNode
}

/** One of them: what it is, in a line or two, and what can be done. */
export function FootBar({ tone, icon, title, children, actions }: FootBarProps) {
  const name = useId()
  return (
    <section className={c.bar} data-tone={tone} aria-labelledby={name}>
      <span className={c.icon} aria-hidden>
        {icon}
      </span>
      <div className={c.words} role="status">
        <strong id={name}>{title}</strong>
        {children && <span className={c.text}>{children}</span>}
      </div>
      <div className={c.actions}>{actions}</div>
    </section>
  )
}

/** The look of what can be done there: links and buttons. */
export const footAction = c.action ?? ''
