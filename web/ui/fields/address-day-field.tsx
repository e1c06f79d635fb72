import { TextInput, type TextInputProps } from '@mantine/core'
import type { useTypedText } from './search-field.tsx'

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'type'> {
  /** The day in the URL. */
  readonly text: ReturnType<typeof useTypedText>
  /** Blank for none. */
  readonly onDay: (day: string) => void
  /** There always is a day, between `min` and `max`. */
  readonly required?: boolean
}

/** While a year is typed, the browser reports values such as 0202-12-24. */
const isWhole = (day: string) => /^(19|2\d)\d\d-\d\d-\d\d$/.test(day)

/** A day in the URL. It counts once it is complete; one that does not count is gone when the field is left. */
export function AddressDayField({
  text: { typed, setTyped, sent, setSent },
  onDay,
  required = false,
  ...field
}: Props) {
  return (
    <TextInput
      {...field}
      type="date"
      required={required}
      withAsterisk={false}
      value={typed}
      onChange={({ currentTarget: { value, validity } }) => {
        setTyped(value)
        const counts = required ? isWhole(value) && validity.valid : value === '' || isWhole(value)
        if (value === sent || !counts) return
        setSent(value)
        onDay(value)
      }}
      onBlur={() => setTyped(sent)}
    />
  )
}
