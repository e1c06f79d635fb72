import { Badge, Button, Stack, Text, Title } from '@mantine/core'
import { IconMaximize, IconTicketOff } from '#web/ui/icons/index.ts'
import { QRCodeSVG } from 'qrcode.react'
import type { Ticket } from '#contract/events/tickets.ts'
import { clubOf, colourOf, stripeOf } from '#web/api/club-urls.ts'
import { pictureOf } from '#web/api/event-urls.ts'
import { ClubTag } from '#web/features/organisations/club-mark.tsx'
import { CancelledWords, ClubsWords } from '#web/features/events/cancelled-words.tsx'
import { Cover, DateChip } from '#web/ui/cards/cover.tsx'
import { chipOf } from '#web/ui/words/format.ts'
import { Own } from '#web/ui/own-text.tsx'
import { m } from '#words/messages.js'
import { ticketStates } from '../words.ts'
import c from './ticket-view.module.css'

export function TicketCard({ ticket, onDoor }: { ticket: Ticket; onDoor: () => void }) {
  const { event, memberName, number, code } = ticket
  return (
    <article className={c.ticket} style={stripeOf(event)} aria-label={m.ticket_door_title({ name: memberName })}>
      <Cover colour={colourOf(clubOf(event))} picture={pictureOf(event)} className={c.cover}>
        <DateChip {...chipOf(event)} />
        <ClubTag club={clubOf(event)} />
      </Cover>
      <Stack gap={4} align="flex-start" p="42px 24px 20px">
        <Title order={2}>{memberName}</Title>
        <Text span c="dimmed">
          <Own of={ticket} field="categoryName" />
        </Text>
        <TicketStatus ticket={ticket} />
      </Stack>
      <div className={c.tear} aria-hidden>
        <span className={c.notch} />
        <span className={c.notch} />
      </div>
      <Stack gap="sm" align="center" ta="center" p="16px 24px 24px">
        {code === null ? (
          <Stack gap="xs" align="center" py="lg" c="dimmed">
            <IconTicketOff size={44} stroke={1.5} aria-hidden />
            <Text fz="lg" fw={680} c="bright">
              {m.ticket_cancelled_title()}
            </Text>
            {ticket.calledOff && <ClubsWords message={ticket.calledOff} />}
            <CancelledWords tickets={[ticket]} />
          </Stack>
        ) : (
          <>
            {/* Above the code, so that a phone's bar never covers it. */}
            <Text span fz="lg" fw={680} lts="0.06em">
              {number}
            </Text>
            <TicketCode ticket={ticket} className={c.code} />
            <Button fullWidth size="md" leftSection={<IconMaximize size={20} stroke={1.7} />} onClick={onDoor}>
              {m.ticket_door()}
            </Button>
          </>
        )}
      </Stack>
    </article>
  )
}

interface Props {
  readonly ticket: Ticket
  readonly className?: string | undefined
  /** Beside a link with the name, so hidden from screen readers. */
  readonly decorative?: boolean
}

/** QR code of a valid ticket, black on white with the margin that scanners need. */
export const TicketCode = ({ ticket, className, decorative = false }: Props) =>
  ticket.code === null ? null : (
    <QRCodeSVG
      value={ticket.code}
      level="M"
      marginSize={4}
      bgColor="#ffffff"
      fgColor="#000000"
      className={className}
      {...(decorative
        ? { 'aria-hidden': true }
        : { role: 'img', 'aria-label': m.ticket_code_of({ name: ticket.memberName }) })}
    />
  )

/** Badges for test, cancelled and past tickets. */
export function TicketStatus({ ticket }: { ticket: Ticket }) {
  return (
    <>
      {(ticket.answersMissing ?? 0) > 0 && (
        <Badge color="coral">{m.ticket_answers_missing_badge({ count: ticket.answersMissing! })}</Badge>
      )}
      {ticket.isTest && <Badge color="coral">{m.ticket_test()}</Badge>}
      {ticket.status === 'cancelled' ? (
        <Badge color={ticketStates.cancelled.color}>{ticketStates.cancelled.label()}</Badge>
      ) : (
        ticket.past && <Badge color={ticketStates.over.color}>{ticketStates.over.label()}</Badge>
      )}
    </>
  )
}
