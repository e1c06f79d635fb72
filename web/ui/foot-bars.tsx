import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import c from './foot-bars.module.css'

/**
 * Bars at the bottom of the window on every page. Sets `--app-bars`, their height, so that page content and sticky
 * elements end above them.
 */
export function FootBars({ children }: { children: ReactNode }) {
  const bars = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { style } = document.documentElement
    const watch = new ResizeObserver(() => {
      const height = bars.current?.offsetHeight ?? 0
      if (height > 0) style.setProperty('--app-bars', `${height}px`)
      else style.removeProperty('--app-bars')
    })
    watch.observe(bars.current!)
    return () => {
      watch.disconnect()
      style.removeProperty('--app-bars')
    }
  }, [])
  return (
    <div ref={bars} className={c.bars}>
      {children}
    </div>
  )
}

interface FootBarProps {
  /** The live region mounts before its content, so that screen readers announce it. */
  readonly shown: boolean
  readonly tone: 'calm' | 'news'
  readonly icon: ReactNode
  readonly title: ReactNode
  readonly children?: ReactNode
  readonly actions: ReactNode
}

export function FootBar({ shown, tone, icon, title, children, actions }: FootBarProps) {
  const name = useId()
  const visible = useShownAfterMount(shown)
  return (
    <div
      role={visible ? 'region' : undefined}
      className={visible ? c.bar : undefined}
      data-tone={tone}
      aria-labelledby={visible ? name : undefined}
    >
      {visible && (
        <span className={c.icon} aria-hidden>
          {icon}
        </span>
      )}
      <div className={c.words} role="status">
        {visible && (
          <>
            <strong id={name}>{title}</strong>
            {children && <span className={c.text}>{children}</span>}
          </>
        )}
      </div>
      {visible && <div className={c.actions}>{actions}</div>}
    </div>
  )
}

/** Delays content shown on page load until screen readers know the live region. */
function useShownAfterMount(shown: boolean): boolean {
  const [mounted, setMounted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setMounted(true), 150)
    return () => clearTimeout(timer)
  }, [])
  return shown && mounted
}

/** Class of links and buttons in a bar. */
export const footAction = c.action ?? ''
