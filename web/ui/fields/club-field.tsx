import { Skeleton } from '@mantine/core'
import { lazy, Suspense, useEffect } from 'react'
import { ChoiceField } from './choice-field.tsx'
import type { ClubFieldProps } from './club-choices.ts'

const SearchedField = lazy(() => import('./searched-club-field.tsx'))

/** Selects a club: a native select when there are few, otherwise a search field. */
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
  // An unknown club from a shared URL stays visible, so that it can be removed.
  const unknownOption = isUnknown && by === 'key' ? [{ value: field.value, label: field.value }] : []
  return (
    <ChoiceField
      {...field}
      data={[{ value: '', label: none }, ...data, ...unknownOption]}
      onChange={({ currentTarget: { value } }) => onChange(value)}
    />
  )
}
