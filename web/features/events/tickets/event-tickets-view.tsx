import { Stack } from '@mantine/core'
import { IconCalendarPlus, IconDownload } from '@tabler/icons-react'
import type { Ticket } from '#contract/tickets.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { whenWords } from '#web/ui/words/when-words.ts'
import { m } from '#words/messages.js'
import { DownloadButton, ticketFiles } from './download-button.tsx'
import { EventBanner, EventTickets } from './event-tickets.tsx'

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
