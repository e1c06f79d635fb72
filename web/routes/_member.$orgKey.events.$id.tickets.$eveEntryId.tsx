import { Stack } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { useReader } from '#web/api/acting/subject.ts'
import { KeepOnPhone } from '#web/features/session/own-device.tsx'
import { TicketView } from '#web/features/events/tickets/ticket-view.tsx'
import { paths } from '#web/paths.ts'
import { checkEventAddress, eventCrumbs, requireId } from '#web/routes/-addresses.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { whenWords } from '#web/ui/words/format.ts'
import { Own } from '#web/ui/own-text.tsx'
import { m } from '#words/messages.js'
import { loadTickets, NoTicket, TicketsOfEvent } from './-tickets.tsx'

export const Route = createFileRoute('/_member/$orgKey/events/$id/tickets/$eveEntryId')({
  beforeLoad: (here) => {
    requireId(here.params.eveEntryId)
    checkEventAddress(here)
  },
  loader: loadTickets,
  component: Page,
  staticData: {
    name: 'ticket',
    title: m.title_ticket,
    offline: true,
    crumbs: [
      ...eventCrumbs,
      { label: m.title_event_tickets, to: ({ orgKey = '', id = '' }) => paths.ticketsOf(orgKey, id) },
    ],
  },
})

function Page() {
  const { orgKey, id, eveEntryId } = Route.useParams()
  const reader = useReader()
  return (
    <TicketsOfEvent key={eveEntryId} orgKey={orgKey} eventId={id} skeleton={{ rows: 1, height: 560 }}>
      {(tickets) => {
        const ticket = tickets.find((one) => one.id === eveEntryId)
        if (!ticket) return <NoTicket title={m.ticket_unknown_title()}>{m.ticket_unknown()}</NoTicket>
        return (
          <Stack gap="lg">
            <PageHeader title={<Own of={ticket.event} field="title" />} subtitle={whenWords(ticket.event)} />
            <TicketView ticket={ticket} tickets={tickets} />
            {ticket.code !== null && <KeepOnPhone key={reader.id} readerId={reader.id} />}
          </Stack>
        )
      }}
    </TicketsOfEvent>
  )
}
