import type { ReactNode } from 'react'
import c from './hint.module.css'

interface HintProps {
  readonly label: ReactNode
  /** `below` is aligned to the right edge. */
  readonly side?: 'below' | 'right'
  readonly disabled?: boolean
  readonly children: ReactNode
}

/** A tooltip for an icon, on hover and keyboard focus. Hidden from screen readers, which read the icon's label. */
export const Hint = ({ label, side = 'below', disabled, children }: HintProps) => (
  <div className={c.hint} data-side={side}>
    {children}
    {!disabled && (
      <span className={c.label} aria-hidden>
        {label}
      </span>
    )}
  </div>
)
