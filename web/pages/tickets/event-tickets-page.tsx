import { useQuery } from '@tanstack/react-query'
import { IconTicketOff } from '@tabler/icons-react'
import { problemText } from '#web/api/problem-text.ts'
import { useReader } from '#web/api/acting/subject.ts'
import { EventTicketsView } from '#web/features/events/tickets/event-tickets-view.tsx'
import { ticketsQuery } from '#web/features/events/tickets/queries.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { m } from '#words/messages.js'

interface Props {
  readonly orgKey: string
  readonly eventId: string
}

/** The family's tickets to one event. */
export function EventTicketsPage({ orgKey, eventId }: Props) {
  const reader = useReader()
  const all = useQuery(ticketsQuery(reader.id))
  if (!all.data)
    return all.error ? (
      <ErrorPanel
        order={1}
        message={problemText(all.error)}
        retrying={all.isFetching}
        onRetry={() => void all.refetch()}
      />
    ) : (
      <SkeletonList rows={3} height={132} />
    )
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
