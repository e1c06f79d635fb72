import { sql } from 'drizzle-orm'
import type { Reader } from '#server/database/db.ts'

/** Sign-ins whose unpaid orders hold places at an event, or who bought some within two minutes. */
export async function selectBuyersAt(db: Reader, eventId: string): Promise<{ issuer: string; subject: string }[]> {
  const { rows } = await db.execute<{ issuer: string; subject: string }>(sql`
    select distinct identities.issuer, identities.subject
    from (
      select order_id from event_entries
      where event_id = ${eventId} and status = 'held' and (reserved_until is null or reserved_until > (select portal_now()))
      union
      select order_id from event_entries
      where event_id = ${eventId} and created_at > (select portal_now()) - interval '2 minutes'
    ) recent
    join orders on orders.id = recent.order_id
    join member_identities identities on identities.member_id = orders.buyer_id`)
  return rows
}
