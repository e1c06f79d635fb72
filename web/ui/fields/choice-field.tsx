import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'

/** A choice among few, in the browser's own list: fast on a phone and with the keyboard. */
export const ChoiceField = (props: NativeSelectProps) => (
  <NativeSelect size="md" rightSection={<IconSelector size={18} stroke={1.7} aria-hidden />} {...props} />
)
