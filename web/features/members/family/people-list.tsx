import { Title } from '@mantine/core'
import { useId, useState, type ComponentType, type ReactNode } from 'react'
import type { FamilyPerson } from '#contract/family.ts'
import { SearchField } from '#web/ui/fields/search-field.tsx'
import { m } from '#words/messages.js'
import c from './family.module.css'
import { fullName } from './family-words.ts'
import { PersonCard } from './person-card.tsx'

/** With more people than this there is a field to find one. */
const FEW = 8

interface Props {
  readonly people: readonly FamilyPerson[]
  /** What somebody holds, in a line; left out where it would ask too much of the server. */
  readonly Holds?: ComponentType<{ memberId: string }> | undefined
  /** In place of one's own participants while there are none. */
  readonly none: ReactNode
}

/** Everybody in the reader's care: own participants first, then each relative with theirs. */
export function PeopleList({ people, Holds, none }: Props) {
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const shown = people.filter(({ member }) => fullName(member).toLowerCase().includes(wanted))
  const own = shown.filter(({ as }) => as === 'participant')
  const families = shown.length > 0 ? familiesOf(people, shown) : []
  const card = (person: FamilyPerson) => (
    <PersonCard key={person.member.id} person={person} holds={Holds && <Holds memberId={person.member.id} />} />
  )
  return (
    <>
      {people.length > FEW && (
        <div className={c.find}>
          <SearchField label={m.participants_find()} value={search} onChange={setSearch} />
          <p role="status" className={c.found}>
            {shown.length === 0
              ? m.participants_find_none({ search: search.trim() })
              : wanted !== '' && m.participants_find_count({ count: shown.length })}
          </p>
        </div>
      )}
      {people.length === 0
        ? none
        : own.length > 0 && (
            <section aria-label={m.participants_own()}>
              <Title order={2} size="h3" mb="sm">
                {m.participants_own()}
              </Title>
              <ul className={c.cards}>{own.map(card)}</ul>
            </section>
          )}
      {families.map(({ relative, those }) => (
        <Family key={relative?.member.id ?? ''} relative={relative}>
          {those.map(card)}
        </Family>
      ))}
    </>
  )
}

function Family({ relative, children }: { relative: FamilyPerson | undefined; children: ReactNode }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <Title order={2} size="h3" id={heading} mb="sm" className={c.anywhere ?? ''}>
        {relative ? m.participants_through({ name: fullName(relative.member) }) : m.participants_of_family()}
      </Title>
      <ul className={c.cards}>{children}</ul>
    </section>
  )
}

/** Relatives, each with the participants whom the link with them covers. */
function familiesOf(people: readonly FamilyPerson[], shown: readonly FamilyPerson[]) {
  const relatives = people.filter(({ as }) => as === 'relative')
  const through = (person: FamilyPerson) =>
    person.as === 'relative' ? person.member.id : (person.member.parentId ?? '')
  const groups = Map.groupBy(
    shown.filter(({ as }) => as === 'relative' || as === 'relative_participant'),
    through,
  )
  return [...groups].map(([id, those]) => ({ relative: relatives.find(({ member }) => member.id === id), those }))
}
