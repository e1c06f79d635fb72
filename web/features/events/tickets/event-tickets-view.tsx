import { Stack } from '@mantine/core'
import { IconCalendarPlus, IconDownload, IconTicketOff } from '@tabler/icons-react'
import type { Ticket } from '#contract/tickets.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { chipOf, whenWords } from '#web/ui/words/format.ts'
import { pictureOf } from '#web/api/files.ts'
import { paths } from '#web/paths.ts'
import { Cover, DateChip } from '#web/ui/cards/cover-card.tsx'
import { PlainLink } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import { DownloadButton, ticketFiles } from './download-button.tsx'
import { TicketCode, TicketStatus } from './ticket-card.tsx'
import c from './tickets.module.css'
import cover from './stub-link.module.css'

/** The family's tickets to one event: at least one. */
export function EventTicketsView({ tickets }: { tickets: readonly Ticket[] }) {
  const [{ event }] = tickets as [Ticket, ...Ticket[]]
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

/** What the event looks like, with its day. */
const EventBanner = ({ event }: Pick<Ticket, 'event'>) => (
  <Cover hue={event.hue} picture={pictureOf(event)} className={c.banner}>
    <span className={c.club}>{event.orgName}</span>
    <DateChip {...chipOf(event)} />
  </Cover>
)

/** The family's tickets to one event, each with its code. */
const EventTickets = ({ tickets }: { tickets: readonly Ticket[] }) => (
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
