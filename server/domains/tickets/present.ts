import type { Ticket } from '#contract/tickets.ts'
import { presentFacts } from '#server/domains/events/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import type { SigningKey } from './codes/signing-key.ts'
import { writeTicketCode } from './codes/ticket-code.ts'
import { initialsOf, ticketNumber } from './codes/ticket-number.ts'
import type { TicketRow } from './queries.ts'

/** A ticket as its caller sees it. */
export function presentTicket(row: TicketRow, key: SigningKey, { memberId: callerId, via }: MemberActor): Ticket {
  const { key: orgKey, name: orgName, hue } = row.organisation
  return {
    id: row.id,
    event: presentFacts({ ...row.event, orgKey, orgName, hue, picture: row.picture }, via.language),
    memberId: row.memberId,
    memberName: row.memberName,
    isOwn: row.memberId === callerId,
    categoryName: row.categoryName,
    number: ticketNumber(row.id),
    status: isValid(row) ? 'valid' : 'cancelled',
    code: isValid(row) ? codeOf(row, key) : null,
    isTest: row.isTest,
    past: row.past,
    boughtAt: row.boughtAt.toISOString(),
    boughtBy: row.buyerName,
    hasReceipt: row.isReceipted && row.buyerId === callerId,
    returnable: isValid(row) && row.isFree && !row.begun && (row.buyerId === callerId || row.memberId === callerId),
  }
}

/** Paid, and not given back. */
export const isValid = ({ status }: Pick<TicketRow, 'status'>): boolean => status === 'paid'

/** What the square code of a valid ticket holds. */
export const codeOf = (row: TicketRow, key: SigningKey): string =>
  writeTicketCode(
    {
      entryId: row.id,
      eventId: row.event.id,
      category: row.category,
      initials: initialsOf(row.memberName),
      isTest: row.isTest,
    },
    key,
  )
