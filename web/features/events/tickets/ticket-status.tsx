import { Badge } from '@mantine/core'
import type { Ticket } from '#contract/tickets.ts'
import { m } from '#words/messages.js'

/** What must not be overlooked of a ticket; nothing for one that simply holds. */
export function TicketStatus({ ticket }: { ticket: Ticket }) {
  return (
    <>
      {ticket.isTest && <Badge color="coral">{m.ticket_test()}</Badge>}
      {ticket.status === 'cancelled' ? (
        <Badge color="red">{m.ticket_cancelled()}</Badge>
      ) : (
        ticket.past && <Badge color="gray">{m.ticket_over()}</Badge>
      )}
    </>
  )
}
