import { createFileRoute } from '@tanstack/react-router'
import { EventTicketsView } from '#web/features/events/tickets/event-tickets-view.tsx'
import { paths } from '#web/paths.ts'
import { requireId, upperCaseOrgKey } from '#web/routes/-addresses.ts'
import { m } from '#words/messages.js'
import { loadTickets, NoTicket, TicketsOfEvent } from './-tickets.tsx'

export const Route = createFileRoute('/_member/$orgKey/events/$id/tickets/')({
  beforeLoad: (here) => {
    requireId(here.params.id)
    upperCaseOrgKey(here)
  },
  loader: loadTickets,
  component: Page,
  staticData: {
    name: 'ticketsOf',
    title: m.title_event_tickets,
    offline: true,
    crumbs: [
      { label: m.title_club_events, to: ({ orgKey = '' }) => paths.eventsOf(orgKey) },
      { label: m.title_event, to: ({ orgKey = '', id = '' }) => paths.event(orgKey, id) },
    ],
  },
})

/** The family's tickets to one event. */
function Page() {
  const { orgKey, id } = Route.useParams()
  return (
    <TicketsOfEvent orgKey={orgKey} eventId={id} skeleton={{ rows: 3, height: 132 }}>
      {(tickets) =>
        tickets.length > 0 ? (
          <EventTicketsView tickets={tickets} />
        ) : (
          <NoTicket title={m.tickets_unknown_title()} eventPath={paths.event(orgKey, id)}>
            {m.tickets_unknown()}
          </NoTicket>
        )
      }
    </TicketsOfEvent>
  )
}
