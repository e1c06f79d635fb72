import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconCalendarPlus, IconDownload, IconTicketOff } from '@tabler/icons-react'
import type { Ticket } from '#contract/tickets.ts'
import { problemText } from '#web/api/problem-text.ts'
import { useSession } from '#web/api/session.ts'
import { DownloadButton, ticketFiles } from '#web/features/tickets/download-button.tsx'
import { EventBanner, EventTickets } from '#web/features/tickets/event-tickets.tsx'
import { ticketsQuery } from '#web/features/tickets/queries.ts'
import { whenWords } from '#web/features/tickets/ticket-when.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SkeletonList } from '#web/ui/skeleton-list.tsx'
import { m } from '#words/messages.js'

interface Props {
  readonly orgKey: string
  readonly eventId: string
}

/** The family's tickets to one event. */
export function EventTicketsPage({ orgKey, eventId }: Props) {
  const { member } = useSession()
  const all = useQuery(ticketsQuery(member.id))
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
  const [first] = tickets
  return first ? <Tickets tickets={tickets} first={first} /> : <None orgKey={orgKey} eventId={eventId} />
}

function Tickets({ tickets, first: { event } }: { tickets: readonly Ticket[]; first: Ticket }) {
  const valid = tickets.filter(({ code }) => code !== null)
  const where = [whenWords(event), event.place].filter(Boolean).join(' · ')
  return (
    <Stack gap="lg">
      <PageHeader
        title={event.title}
        subtitle={where}
        actions={
          valid.length > 0 && (
            <>
              {!valid[0]!.past && (
                <DownloadButton
                  load={() => ticketFiles.calendarOf(event.id)}
                  leftSection={<IconCalendarPlus size={18} stroke={1.7} />}
                >
                  {m.ticket_calendar()}
                </DownloadButton>
              )}
              <DownloadButton
                variant="filled"
                load={() => ticketFiles.ticketsOf(event.id)}
                leftSection={<IconDownload size={18} stroke={1.7} />}
              >
                {valid.length === 1 ? m.ticket_download() : m.tickets_download()}
              </DownloadButton>
            </>
          )
        }
      />
      <EventBanner event={event} />
      <EventTickets tickets={tickets} />
    </Stack>
  )
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
