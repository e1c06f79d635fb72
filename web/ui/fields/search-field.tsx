import { TextInput, type TextInputProps } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type Ref, useEffect, useEffectEvent, useState } from 'react'

interface SearchFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  readonly value: string
  readonly onChange: (text: string) => void
  readonly ref?: Ref<HTMLInputElement>
}

export const SearchField = ({ onChange, ...field }: SearchFieldProps) => (
  <TextInput
    type="search"
    leftSection={<IconSearch size={18} stroke={1.7} aria-hidden />}
    maxLength={100}
    onChange={({ currentTarget: { value } }) => onChange(value)}
    {...field}
  />
)

/** Debounce in milliseconds. */
const pause = 350

/**
 * A search field whose value is in the URL. Typing shows at once; the URL follows after a pause.
 * @param value the text in the URL
 */
export function AddressSearchField({
  value,
  onSearch,
  ...field
}: Omit<SearchFieldProps, 'onChange'> & { readonly onSearch: (text: string) => void }) {
  const { typed, type, send } = useTypedText(value)
  const search = useEffectEvent((text: string) => {
    send(text)
    onSearch(text)
  })
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => search(typed), pause)
    return () => clearTimeout(timer)
  }, [typed, value])
  return <SearchField {...field} value={typed} onChange={type} />
}

/**
 * State of a field whose text is also in the URL, which may lag behind. The typed text stays until the URL changes for
 * another reason, such as Back or clearing all filters.
 */
export function useTypedText(inAddress: string) {
  const [typed, type] = useState(inAddress)
  const [known, setKnown] = useState(inAddress)
  /** Last sent to the URL, which may not have it yet. */
  const [sent, send] = useState(inAddress)
  if (inAddress !== known) {
    setKnown(inAddress)
    send(inAddress)
    if (inAddress !== sent) type(inAddress)
  }
  return { typed, type, sent, send }
}
