import { IconTicketOff } from '@tabler/icons-react'
import type { Ticket } from '#contract/tickets.ts'
import { pictureOf } from '#web/api/pictures/event-picture.ts'
import { paths } from '#web/paths.ts'
import { Cover, DateChip } from '#web/ui/cards/cover-card.tsx'
import { PlainLink } from '#web/ui/link.tsx'
import { chipOf } from '#web/ui/words/when-words.ts'
import { TicketCode } from './ticket-code.tsx'
import { TicketStatus } from './ticket-status.tsx'
import c from './tickets.module.css'
import cover from './stub-link.module.css'

/** What the event looks like, with its day. */
export const EventBanner = ({ event }: Pick<Ticket, 'event'>) => (
  <Cover hue={event.hue} picture={pictureOf(event)} className={c.banner}>
    <span className={c.club}>{event.orgName}</span>
    <DateChip {...chipOf(event)} />
  </Cover>
)

/** The family's tickets to one event, each with its code. */
export const EventTickets = ({ tickets }: { tickets: readonly Ticket[] }) => (
  <ul className={c.stubs}>
    {tickets.map((ticket) => (
      <li key={ticket.id}>
        <Stub ticket={ticket} />
      </li>
    ))}
  </ul>
)

function Stub({ ticket }: { ticket: Ticket }) {
  const { event, memberName, categoryName, number } = ticket
  return (
    <div className={c.stub} data-cancelled={ticket.code === null || undefined}>
      <div className={c.stubWords}>
        <PlainLink to={paths.ticket(event.orgKey, event.id, ticket.id)} className={`${c.stubName} ${cover.link}`}>
          {memberName}
        </PlainLink>
        <span className={c.dimmed}>{categoryName}</span>
        <span className={`${c.dimmed} ${c.number}`}>{number}</span>
        <TicketStatus ticket={ticket} />
      </div>
      <div className={c.stubCode}>
        {ticket.code === null ? <IconTicketOff stroke={1.5} aria-hidden /> : <TicketCode ticket={ticket} decorative />}
      </div>
    </div>
  )
}
