import type { Ticket } from '#contract/tickets.ts'
import { type Db, inTransaction } from '#server/database/db.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { tellGivenUp } from '../notifications.ts'
import { giveUpLine, type Sellers } from '#server/domains/orders/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { showTicket } from './show-tickets.ts'

export interface GiveUpServices {
  readonly secrets: Secrets
  readonly sellers: Sellers
}

/** Gives up a ticket that cost nothing. Whoever else it concerns is told. @returns the ticket, as it stands from now on */
export async function giveUpTicket(
  { secrets, sellers }: GiveUpServices,
  db: Db,
  actor: MemberActor,
  entryId: string,
): Promise<Ticket> {
  await inTransaction(db, async (tx) => {
    const order = await giveUpLine(sellers, tx, actor, entryId)
    if (order) await tellGivenUp(tx, order, actor.signedInId, entryId)
  })
  return showTicket(secrets, db, actor, entryId)
}
