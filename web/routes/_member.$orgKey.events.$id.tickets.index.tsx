import { IconTicketOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useReader } from '#web/api/acting/subject.ts'
import { QueryError } from '#web/api/query-error.tsx'
import { EventTicketsView } from '#web/features/events/tickets/event-tickets-view.tsx'
import { ticketsQuery } from '#web/features/events/queries.ts'
import { paths } from '#web/paths.ts'
import { requireId, upperCaseOrgKey } from '#web/routes/-addresses.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { loadTickets } from '#web/routes/-load-or-offline.ts'
import { m } from '#words/messages.js'

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

function Page() {
  const { orgKey, id } = Route.useParams()
  return <EventTicketsPage orgKey={orgKey} eventId={id} />
}

interface Props {
  readonly orgKey: string
  readonly eventId: string
}

/** The family's tickets to one event. */
function EventTicketsPage({ orgKey, eventId }: Props) {
  const reader = useReader()
  const all = useQuery(ticketsQuery(reader.id))
  if (!all.data) return all.error ? <QueryError order={1} query={all} /> : <SkeletonList rows={3} height={132} />
  const tickets = all.data.filter(({ event }) => event.id === eventId && event.orgKey === orgKey)
  return tickets.length > 0 ? <EventTicketsView tickets={tickets} /> : <None orgKey={orgKey} eventId={eventId} />
}

const None = ({ orgKey, eventId }: Props) => (
  <Panel>
    <EmptyState
      order={1}
      icon={<IconTicketOff size={40} stroke={1.5} />}
      title={m.tickets_unknown_title()}
      actions={
        <>
          <ButtonLink to={paths.event(orgKey, eventId)}>{m.ticket_event()}</ButtonLink>
          <ButtonLink to={paths.tickets()} variant="default">
            {m.title_tickets()}
          </ButtonLink>
        </>
      }
    >
      {m.tickets_unknown()}
    </EmptyState>
  </Panel>
)
