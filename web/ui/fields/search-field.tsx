import { TextInput, type TextInputProps } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type Ref, useEffect, useEffectEvent, useState } from 'react'

interface SearchFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  readonly value: string
  readonly onChange: (text: string) => void
  readonly ref?: Ref<HTMLInputElement>
}

/** A field for words that narrow a list. */
export const SearchField = ({ onChange, ...field }: SearchFieldProps) => (
  <TextInput
    type="search"
    leftSection={<IconSearch size={18} stroke={1.7} aria-hidden />}
    maxLength={100}
    onChange={({ currentTarget: { value } }) => onChange(value)}
    {...field}
  />
)

/** Milliseconds after the last letter until it is searched. */
const pause = 350

/**
 * The same for words that stand in the address: what is typed stays in the field while the list follows a moment later.
 * @param value as the address has it
 * @param onSearch hears the words once no more are typed
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
 * The text of a field that also stands in the address, which follows later or not at every letter. What is typed stays
 * until the address changes by another way: back, or all filters cleared.
 */
export function useTypedText(inAddress: string) {
  const [typed, type] = useState(inAddress)
  const [known, setKnown] = useState(inAddress)
  /** What was last sent to the address, which may not say it yet. */
  const [sent, send] = useState(inAddress)
  if (inAddress !== known) {
    setKnown(inAddress)
    send(inAddress)
    if (inAddress !== sent) type(inAddress)
  }
  return { typed, type, sent, send }
}
