import type { Ticket } from '#contract/events/tickets.ts'
import { type Db, inTransaction } from '#server/database/db.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { cancelFreeLine, type LineItemHandlers, refundOwnLine } from '#server/domains/orders/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { selectTickets } from './queries.ts'
import { isValid, refundOf, showTicket } from './show-tickets.ts'

export interface CancelTicketServices {
  readonly secrets: Secrets
  readonly lineHandlers: LineItemHandlers
}

/** Cancels a free ticket. @returns the cancelled ticket */
export async function cancelTicket(
  { secrets, lineHandlers }: CancelTicketServices,
  db: Db,
  actor: MemberActor,
  entryId: string,
): Promise<Ticket> {
  await inTransaction(db, (tx) => cancelFreeLine(lineHandlers, tx, actor, entryId))
  return showTicket(secrets, db, actor, entryId)
}

/** Cancels a paid ticket by its event's rule, for its buyer. @returns the cancelled ticket */
export async function refundTicket(
  { secrets, lineHandlers }: CancelTicketServices,
  db: Db,
  actor: MemberActor,
  entryId: string,
): Promise<Ticket> {
  await inTransaction(db, (tx) =>
    refundOwnLine(lineHandlers, tx, actor, entryId, async () => {
      const [row] = await selectTickets(tx, { seenBy: actor, entryId })
      return row && isValid(row) ? refundOf(row).refusal : 'ended'
    }),
  )
  return showTicket(secrets, db, actor, entryId)
}
