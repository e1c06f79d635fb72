import { sql } from 'drizzle-orm'
import type { Reader } from '#server/database/db.ts'

/** A registration that somebody may see, with the words of its line. */
export interface SeenEntry extends Record<string, unknown> {
  readonly id: string
  readonly eventId: string
  readonly orgId: string
  readonly memberId: string
  readonly memberName: string
  /** The person's own, or the buyer's where they have none. */
  readonly email: string
  readonly category: string
  readonly categoryName: string
  readonly status: 'held' | 'paid' | 'cancelled'
  readonly orderStatus: string
  readonly orderNumber: string
  readonly createdAt: string
}

const MOST = 500

/** Places that a member has, holds or had for themselves and their family, and those they bought. */
export async function selectEntriesSeenBy(
  db: Reader,
  memberId: string,
  { email, eveId, orgId }: { email?: string | undefined; eveId?: string | undefined; orgId?: string | undefined },
): Promise<SeenEntry[]> {
  const { rows } = await db.execute<SeenEntry>(sql`
    with seen as materialized (
      select id from event_entries where member_id = ${memberId}::uuid
      union
      select id from event_entries
      where member_id in (select reach.member_id from people_in_reach reach where reach.actor_id = ${memberId}::uuid)
      union
      select entries.id from orders join event_entries entries on entries.order_id = orders.id
      where orders.buyer_id = ${memberId}::uuid
    )
    select entries.id, entries.event_id as "eventId", entries.org_id as "orgId", entries.member_id as "memberId",
      lines.member_name as "memberName", coalesce(person.email, buyer.email, '') as email, lines.category,
      lines.category_name as "categoryName", entries.status, orders.status as "orderStatus",
      orders.number as "orderNumber", entries.created_at as "createdAt"
    from seen
    join event_entries entries on entries.id = seen.id
    join order_lines lines on lines.entry_id = entries.id
    join orders on orders.id = entries.order_id
    join members person on person.id = entries.member_id
    join members buyer on buyer.id = orders.buyer_id
    where (entries.status in ('paid', 'cancelled')
        or entries.status = 'held' and (entries.reserved_until is null or entries.reserved_until > portal_now()))
      and (${eveId ?? null}::uuid is null or entries.event_id = ${eveId ?? null}::uuid)
      and (${orgId ?? null}::uuid is null or entries.org_id = ${orgId ?? null}::uuid)
      and (${email ?? null}::text is null or coalesce(person.email, buyer.email, '') = lower(${email ?? null}::text))
    order by entries.id desc
    limit ${MOST}`)
  return rows
}
