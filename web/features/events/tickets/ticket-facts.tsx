import { Button, Group } from '@mantine/core'
import {
  IconBuildingCommunity,
  IconCalendarEvent,
  IconCalendarPlus,
  IconDownload,
  IconMap,
  IconMapPin,
  IconReceipt,
  IconShoppingBag,
  IconTicketOff,
} from '#web/ui/icons/index.ts'
import type { Ticket } from '#contract/events/tickets.ts'
import { mapUrl, Fact, Facts } from '#web/ui/cards/facts.tsx'
import { paths } from '#web/paths.ts'
import { formatDate, whenWords } from '#web/ui/words/format.ts'
import { ButtonLink, TextLink } from '#web/ui/link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { langOf } from '#web/ui/own-text.tsx'
import { m } from '#words/messages.js'
import { DownloadButton, ticketFiles } from './download-button.tsx'
import { CancelTicket, RefundFact } from './cancel-ticket.tsx'

const icon = { size: 18, stroke: 1.7 } as const

export function TicketFacts({ ticket }: { ticket: Ticket }) {
  const { event, boughtBy, boughtAt, hasReceipt, code } = ticket
  // Guests of a moved event can have their money back whatever its rule says.
  const isAsked = ticket.moved?.isOver === false
  const where = [...new Set([event.place, event.address])].filter(Boolean)
  return (
    <Panel title={m.ticket_facts()}>
      <Facts>
        <Fact icon={IconCalendarEvent} name={m.ticket_when()}>
          {whenWords(event)}
        </Fact>
        {where.length > 0 && (
          <Fact icon={IconMapPin} name={m.ticket_where()}>
            {where.map((line) => (
              <div key={line} lang={line === event.place ? langOf(event, 'place') : undefined}>
                {line}
              </div>
            ))}
          </Fact>
        )}
        <Fact icon={IconBuildingCommunity} name={m.ticket_club()}>
          {event.orgName}
        </Fact>
        <Fact icon={IconShoppingBag} name={m.ticket_bought_by()}>
          {m.ticket_bought_on({ name: boughtBy, date: formatDate(boughtAt) })}
        </Fact>
        {ticket.refund && !ticket.past && !(isAsked && ticket.refund.refusal) && (
          <Fact icon={IconTicketOff} name={m.ticket_refund_name()}>
            <RefundFact refund={ticket.refund} />
          </Fact>
        )}
      </Facts>
      <Group gap="sm" mt="lg">
        {code !== null && (
          <DownloadButton load={() => ticketFiles.ticket(ticket.id)} leftSection={<IconDownload {...icon} />}>
            {m.ticket_download()}
          </DownloadButton>
        )}
        {code !== null && !ticket.past && (
          <DownloadButton load={() => ticketFiles.calendarOf(event.id)} leftSection={<IconCalendarPlus {...icon} />}>
            {m.ticket_calendar()}
          </DownloadButton>
        )}
        {event.address && (
          <Button
            component="a"
            href={mapUrl(event.address)}
            target="_blank"
            rel="noreferrer"
            variant="default"
            leftSection={<IconMap {...icon} />}
          >
            {m.ticket_map()}
          </Button>
        )}
        {hasReceipt && (
          <ButtonLink to={paths.membershipReceipt(ticket.id)} variant="default" leftSection={<IconReceipt {...icon} />}>
            {m.ticket_receipt()}
          </ButtonLink>
        )}
        {(ticket.returnable || ticket.refund?.refusal === null) && <CancelTicket ticket={ticket} />}
      </Group>
      <TextLink to={paths.event(event.orgKey, event.id)} mt="sm" alone>
        {m.ticket_event()}
      </TextLink>
    </Panel>
  )
}
