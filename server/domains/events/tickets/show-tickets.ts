import { textIn } from '#contract/local-text.ts'
import type { Ticket } from '#contract/tickets.ts'
import type { Language } from '#contract/values.ts'
import type { Db } from '#server/database/db.ts'
import type { Secrets } from '#server/database/secrets.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { presentFacts, refundUntil } from '../listing/present.ts'
import { selectTickets, type TicketRow } from './queries.ts'
import { signingKey, type SigningKey } from './signing-key.ts'
import { initialsOf, ticketNumber, writeTicketCode } from './ticket-code.ts'

/** Tickets of the caller's family and those the caller bought, in two queries. */
export async function listTickets(
  secrets: Secrets,
  db: Db,
  actor: MemberActor,
  which: { eventId?: string | undefined; entryId?: string | undefined },
): Promise<Ticket[]> {
  const rows = await selectTickets(db, { seenBy: actor, ...which })
  if (rows.length === 0) return []
  const key = await signingKey(db, secrets)
  return rows.map((row) => presentTicket(row, key, actor))
}

export async function showTicket(secrets: Secrets, db: Db, actor: MemberActor, entryId: string): Promise<Ticket> {
  const [ticket] = await listTickets(secrets, db, actor, { entryId })
  if (!ticket) throw new Problem('not_found')
  return ticket
}

/** A ticket as the caller sees it. */
function presentTicket(row: TicketRow, key: SigningKey, { memberId: callerId, via }: MemberActor): Ticket {
  const { key: orgKey, name: orgName, hue, colour, logo, cover } = row.organisation
  return {
    id: row.id,
    event: presentFacts(
      {
        ...row.event,
        title: row.event.titleTexts,
        place: row.event.placeTexts,
        orgKey,
        orgName,
        hue,
        colour,
        logo,
        cover,
        picture: row.picture,
      },
      via.language,
    ),
    memberId: row.memberId,
    memberName: row.memberName,
    isOwn: row.memberId === callerId,
    categoryName: textIn(row.categoryName, via.language),
    number: ticketNumber(row.id),
    status: isValid(row) ? 'valid' : 'cancelled',
    code: isValid(row) ? codeOf(row, key) : null,
    isTest: row.isTest,
    past: row.past,
    boughtAt: row.boughtAt.toISOString(),
    boughtBy: row.buyerName,
    hasReceipt: row.isReceipted && row.buyerId === callerId,
    returnable: isValid(row) && row.isFree && !row.begun && (row.buyerId === callerId || row.memberId === callerId),
    ...(isValid(row) && !row.isFree && row.buyerId === callerId && { refund: refundOf(row) }),
    ...(row.refundWaits && row.buyerId === callerId && { refundWaits: true }),
    ...(row.event.status === 'cancelled' && { calledOff: calledOffOf(row, callerId, via.language) }),
  }
}

function calledOffOf(row: TicketRow, callerId: string, language: Language): NonNullable<Ticket['calledOff']> {
  const { cancelTexts } = row.event
  const money = row.buyerId === callerId ? moneyOf(row) : null
  return {
    text: cancelTexts ? textIn(cancelTexts, language) : '',
    money,
    reason: money === 'kept' ? (row.cancellation?.reason ?? null) : null,
  }
}

/** What becomes of the money for a place at a cancelled event; null if there was none. */
function moneyOf({ total, refunded, paidByHand, isTest, cancellation }: TicketRow) {
  const isByHand = (paidByHand ?? 0) > 0
  if (isTest || (total === 0 && !isByHand)) return null
  if (refunded > 0) return 'refunded'
  if (cancellation?.refunds === 'none') return 'kept'
  if (!cancellation || ['waiting', 'declined'].includes(cancellation.state)) return 'pending'
  return isByHand ? 'by_hand' : 'refunded'
}

/** What comes back for a paid ticket by its event's rule: the whole line, as it was paid. */
export function refundOf(row: TicketRow): NonNullable<Ticket['refund']> {
  const until = refundUntil(row.event)
  const refusal = row.isTest
    ? 'test'
    : row.presentAt !== null
      ? 'used'
      : until === null
        ? 'no_rule'
        : until <= row.now
          ? 'too_late'
          : null
  return { amount: { minor: row.total, currency: row.currency }, until: until?.toISOString() ?? null, refusal }
}

/** Paid and not refunded, and its event is not cancelled. */
export const isValid = ({ status, event }: Pick<TicketRow, 'status' | 'event'>): boolean =>
  status === 'paid' && event.status !== 'cancelled'

/** The contents of a valid ticket's QR code. */
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
