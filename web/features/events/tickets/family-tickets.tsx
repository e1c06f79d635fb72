import { Box, Button, Divider, Group, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { IconChevronRight, IconSearch, IconTicket } from '#web/ui/icons/index.ts'
import { useId, useState } from 'react'
import type { Ticket } from '#contract/events/tickets.ts'
import { paths } from '#web/paths.ts'
import { FoundWords } from '#web/ui/fields/found-words.tsx'
import { PeopleChips } from '#web/ui/fields/people-chips.tsx'
import { Rows } from '#web/ui/cards/row-list.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Initials } from '#web/ui/initials.tsx'
import { ButtonLink, PlainLink } from '#web/ui/link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SearchField } from '#web/ui/fields/search-field.tsx'
import { CoverCard } from '#web/ui/cards/cover-card.tsx'
import { CoverCards, DateChip } from '#web/ui/cards/cover.tsx'
import { chipOf, whenWords } from '#web/ui/words/format.ts'
import { Own } from '#web/ui/own-text.tsx'
import { m } from '#words/messages.js'
import { coverOf } from '../event-card.tsx'
import { CancelledWords } from '../cancelled-words.tsx'
import { groupTickets, peopleOf, type TicketGroup } from './group-tickets.ts'
import c from './tickets.module.css'
import { TicketStatus } from './ticket-card.tsx'

const SEARCH_ABOVE = 8

interface Props {
  /** At least one. */
  readonly tickets: readonly Ticket[]
  /** The person the user acts for, selected at first; null selects everybody. */
  readonly personId: string | null
}

/** The family's tickets: coming ones as cards, past ones as a list, with filters. */
export function FamilyTickets({ tickets, personId }: Props) {
  const [chosen, setChosen] = useState(personId)
  const [search, setSearch] = useState('')
  const heading = useId()
  const people = peopleOf(tickets)
  // Someone without tickets isn't listed but stays selected, so that no other tickets are shown instead.
  const { coming, past } = groupTickets(tickets, { personId: chosen, search })
  const found = coming.length + past.length
  return (
    <Stack gap="lg">
      {(people.length > 1 || tickets.length > SEARCH_ABOVE) && (
        <Group gap="md" align="flex-end">
          {people.length > 1 && (
            <PeopleChips
              legend={m.tickets_filter()}
              value={chosen}
              onChange={setChosen}
              people={[
                { value: null, label: m.people_filter_all() },
                ...people.map(({ id, name, isOwn }) => ({
                  value: id,
                  label: isOwn ? m.people_filter_self({ name }) : name,
                  icon: <Initials name={name} size={26} light />,
                })),
              ]}
            />
          )}
          {tickets.length > SEARCH_ABOVE && (
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
      <VisuallyHidden component="div">
        <FoundWords count={search.trim() === '' ? undefined : found} none={m.tickets_none_found_title()} />
      </VisuallyHidden>
      {found === 0 && (
        <Panel>
          <EmptyState
            icon={<IconSearch size={40} stroke={1.5} />}
            title={m.tickets_none_found_title()}
            actions={<Button onClick={() => (setChosen(null), setSearch(''))}>{m.tickets_clear()}</Button>}
          >
            {m.tickets_none_found()}
          </EmptyState>
        </Panel>
      )}
      {coming.length > 0 ? (
        <section aria-labelledby={heading}>
          <Title order={2} id={heading} mb="md">
            {m.tickets_coming()}
          </Title>
          <CoverCards>
            {coming.map((group) => (
              <GroupCard key={group.event.id} group={group} />
            ))}
          </CoverCards>
        </section>
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

function GroupCard({ group: { event, tickets } }: { group: TicketGroup }) {
  const { orgKey, id, title } = event
  const [first] = tickets
  const isOne = tickets.length === 1
  const to = isOne && first ? paths.ticket(orgKey, id, first.id) : paths.ticketsOf(orgKey, id)
  return (
    <CoverCard
      {...coverOf(event, whenWords(event, 'dated'))}
      to={to}
      action={
        <ButtonLink to={to} aria-label={isOne ? m.ticket_show_of({ title }) : m.tickets_show_of({ title })}>
          {isOne ? m.ticket_show() : m.tickets_show()}
        </ButtonLink>
      }
    >
      <Divider variant="dashed" mt={4} />
      <Stack component="ul" gap={2}>
        {tickets.map((ticket) => (
          <Group component="li" key={ticket.id} gap="2px 10px" mih={40}>
            <Initials name={ticket.memberName} size={30} light />
            <Box flex="1 1 6rem" lh={1.3}>
              {ticket.memberName}
              <Text size="xs" c="dimmed">
                <Own of={ticket} field="categoryName" />
              </Text>
            </Box>
            <TicketStatus ticket={ticket} />
            {ticket.cancellation && (
              <Box flex="1 0 100%" pl={40}>
                <CancelledWords tickets={[ticket]} size="xs" c="dimmed" />
              </Box>
            )}
          </Group>
        ))}
      </Stack>
    </CoverCard>
  )
}

const PAGE_SIZE = 8

function PastList({ groups }: { groups: readonly TicketGroup[] }) {
  const [shown, setShown] = useState(PAGE_SIZE)
  return (
    <Panel title={m.tickets_past()}>
      <Rows>
        {groups.slice(0, shown).map((group) => (
          <li key={group.event.id}>
            <PastRow group={group} />
          </li>
        ))}
      </Rows>
      {groups.length > shown && (
        <Button variant="default" mt="md" onClick={() => setShown(shown + 4 * PAGE_SIZE)}>
          {m.action_show_more()}
        </Button>
      )}
    </Panel>
  )
}

function PastRow({ group: { event, tickets } }: { group: TicketGroup }) {
  const isCancelled = tickets.every(({ status }) => status === 'cancelled')
  return (
    <PlainLink to={paths.ticketsOf(event.orgKey, event.id)} className={c.past ?? ''}>
      <DateChip {...chipOf(event)} />
      <Box component="span" flex="1 1 8rem" miw={0}>
        <Text span display="block" fw={620}>
          <Own of={event} field="title" />
        </Text>
        <Text span display="block" size="xs" c="dimmed">
          {whenWords(event, 'dated')}
        </Text>
        <Text span display="block" size="xs" c="dimmed">
          {tickets.length === 1 ? tickets[0]!.memberName : m.tickets_of({ count: tickets.length })}
        </Text>
        {isCancelled && <CancelledWords tickets={tickets} size="xs" c="dimmed" />}
      </Box>
      {isCancelled && <TicketStatus ticket={tickets[0]!} />}
      <IconChevronRight size={18} stroke={1.7} aria-hidden />
    </PlainLink>
  )
}
