import { Badge, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { tickets } from '#contract/events/tickets.ts'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { callQuery } from '#web/api/call-query.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { RowList } from '#web/ui/cards/row-list.tsx'
import { Own } from '#web/ui/own-text.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { whenWords } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { ticketStates } from '../words.ts'

const ticketsOfMemberQuery = (orgId: string, memberId: string) =>
  callQuery([...queryKeys.tickets, 'club', orgId, memberId], tickets.ofMember, { orgId, memberId })

export function MemberTickets({ club, memberId }: { club: { readonly id: string }; memberId: string }) {
  const query = useQuery(ticketsOfMemberQuery(club.id, memberId))
  return (
    <Panel title={m.club_member_tickets()}>
      {!query.data ? (
        <NotLoaded query={query} rows={2} height={48} />
      ) : query.data.length === 0 ? (
        <Text c="dimmed">{m.club_member_tickets_none()}</Text>
      ) : (
        <RowList
          rows={query.data.map((ticket) => ({
            key: ticket.id,
            title: <Own of={ticket} field="eventName" />,
            note: (
              <>
                {whenWords(ticket)} · <Own of={ticket} field="categoryName" /> · {ticket.number}
              </>
            ),
            badge: ticket.status === 'cancelled' && (
              <Badge color={ticketStates.cancelled.color}>{ticketStates.cancelled.label()}</Badge>
            ),
          }))}
        />
      )}
    </Panel>
  )
}
