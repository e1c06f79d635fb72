import { Accordion } from '@mantine/core'
import type { ReactNode } from 'react'

interface FoldProps {
  readonly icon: ReactNode
  readonly title: ReactNode
  readonly open?: boolean
  readonly children: ReactNode
}

/** One collapsible section, closed unless `open`. */
export const Fold = ({ icon, title, open = false, children }: FoldProps) => (
  <Accordion defaultValue={open ? 'fold' : null}>
    <Accordion.Item value="fold">
      <Accordion.Control icon={icon}>{title}</Accordion.Control>
      <Accordion.Panel>{children}</Accordion.Panel>
    </Accordion.Item>
  </Accordion>
)
