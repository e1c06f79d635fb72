import type { Ref } from 'react'
import c from './hidden-heading.module.css'

/** Names a part for screen readers, where eyes see its name already. Reading can go on there. */
export const HiddenHeading = ({ children, ref }: { children: string; ref?: Ref<HTMLHeadingElement> }) => (
  <h2 ref={ref} tabIndex={-1} className={c.hidden}>
    {children}
  </h2>
)
