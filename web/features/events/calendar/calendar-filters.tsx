import { ChoiceField } from '#web/ui/fields/choice-field.tsx'
import { useOptimisticParam } from '#web/ui/use-optimistic-param.ts'
import { m } from '#words/messages.js'
import styles from './calendar.module.css'
import type { EntryFilter, Named } from './entries.ts'

interface Props {
  readonly filter: EntryFilter
  readonly onChange: (filter: EntryFilter) => unknown
  /** The family, by id. */
  readonly people: readonly Named[]
  /** The family's clubs, by key. */
  readonly clubs: readonly Named[]
}

/** Narrows the calendar to one person's tickets, or to one club. Hidden while there is nothing to choose from. */
export function CalendarFilters({ filter: inAddress, onChange, people, clubs }: Props) {
  const [filter, choose] = useOptimisticParam(inAddress, onChange)
  const { person, club } = filter
  const withPeople = people.length > 0 || person !== ''
  const withClubs = clubs.length > 1 || club !== ''
  if (!withPeople && !withClubs) return null
  return (
    <search className={styles.filters} aria-label={m.calendar_filter()}>
      {withPeople && (
        <ChoiceField
          label={m.calendar_person()}
          value={person}
          onChange={({ currentTarget: { value } }) => choose({ ...filter, person: value })}
          data={[
            { value: '', label: m.calendar_person_all() },
            ...withChosen(people, person).map(({ value, name }) => ({ value, label: name })),
          ]}
        />
      )}
      {withClubs && (
        <ChoiceField
          label={m.calendar_club()}
          value={club}
          onChange={({ currentTarget: { value } }) => choose({ ...filter, club: value })}
          data={[
            { value: '', label: m.calendar_club_all() },
            ...withChosen(clubs, club).map(({ value, name }) => ({ value, label: name })),
          ]}
        />
      )}
    </search>
  )
}

/** Clubs named in the address stay listed, so that they can be removed. */
const withChosen = (all: readonly Named[], chosen: string): readonly Named[] =>
  chosen === '' || all.some(({ value }) => value === chosen) ? all : [...all, { value: chosen, name: chosen }]
