import { VisuallyHidden } from '@mantine/core'
import type { Ref } from 'react'

/** Names a part for screen readers, where eyes see its name already. Reading can go on there. */
export const HiddenHeading = ({ children, ref }: { children: string; ref?: Ref<HTMLHeadingElement> }) => (
  <VisuallyHidden component="h2" ref={ref} tabIndex={-1}>
    {children}
  </VisuallyHidden>
)
