import { sql } from 'drizzle-orm'
import type { EventEntry } from '#contract/event-answers.ts'
import type { Db, Reader } from '#server/database/db.ts'
import type { MemberActor } from '#server/http/actor.ts'

interface Filter {
  readonly email?: string | undefined
  readonly paymentStatus?: EventEntry['paymentStatus'] | undefined
  readonly eveId?: string | undefined
  readonly orgId?: string | undefined
}

/**
 * Registrations of the caller's family and those that the caller bought, newest first; of anybody else there are none, whatever
 * address is asked for. A hold that ended unpaid is no registration any more.
 */
export async function listEntries(db: Db, caller: MemberActor, filter: Filter): Promise<EventEntry[]> {
  const entries = await selectEntriesSeenBy(db, caller.memberId, filter)
  return entries.map(present).filter((one) => (filter.paymentStatus ?? one.paymentStatus) === one.paymentStatus)
}

const present = (entry: SeenEntry): EventEntry => ({
  id: entry.id,
  email: entry.email,
  paymentStatus: wireStatus(entry),
  eveId: entry.eventId,
  orgId: entry.orgId,
  memberId: entry.memberId,
  memberName: entry.memberName,
  category: entry.category,
  categoryName: entry.categoryName,
  referenceKey: entry.orderNumber,
  createdAt: new Date(entry.createdAt).toISOString(),
})

function wireStatus({ status, orderStatus }: SeenEntry): EventEntry['paymentStatus'] {
  if (status === 'paid') return 'paid'
  if (status === 'cancelled') return 'refunded'
  return orderStatus === 'declined' ? 'declined' : 'init_eve'
}

/** A registration that somebody may see, with the words of its line. */
interface SeenEntry extends Record<string, unknown> {
  readonly id: string
  readonly eventId: string
  readonly orgId: string
  readonly memberId: string
  readonly memberName: string
  /**
   * The person's own, for themselves and whoever may act for them now; else the buyer's, for the buyer alone; else empty.
   */
  readonly email: string
  readonly category: string
  readonly categoryName: string
  readonly status: 'held' | 'paid' | 'cancelled'
  readonly orderStatus: string
  /** For the buyer alone; empty for others. */
  readonly orderNumber: string
  readonly createdAt: string
}

const MOST = 500

/** Nobody finds by an address what does not show it to them. */
const shownEmail = sql.raw(`coalesce(person.email, buyer.email, '')`)

/** Places that a member has, holds or had for themselves and their family, and those they bought. */
async function selectEntriesSeenBy(
  db: Reader,
  memberId: string,
  { email, eveId, orgId }: { email?: string | undefined; eveId?: string | undefined; orgId?: string | undefined },
): Promise<SeenEntry[]> {
  const { rows } = await db.execute<SeenEntry>(sql`
    with reach as materialized (
      select ${memberId}::uuid as member_id
      union
      select delegates.member_id from people_in_reach delegates where delegates.actor_id = ${memberId}::uuid
    ),
    seen as materialized (
      select id from event_entries where member_id in (select member_id from reach)
      union
      select entries.id from orders join event_entries entries on entries.order_id = orders.id
      where orders.buyer_id = ${memberId}::uuid
    )
    select entries.id, entries.event_id as "eventId", entries.org_id as "orgId", entries.member_id as "memberId",
      lines.member_name as "memberName", ${shownEmail} as email, lines.category,
      lines.category_name as "categoryName", entries.status, orders.status as "orderStatus",
      coalesce(bought.number, '') as "orderNumber", entries.created_at as "createdAt"
    from seen
    join event_entries entries on entries.id = seen.id
    join order_lines lines on lines.entry_id = entries.id
    join orders on orders.id = entries.order_id
    left join members person on person.id = entries.member_id and person.id in (select member_id from reach)
    left join orders bought on bought.id = orders.id and bought.buyer_id = ${memberId}::uuid
    left join members buyer on buyer.id = bought.buyer_id
    where (entries.status in ('paid', 'cancelled')
        or entries.status = 'held' and (entries.reserved_until is null or entries.reserved_until > portal_now()))
      and (${eveId ?? null}::uuid is null or entries.event_id = ${eveId ?? null}::uuid)
      and (${orgId ?? null}::uuid is null or entries.org_id = ${orgId ?? null}::uuid)
      and (${email ?? null}::text is null or ${shownEmail} = lower(${email ?? null}::text))
    order by entries.id desc
    limit ${MOST}`)
  return rows
}
