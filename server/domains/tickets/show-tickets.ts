import type { Ticket } from '#contract/tickets.ts'
import type { Db } from '#server/database/db.ts'
import type { Secrets } from '#server/database/secrets.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { signingKey } from './codes/signing-key.ts'
import { presentTicket } from './present.ts'
import { selectTickets } from './queries.ts'

/** Tickets of the caller's family and those the caller bought. Two queries, however many there are. */
export async function listTickets(
  secrets: Secrets,
  db: Db,
  actor: MemberActor,
  which: { eventId?: string | undefined; entryId?: string | undefined },
): Promise<Ticket[]> {
  const rows = await selectTickets(db, { seenBy: actor.memberId, ...which })
  if (rows.length === 0) return []
  const key = await signingKey(db, secrets)
  return rows.map((row) => presentTicket(row, key, actor))
}

export async function showTicket(secrets: Secrets, db: Db, actor: MemberActor, entryId: string): Promise<Ticket> {
  const [ticket] = await listTickets(secrets, db, actor, { entryId })
  if (!ticket) throw new Problem('not_found')
  return ticket
}
