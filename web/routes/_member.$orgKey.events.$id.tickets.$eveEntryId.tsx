import { Stack } from '@mantine/core'
import { IconTicketOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useReader } from '#web/api/acting/subject.ts'
import { QueryError } from '#web/api/query-error.tsx'
import { ticketsQuery } from '#web/features/events/queries.ts'
import { TicketView } from '#web/features/events/tickets/ticket-view.tsx'
import { paths } from '#web/paths.ts'
import { requireId, upperCaseOrgKey } from '#web/routes/-addresses.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { whenWords } from '#web/ui/words/format.ts'
import { loadTickets } from '#web/routes/-load-or-offline.ts'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/$orgKey/events/$id/tickets/$eveEntryId')({
  beforeLoad: (here) => {
    requireId(here.params.id)
    requireId(here.params.eveEntryId)
    upperCaseOrgKey(here)
  },
  loader: loadTickets,
  component: Page,
  staticData: {
    name: 'ticket',
    title: m.title_ticket,
    offline: true,
    crumbs: [
      { label: m.title_club_events, to: ({ orgKey = '' }) => paths.eventsOf(orgKey) },
      { label: m.title_event, to: ({ orgKey = '', id = '' }) => paths.event(orgKey, id) },
      { label: m.title_event_tickets, to: ({ orgKey = '', id = '' }) => paths.ticketsOf(orgKey, id) },
    ],
  },
})

function Page() {
  const { orgKey, id, eveEntryId } = Route.useParams()
  return <TicketPage key={eveEntryId} orgKey={orgKey} eventId={id} entryId={eveEntryId} />
}

interface Props {
  readonly orgKey: string
  readonly eventId: string
  readonly entryId: string
}

/** One ticket, ready for the door. */
function TicketPage({ orgKey, eventId, entryId }: Props) {
  const reader = useReader()
  const all = useQuery(ticketsQuery(reader.id))
  if (!all.data) return all.error ? <QueryError order={1} query={all} /> : <SkeletonList rows={1} height={560} />
  const tickets = all.data.filter(({ event }) => event.id === eventId && event.orgKey === orgKey)
  const ticket = tickets.find(({ id }) => id === entryId)
  if (!ticket) return <Unknown />
  return (
    <Stack gap="lg">
      <PageHeader title={ticket.event.title} subtitle={whenWords(ticket.event)} />
      <TicketView ticket={ticket} tickets={tickets} />
    </Stack>
  )
}

const Unknown = () => (
  <Panel>
    <EmptyState
      order={1}
      icon={<IconTicketOff size={40} stroke={1.5} />}
      title={m.ticket_unknown_title()}
      actions={<ButtonLink to={paths.tickets()}>{m.title_tickets()}</ButtonLink>}
    >
      {m.ticket_unknown()}
    </EmptyState>
  </Panel>
)
