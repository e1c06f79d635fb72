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
  const fields = [
    { name: 'person', label: m.calendar_person(), all: m.calendar_person_all(), named: people, least: 1 },
    { name: 'club', label: m.calendar_club(), all: m.calendar_club_all(), named: clubs, least: 2 },
  ] as const
  const shown = fields.filter(({ name, named, least }) => named.length >= least || filter[name] !== '')
  if (shown.length === 0) return null
  return (
    <search className={styles.filters} aria-label={m.calendar_filter()}>
      {shown.map(({ name, label, all, named }) => (
        <ChoiceField
          key={name}
          label={label}
          value={filter[name]}
          onChange={({ currentTarget: { value } }) => choose({ ...filter, [name]: value })}
          data={[
            { value: '', label: all },
            ...withChosen(named, filter[name]).map((one) => ({ value: one.value, label: one.name })),
          ]}
        />
      ))}
    </search>
  )
}

/** Clubs named in the address stay listed, so that they can be removed. */
const withChosen = (all: readonly Named[], chosen: string): readonly Named[] =>
  chosen === '' || all.some(({ value }) => value === chosen) ? all : [...all, { value: chosen, name: chosen }]
