import type { ReactNode } from 'react'
import c from './hint.module.css'

interface HintProps {
  readonly label: ReactNode
  /** `below`: towards the page's middle from the right edge. */
  readonly side?: 'below' | 'right'
  readonly disabled?: boolean
  readonly children: ReactNode
}

/**
 * Shows the name of an icon on hover and on keyboard focus. The icon's own label says it to screen readers, so this is
 * hidden from them.
 */
export const Hint = ({ label, side = 'below', disabled, children }: HintProps) => (
  <span className={c.hint} data-side={side}>
    {children}
    {!disabled && (
      <span className={c.label} aria-hidden>
        {label}
      </span>
    )}
  </span>
)
