import { useMemberImage } from '#web/api/member-image.ts'
import { Initials } from '#web/ui/initials.tsx'
import { m } from '#words/messages.js'
import type { Person } from './people.ts'
import styles from './people-filter.module.css'

interface Props {
  people: readonly Person[]
  /** The id of who is shown; null: everybody. */
  value: string | null
  onChange: (value: string | null) => void
}

/** Chooses whose memberships are shown: the browser's own choice of one, so that arrows move through it. */
export function PeopleFilter({ people, value, onChange }: Props) {
  return (
    <fieldset className={styles.filter}>
      <legend className={styles.legend}>{m.people_filter()}</legend>
      <Chip label={m.people_filter_all()} checked={value === null} onChoose={() => onChange(null)} />
      {people.map((person) => (
        <Chip
          key={person.member.id}
          label={person.self ? m.people_filter_self({ name: person.short }) : person.short}
          person={person}
          checked={value === person.member.id}
          onChoose={() => onChange(person.member.id)}
        />
      ))}
    </fieldset>
  )
}

interface ChipProps {
  label: string
  person?: Person
  checked: boolean
  onChoose: () => void
}

const Chip = ({ label, person, checked, onChoose }: ChipProps) => (
  <label className={styles.chip}>
    <input type="radio" name="person" checked={checked} onChange={onChoose} className={styles.input} />
    {person && <Face person={person} />}
    <span className={styles.label}>{label}</span>
  </label>
)

function Face({ person }: { person: Person }) {
  return <Initials name={person.name} size={26} light image={useMemberImage(person.member)} />
}
