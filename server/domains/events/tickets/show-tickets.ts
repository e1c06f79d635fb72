import { textsIn } from '#contract/local-text.ts'
import type { Ticket, TicketMoney } from '#contract/events/tickets.ts'
import type { Language } from '#contract/values.ts'
import type { Db } from '#server/database/db.ts'
import type { Secrets } from '#server/database/secrets.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { causes, isByPerson } from '#server/domains/orders/index.ts'
import { whenAndPlaceOf } from '../moved-words.ts'
import { presentFacts, refundUntil } from '../listing/present.ts'
import { countAnswerable } from '../questions/ticket-answers.ts'
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
  return rows.map((row) => presentTicket(row, key, actor, countAnswerable(secrets, actor, row)))
}

export async function showTicket(secrets: Secrets, db: Db, actor: MemberActor, entryId: string): Promise<Ticket> {
  const [ticket] = await listTickets(secrets, db, actor, { entryId })
  if (!ticket) throw new Problem('not_found')
  return ticket
}

/** A ticket as the caller sees it. */
function presentTicket(row: TicketRow, key: SigningKey, actor: MemberActor, answersMissing: number): Ticket {
  const { memberId: callerId, via } = actor
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
    ...textsIn({ categoryName: row.categoryName }, via.language),
    number: ticketNumber(row.id),
    status: isValid(row) ? 'valid' : 'cancelled',
    code: isValid(row) ? codeOf(row, key) : null,
    isTest: row.isTest,
    past: row.past,
    boughtAt: row.boughtAt.toISOString(),
    boughtBy: row.buyerName,
    hasReceipt: row.isReceipted && row.buyerId === callerId,
    returnable:
      isValid(row) &&
      row.isFree &&
      !row.begun &&
      row.presentAt === null &&
      (row.buyerId === callerId || row.memberId === callerId),
    ...(isValid(row) && !row.isFree && row.buyerId === callerId && { refund: refundOf(row) }),
    ...(row.asks && isValid(row) && !row.begun && { answersMissing }),
    ...movedOf(row, callerId, via.language),
    ...(row.event.status === 'cancelled' && {
      calledOff: textsIn({ text: row.event.cancelTexts ?? { da: '' } }, via.language),
    }),
    ...(!isValid(row) && { cancellation: cancellationOf(row, actor) }),
  }
}

/** The question to the buyer of a ticket to a moved event, or to the holder of a free one. */
function movedOf(row: TicketRow, callerId: string, language: Language): Pick<Ticket, 'moved'> {
  const { moved, buyerId, memberId, total, paidByHand, currency, presentAt, now } = row
  const mayAnswer = buyerId === callerId || (total === 0 && memberId === callerId)
  // Nobody is asked about a ticket that is used, or whose event has begun.
  const isAsked = isValid(row) && presentAt === null && !row.begun
  if (!moved || !mayAnswer || (!isAsked && moved.answer !== 'refund')) return {}
  const until = new Date(moved.until)
  return {
    moved: {
      until: until.toISOString(),
      isOver: until <= now,
      answer: moved.answer,
      amount: { minor: total + (total === 0 ? paidByHand : 0), currency },
      was: whenAndPlaceOf(moved.before, language),
      ...textsIn({ text: moved.texts ?? { da: '' } }, language),
    },
  }
}

function cancellationOf(
  row: TicketRow,
  { memberId, actorId }: Pick<MemberActor, 'memberId' | 'actorId'>,
): NonNullable<Ticket['cancellation']> {
  const { ended, run, organisation } = row
  const money = row.buyerId === memberId ? moneyOf(row) : null
  if (ended && isByPerson(ended.cause))
    return { by: ended.actorId === actorId ? 'you' : 'person', name: ended.name, at: momentOf(ended.at), money }
  const at = ended?.cause === causes.byOffice ? ended.at : (run?.startedAt ?? ended?.at)
  return { by: 'club', name: organisation.name, at: at ? momentOf(at) : null, money }
}

const momentOf = (at: string | Date) => new Date(at).toISOString()

/** The state of the money of a cancelled ticket. */
function moneyOf(row: TicketRow) {
  const { status, total, refunded, refund, paidByHand: byHand, handReturnedAt, isTest, run, currency } = row
  const back = (state: TicketMoney['state'], at: Date | null = null, reason: string | null = null): TicketMoney => ({
    state,
    amount: { minor: byHand || (refund?.amount ?? total), currency },
    at: at?.toISOString() ?? null,
    reason,
  })
  if (total === 0 && byHand === 0) return back('free')
  if (isTest) return back('test')
  if (refund?.status === 'failed') return back('late')
  if (byHand === 0 && (refund?.status === 'done' || refunded > 0)) return back('refunded', refund?.doneAt)
  // The place of a cancelled event, until the run comes to it.
  if (status === 'paid' && run?.refunds === 'none') return back('kept', null, run.reason)
  if (status === 'paid' && (!run || ['waiting', 'declined'].includes(run.state))) return back('pending')
  if (byHand > 0) return back(handReturnedAt ? 'by_hand_returned' : 'by_hand', handReturnedAt)
  return back('on_its_way')
}

/** The refund of a paid ticket by its event's rule: the whole line, as it was paid. */
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
  return {
    amount: { minor: row.paidByHand || row.total, currency: row.currency },
    until: until?.toISOString() ?? null,
    refusal,
    ...(row.paidByHand > 0 && { byHand: true }),
  }
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
