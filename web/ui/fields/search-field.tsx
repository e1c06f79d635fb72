import { type TextInputProps } from '@mantine/core'
import { IconSearch } from '../icons/index.ts'
import { useRouter } from '@tanstack/react-router'
import { type Ref, useEffect, useEffectEvent, useState } from 'react'
import { TextInput } from './text-field.tsx'

interface SearchFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  readonly value: string
  readonly onChange: (text: string) => void
  readonly ref?: Ref<HTMLInputElement>
}

export const SearchField = ({ onChange, ...field }: SearchFieldProps) => (
  <TextInput
    type="search"
    leftSection={<IconSearch size={18} stroke={1.7} aria-hidden />}
    limit={100}
    onChange={({ currentTarget: { value } }) => onChange(value)}
    {...field}
  />
)

const debounceMs = 350

/**
 * A search field whose value is in the URL. Typing shows at once; the URL follows after a pause.
 * @param value the text in the URL
 */
export function AddressSearchField({
  value,
  onSearch,
  ...field
}: Omit<SearchFieldProps, 'onChange'> & { readonly onSearch: (text: string) => void }) {
  const { typed, setTyped, setSent } = useTypedText(value)
  const router = useRouter()
  const search = useEffectEvent((text: string) => {
    // Whoever presses a link right after typing goes there: the search would call them back.
    if (router.latestLocation.pathname !== router.state.resolvedLocation?.pathname) return
    setSent(text)
    onSearch(text)
  })
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => search(typed), debounceMs)
    return () => clearTimeout(timer)
  }, [typed, value])
  return <SearchField {...field} value={typed} onChange={setTyped} />
}

/**
 * State of a field whose text is also in the URL, which may lag behind. The typed text stays until the URL changes for
 * another reason, such as Back.
 */
export function useTypedText(inUrl: string) {
  const [typed, setTyped] = useState(inUrl)
  const [lastInUrl, setLastInUrl] = useState(inUrl)
  /** Last sent to the URL, which may not have it yet. */
  const [sent, setSent] = useState(inUrl)
  if (inUrl !== lastInUrl) {
    setLastInUrl(inUrl)
    setSent(inUrl)
    if (inUrl !== sent) setTyped(inUrl)
  }
  return { typed, setTyped, sent, setSent }
}
