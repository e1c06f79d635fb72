import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** At a button that sticks to a phone's foot: what stopped it, as the field itself may be out of sight. */
export const SubmitNote = ({ problem }: { readonly problem: ReactNode }) => (
  <Text role="alert" size="sm" fw={620} c="var(--mantine-color-error)" hidden={!problem}>
    {problem}
  </Text>
)
