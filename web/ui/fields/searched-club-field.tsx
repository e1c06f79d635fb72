import { Select } from '@mantine/core'
import { m } from '#words/messages.js'
import type { ClubFieldProps } from './club-choices.ts'

/** A searchable select for many clubs; the server does the search. */
export default function SearchedClubField({ choices, none, by = 'id', value, onChange, ...field }: ClubFieldProps) {
  const chosen = choices.known.filter((club) => club[by] === value && !choices.listed.includes(club))
  const offered = new Set(choices.listed.map((club) => club[by]))
  return (
    <Select
      {...field}
      size="md"
      searchable
      clearable
      placeholder={none}
      data={[...choices.listed, ...chosen].map((club) => ({ value: club[by], label: club.name }))}
      // Already filtered by the server. The selected club is only in `data` for its name.
      filter={({ options }) => options.filter((option) => 'value' in option && offered.has(option.value))}
      value={value === '' ? null : value}
      onChange={(chosenNow) => onChange(chosenNow ?? '')}
      onSearchChange={choices.onSearch}
      nothingFoundMessage={m.organizations_none_title()}
      description={m.club_field_search()}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  )
}
