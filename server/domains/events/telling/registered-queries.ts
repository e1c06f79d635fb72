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

/** Registrations of an order with what is said of them, in the order in which they were chosen. */
export async function selectRegistered(
  tx: Tx,
  { buyerId, entryIds }: { buyerId: string; entryIds: readonly string[] },
): Promise<RegisteredRow[]> {
  const { rows } = await tx.execute<RegisteredRow>(sql`
    select entries.id as "entryId", events.id as "eventId", events.title, events.starts_at as "startsAt",
      events.ends_at as "endsAt", events.time_zone as "timeZone", organisations.key as "orgKey",
      person.id as "memberId", trim(person.first_name || ' ' || person.last_name) as "memberName",
      trim(buyer.first_name || ' ' || buyer.last_name) as "buyerName",
      case when exists (select from member_identities own where own.member_id = person.id) then person.id
        else person.parent_id end as "toldId"
    from event_entries entries
    join events on events.id = entries.event_id
    join organisations on organisations.id = events.org_id
    left join order_lines lines on lines.entry_id = entries.id
    join members person on person.id = entries.member_id
    join members buyer on buyer.id = ${buyerId}
    where entries.id = any(${sql.param([...entryIds])}::uuid[])
    order by events.starts_at, events.id, lines.position, entries.id`)
  return rows.map((row) => ({ ...row, startsAt: new Date(row.startsAt), endsAt: new Date(row.endsAt) }))
}
