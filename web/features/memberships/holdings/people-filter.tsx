import { useMemberImage } from '#web/api/files.ts'
import { PeopleChips } from '#web/ui/fields/people-chips.tsx'
import { Initials } from '#web/ui/initials.tsx'
import { m } from '#words/messages.js'
import type { Person } from '../people.ts'

interface Props {
  people: readonly Person[]
  /** Id of the member to show; null shows everybody. */
  value: string | null
  onChange: (value: string | null) => void
}

export const PeopleFilter = ({ people, value, onChange }: Props) => (
  <PeopleChips
    legend={m.people_filter()}
    value={value}
    onChange={onChange}
    people={[
      { value: null, label: m.people_filter_all() },
      ...people.map((person) => ({
        value: person.member.id,
        label: person.self ? m.people_filter_self({ name: person.short }) : person.short,
        icon: <Face person={person} />,
      })),
    ]}
  />
)

function Face({ person }: { person: Person }) {
  return <Initials name={person.name} size={26} light image={useMemberImage(person.member)} />
}
