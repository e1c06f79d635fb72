import { Group, type GroupProps } from '@mantine/core'
import { m } from '#words/messages.js'
import { MoneyText } from './money-text.tsx'

interface Props extends GroupProps {
  readonly value: { minor: number; currency: string }
  /** "Total" when left out. */
  readonly label?: string
  /** Of a part of what is bought. */
  readonly small?: boolean
}

/** The last line of what is bought, in one style everywhere. */
export const Total = ({ value, label, small = false, ...props }: Props) => (
  <Group
    justify="space-between"
    gap="2px 16px"
    fw={small ? 620 : 680}
    fz={small ? 'md' : 'xl'}
    aria-live={small ? undefined : 'polite'}
    {...props}
  >
    <span>{label ?? m.price_total()}</span>
    <MoneyText value={value} />
  </Group>
)
