import { Skeleton } from '@mantine/core'
import { lazy, Suspense, useEffect } from 'react'
import { ChoiceField } from './choice-field.tsx'
import type { ClubFieldProps } from './club-choices.ts'

const SearchedField = lazy(() => import('./searched-club-field.tsx'))

/** Chooses a club: in the browser's own list where there are few, else by searching for it. */
export function ClubField(props: ClubFieldProps) {
  const { choices, none, by = 'id', onChange, ...field } = props
  const isUnknown = field.value !== '' && !choices.known.some((club) => club[by] === field.value)
  useEffect(() => {
    if (isUnknown && by === 'id' && !choices.complete) choices.onUnknown(field.value)
  })
  if (!choices.complete)
    return (
      <Suspense fallback={<Skeleton height={68} radius="md" />}>
        <SearchedField {...props} />
      </Suspense>
    )
  const data = choices.listed.map((club) => ({ value: club[by], label: club.name }))
  // An unknown club of a shared address stays to be seen, and to be taken away.
  const own = isUnknown && by === 'key' ? [{ value: field.value, label: field.value }] : []
  return (
    <ChoiceField
      {...field}
      data={[{ value: '', label: none }, ...data, ...own]}
      onChange={({ currentTarget: { value } }) => onChange(value)}
    />
  )
}
