import { useQuery } from '@tanstack/react-query'
import { IconTicketOff } from '#web/ui/icons/index.ts'
import type { ReactNode } from 'react'
import type { Ticket } from '#contract/events/tickets.ts'
import { currentReaderId, useReader } from '#web/api/acting/subject.ts'
import { queryClient } from '#web/api/query-client.ts'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { ticketsQuery } from '#web/features/events/queries.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'
import { loadOrOffline } from './-load-or-offline.ts'

/** The family's tickets; errors are left to the page. */
export async function loadTickets(): Promise<void> {
  const readerId = currentReaderId()
  if (readerId === null) return
  await loadOrOffline(readerId, () => queryClient.ensureQueryData(ticketsQuery(readerId)))
}

interface Props {
  readonly orgKey: string
  readonly eventId: string
  readonly skeleton: { readonly rows: number; readonly height: number }
  readonly children: (tickets: readonly Ticket[]) => ReactNode
}

export function TicketsOfEvent({ orgKey, eventId, skeleton, children }: Props) {
  const reader = useReader()
  const all = useQuery(ticketsQuery(reader.id))
  if (!all.data) return <NotLoaded order={1} query={all} {...skeleton} />
  return children(all.data.filter(({ event }) => event.id === eventId && event.orgKey === orgKey))
}

interface NoTicketProps {
  readonly title: string
  readonly eventPath?: string
  readonly children: string
}

export const NoTicket = ({ title, eventPath, children }: NoTicketProps) => (
  <Panel>
    <EmptyState
      order={1}
      icon={<IconTicketOff size={40} stroke={1.5} />}
      title={title}
      actions={
        <>
          {eventPath && <ButtonLink to={eventPath}>{m.ticket_event()}</ButtonLink>}
          <ButtonLink to={paths.tickets()} variant={eventPath ? 'default' : 'filled'}>
            {m.title_tickets()}
          </ButtonLink>
        </>
      }
    >
      {children}
    </EmptyState>
  </Panel>
)
