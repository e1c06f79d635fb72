import { Badge, Button } from '@mantine/core'
import { IconMaximize, IconTicketOff } from '@tabler/icons-react'
import { QRCodeSVG } from 'qrcode.react'
import type { Ticket } from '#contract/tickets.ts'
import { pictureOf } from '#web/api/files.ts'
import { Cover, DateChip } from '#web/ui/cards/cover-card.tsx'
import { chipOf } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import c from './ticket-view.module.css'
import tickets from './tickets.module.css'

/** The ticket as one holds it: whose it is, and below the perforation what opens the door. */
export function TicketCard({ ticket, onDoor }: { ticket: Ticket; onDoor: () => void }) {
  const { event, memberName, categoryName, number, code } = ticket
  return (
    <article className={c.ticket} aria-label={m.ticket_door_title({ name: memberName })}>
      <Cover hue={event.hue} picture={pictureOf(event)} className={c.cover}>
        <DateChip {...chipOf(event)} />
        <span className={tickets.club}>{event.orgName}</span>
      </Cover>
      <div className={c.head}>
        <h2 className={c.holder}>{memberName}</h2>
        <span className={c.dimmed}>{categoryName}</span>
        <TicketStatus ticket={ticket} />
      </div>
      <div className={c.tear} aria-hidden>
        <span className={c.notch} />
        <span className={c.notch} />
      </div>
      <div className={c.stub}>
        {code === null ? (
          <div className={c.gone}>
            <IconTicketOff size={44} stroke={1.5} aria-hidden />
            <strong>{m.ticket_cancelled_title()}</strong>
            {m.ticket_cancelled_text()}
          </div>
        ) : (
          <>
            <TicketCode ticket={ticket} className={c.code} />
            <span className={c.number}>{number}</span>
            <Button fullWidth size="md" leftSection={<IconMaximize size={20} stroke={1.7} />} onClick={onDoor}>
              {m.ticket_door()}
            </Button>
          </>
        )}
      </div>
    </article>
  )
}

interface Props {
  readonly ticket: Ticket
  readonly className?: string | undefined
  /** It stands beside a name that leads to it, for the eye alone. */
  readonly decorative?: boolean
}

/** The square code of a valid ticket, black on white with the margin that scanners need. */
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
