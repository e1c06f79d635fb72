import { Group, Stack, Text } from '@mantine/core'
import { IconArrowLeft, IconArrowRight } from '#web/ui/icons/index.ts'
import { useState } from 'react'
import type { Ticket } from '#contract/events/tickets.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink, useNavigateTo } from '#web/ui/link.tsx'
import { lazyDialog } from '#web/ui/dialogs/lazy-dialog.tsx'
import { m } from '#words/messages.js'
import { useSwipe } from './swipe.ts'
import { MovedTicket } from './moved-event.tsx'
import { TicketAnswers } from './ticket-answers.tsx'
import { TicketCard } from './ticket-card.tsx'
import { TicketFacts } from './ticket-facts.tsx'
import c from './ticket-view.module.css'

const TicketFullscreen = lazyDialog(async () => (await import('./ticket-fullscreen.tsx')).TicketFullscreen)

interface Props {
  readonly ticket: Ticket
  /** The family's tickets to this event, including this one. */
  readonly tickets: readonly Ticket[]
}

const addressOf = ({ event, id }: Ticket) => paths.ticket(event.orgKey, event.id, id)

/** One ticket, with links to the family's others. */
export function TicketView({ ticket, tickets }: Props) {
  const [door, setDoor] = useState(false)
  const go = useNavigateTo()
  const at = tickets.findIndex(({ id }) => id === ticket.id)
  const beside = { previous: tickets[at - 1], next: tickets[at + 1] }
  const swipe = useSwipe((turn) => {
    const other = beside[turn]
    if (other && !door) void go(addressOf(other), { replace: true })
  })
  return (
    <div className={c.layout}>
      <div {...swipe}>
        <TicketCard ticket={ticket} onDoor={() => setDoor(true)} />
        {tickets.length > 1 && <Turns {...beside} at={at} count={tickets.length} />}
      </div>
      <Stack gap="lg">
        {ticket.moved && <MovedTicket ticket={ticket} moved={ticket.moved} />}
        {ticket.answersMissing !== undefined && <TicketAnswers key={ticket.id} ticket={ticket} />}
        <TicketFacts ticket={ticket} />
      </Stack>
      <TicketFullscreen
        opened={door}
        tickets={tickets.filter(({ code }) => code !== null)}
        first={ticket.id}
        onClose={() => setDoor(false)}
      />
    </div>
  )
}

interface TurnsProps {
  readonly previous: Ticket | undefined
  readonly next: Ticket | undefined
  readonly at: number
  readonly count: number
}

const Turns = ({ previous, next, at, count }: TurnsProps) => (
  <Group component="nav" justify="space-between" mt="md" aria-label={m.ticket_nav()}>
    {previous ? (
      <ButtonLink
        to={addressOf(previous)}
        replace
        variant="default"
        aria-label={m.ticket_previous({ name: previous.memberName })}
      >
        <IconArrowLeft size={20} stroke={1.7} aria-hidden />
      </ButtonLink>
    ) : (
      <span />
    )}
    <Text span c="dimmed">
      {m.ticket_position({ at: at + 1, count })}
    </Text>
    {next ? (
      <ButtonLink to={addressOf(next)} replace variant="default" aria-label={m.ticket_next({ name: next.memberName })}>
        <IconArrowRight size={20} stroke={1.7} aria-hidden />
      </ButtonLink>
    ) : (
      <span />
    )}
  </Group>
)
