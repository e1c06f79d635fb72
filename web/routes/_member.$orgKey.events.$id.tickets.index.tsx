import { createFileRoute } from '@tanstack/react-router'
import { paths } from '#web/paths.ts'
import { checkEventAddress, eventCrumbs } from '#web/routes/-addresses.ts'
import { Own } from '#web/ui/own-text.tsx'
import { m } from '#words/messages.js'
import { loadTickets, NoTicket, TicketsOfEvent } from './-tickets.tsx'
import { SimpleGrid, Stack, Text } from '@mantine/core'
import { IconCalendarPlus, IconDownload, IconTicketOff } from '#web/ui/icons/index.ts'
import type { Ticket } from '#contract/events/tickets.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { chipOf, whenWords } from '#web/ui/words/format.ts'
import { clubOf, colourOf, stripeOf } from '#web/api/club-urls.ts'
import { pictureOf } from '#web/api/event-urls.ts'
import { ClubTag } from '#web/features/organisations/club-mark.tsx'
import { Cover, DateChip } from '#web/ui/cards/cover.tsx'
import page from '#web/ui/page.module.css'
import { PlainLink } from '#web/ui/link.tsx'
import { DownloadButton, ticketFiles } from '#web/features/events/tickets/download-button.tsx'
import { CancelledWords } from '#web/features/events/cancelled-words.tsx'
import { TicketCode, TicketStatus } from '#web/features/events/tickets/ticket-card.tsx'
import c from '#web/features/events/tickets/tickets.module.css'

export const Route = createFileRoute('/_member/$orgKey/events/$id/tickets/')({
  beforeLoad: checkEventAddress,
  loader: loadTickets,
  component: Page,
  staticData: { name: 'ticketsOf', title: m.title_event_tickets, offline: true, crumbs: eventCrumbs },
})

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

/** `tickets` is never empty. */
function EventTicketsView({ tickets }: { tickets: readonly Ticket[] }) {
  const [{ event }] = tickets as [Ticket, ...Ticket[]]
  const valid = tickets.filter(({ code }) => code !== null)
  return (
    <Stack gap="lg">
      <PageHeader
        title={<Own of={event} field="title" />}
        subtitle={
          <>
            {whenWords(event)}
            {event.place && (
              <>
                {' · '}
                <Own of={event} field="place" />
              </>
            )}
          </>
        }
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
      <Cover colour={colourOf(clubOf(event))} picture={pictureOf(event)} className={c.banner}>
        <ClubTag club={clubOf(event)} />
        <DateChip {...chipOf(event)} />
      </Cover>
      <SimpleGrid component="ul" minColWidth="min(100%, 340px)">
        {tickets.map((ticket) => (
          <li key={ticket.id}>
            <Stub ticket={ticket} />
          </li>
        ))}
      </SimpleGrid>
    </Stack>
  )
}

function Stub({ ticket }: { ticket: Ticket }) {
  const { event, memberName, number } = ticket
  return (
    <div
      className={`${c.stub} ${page.lifts}`}
      style={stripeOf(event)}
      data-cancelled={ticket.code === null || undefined}
    >
      <Stack gap={4} align="flex-start" justify="center" p="16px 18px">
        <PlainLink to={paths.ticket(event.orgKey, event.id, ticket.id)} className={`${c.stubName} ${page.wholeLink}`}>
          {memberName}
        </PlainLink>
        <Text span size="sm" c="dimmed">
          <Own of={ticket} field="categoryName" />
        </Text>
        <Text span size="sm" c="dimmed" lts="0.05em">
          {number}
        </Text>
        <TicketStatus ticket={ticket} />
        <CancelledWords tickets={[ticket]} size="xs" c="dimmed" />
      </Stack>
      <div className={c.stubCode}>
        {ticket.code === null ? <IconTicketOff stroke={1.5} aria-hidden /> : <TicketCode ticket={ticket} decorative />}
      </div>
    </div>
  )
}
