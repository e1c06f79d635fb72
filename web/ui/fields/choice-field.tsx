import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { IconSelector } from '../icons/index.ts'

/** A native select: fast on phones and by keyboard. */
export const ChoiceField = (props: NativeSelectProps) => (
  <NativeSelect size="md" rightSection={<IconSelector size={18} stroke={1.7} aria-hidden />} {...props} />
)
