import { sql } from 'drizzle-orm'
import type { Tx } from '#server/database/db.ts'

export interface RegisteredRow extends Record<string, unknown> {
  readonly entryId: string
  readonly eventId: string
  readonly title: string
  readonly startsAt: Date
  readonly endsAt: Date
  readonly timeZone: string
  readonly orgKey: string
  readonly memberId: string
  readonly memberName: string
  readonly buyerName: string
  /** Who is told of this person: they themselves when they sign in, else who looks after them. Null: nobody. */
  readonly toldId: string | null
}

/** Registrations with what is said of them, in the order in which they were chosen. */
export async function selectRegistered(
  tx: Tx,
  { buyerId, ...which }: { buyerId: string } & ({ orderId: string } | { entryId: string }),
): Promise<RegisteredRow[]> {
  const asked = 'orderId' in which ? sql`lines.order_id = ${which.orderId}` : sql`lines.entry_id = ${which.entryId}`
  const { rows } = await tx.execute<RegisteredRow>(sql`
    select lines.entry_id as "entryId", events.id as "eventId", events.title, events.starts_at as "startsAt",
      events.ends_at as "endsAt", events.time_zone as "timeZone", organisations.key as "orgKey",
      person.id as "memberId", trim(person.first_name || ' ' || person.last_name) as "memberName",
      trim(buyer.first_name || ' ' || buyer.last_name) as "buyerName",
      case when exists (select from member_identities own where own.member_id = person.id) then person.id
        else person.parent_id end as "toldId"
    from order_lines lines
    join events on events.id = lines.event_id
    join organisations on organisations.id = events.org_id
    join members person on person.id = lines.member_id
    join members buyer on buyer.id = ${buyerId}
    where ${asked}
    order by events.starts_at, events.id, lines.position, lines.entry_id`)
  return rows.map((row) => ({ ...row, startsAt: new Date(row.startsAt), endsAt: new Date(row.endsAt) }))
}
