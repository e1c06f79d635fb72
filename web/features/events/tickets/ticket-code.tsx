import { QRCodeSVG } from 'qrcode.react'
import type { Ticket } from '#contract/tickets.ts'
import { m } from '#words/messages.js'

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
