import type { ReactNode } from 'react'
import c from './callout.module.css'

interface CalloutProps {
  /** `red`: it failed. `coral`: it needs attention. `fjord`: good to know. `teal`: done. */
  readonly color: 'red' | 'coral' | 'fjord' | 'teal'
  readonly icon: ReactNode
  readonly title?: ReactNode
  readonly role?: 'alert' | 'status'
  readonly children: ReactNode
}

/** Something to know before going on, beside what it is about. */
export const Callout = ({ color, icon, title, role, children }: CalloutProps) => (
  <div className={c.callout} data-color={color} role={role}>
    <span className={c.icon} aria-hidden>
      {icon}
    </span>
    <div className={c.words}>
      {title && <strong className={c.title}>{title}</strong>}
      <div className={c.text}>{children}</div>
    </div>
  </div>
)
