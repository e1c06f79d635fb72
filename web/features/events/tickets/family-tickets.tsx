import { Button, Group, Stack } from '@mantine/core'
import { IconSearch, IconTicket } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { Ticket } from '#contract/tickets.ts'
import { paths } from '#web/paths.ts'
import { ChipChoice } from '#web/ui/fields/chip-choice.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Initials } from '#web/ui/initials.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SearchField } from '#web/ui/fields/search-field.tsx'
import { m } from '#words/messages.js'
import { GroupCard } from './group-card.tsx'
import { groupTickets, peopleOf } from './group-tickets.ts'
import { PastList } from './past-list.tsx'
import c from './tickets.module.css'

/** From so many tickets on, one searches sooner than one looks. */
const MANY = 8

interface Props {
  /** At least one. */
  readonly tickets: readonly Ticket[]
  /** For whom the reader acts, and whose tickets they see first; null: everybody's. */
  readonly personId: string | null
}

/** The tickets of a family: what lies ahead as cards, what is over as a list, and ways to find one among many. */
export function FamilyTickets({ tickets, personId }: Props) {
  const [chosen, setChosen] = useState(personId)
  const [search, setSearch] = useState('')
  const people = peopleOf(tickets)
  // Whoever has none is no choice, but stays chosen: nothing of others is shown in their place.
  const { coming, past } = groupTickets(tickets, { personId: chosen, search })
  const found = coming.length + past.length
  const clear = () => {
    setChosen(null)
    setSearch('')
  }
  return (
    <Stack gap="lg">
      {(people.length > 1 || tickets.length > MANY) && (
        <Group gap="md" align="flex-end">
          {people.length > 1 && <People people={people} value={chosen} onChange={setChosen} />}
          {tickets.length > MANY && (
            <SearchField
              label={m.tickets_search()}
              placeholder={m.tickets_search_placeholder()}
              value={search}
              onChange={setSearch}
              style={{ flex: '1 1 260px' }}
              maw={420}
            />
          )}
        </Group>
      )}
      {found === 0 && <NoneFound onClear={clear} />}
      {coming.length > 0 ? (
        <Coming groups={coming} />
      ) : (
        found > 0 && (
          <Panel>
            <EmptyState
              icon={<IconTicket size={40} stroke={1.5} />}
              title={m.tickets_none_coming_title()}
              actions={<ButtonLink to={paths.events()}>{m.tickets_see_events()}</ButtonLink>}
            >
              {m.tickets_none_coming()}
            </EmptyState>
          </Panel>
        )
      )}
      {past.length > 0 && <PastList groups={past} />}
    </Stack>
  )
}

function Coming({ groups }: { groups: ReturnType<typeof groupTickets>['coming'] }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className={c.heading}>
        {m.tickets_coming()}
      </h2>
      <div className={c.groups}>
        {groups.map((group) => (
          <GroupCard key={group.event.id} group={group} />
        ))}
      </div>
    </section>
  )
}

interface PeopleProps {
  readonly people: ReturnType<typeof peopleOf>
  readonly value: string | null
  readonly onChange: (value: string | null) => void
}

const People = ({ people, value, onChange }: PeopleProps) => (
  <ChipChoice
    name="ticket-person"
    legend={m.tickets_filter()}
    value={value}
    onChange={onChange}
    choices={[
      { value: null, label: m.people_filter_all() },
      ...people.map(({ id, name, isOwn }) => ({
        value: id,
        label: isOwn ? m.people_filter_self({ name }) : name,
        icon: <Initials name={name} size={26} light />,
      })),
    ]}
  />
)

const NoneFound = ({ onClear }: { onClear: () => void }) => (
  <Panel role="status">
    <EmptyState
      icon={<IconSearch size={40} stroke={1.5} />}
      title={m.tickets_none_found_title()}
      actions={<Button onClick={onClear}>{m.tickets_clear()}</Button>}
    >
      {m.tickets_none_found()}
    </EmptyState>
  </Panel>
)
