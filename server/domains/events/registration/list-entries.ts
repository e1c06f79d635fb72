import type { EventEntry } from '#contract/events/answers.ts'
import { type LocalText, textsIn } from '#contract/local-text.ts'
import type { Language } from '#contract/values.ts'
import type { Db, Reader } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { familyOf } from '#server/domains/members/index.ts'
import { orderVisibleTo } from '#server/domains/orders/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { visibleTo } from '../tickets/queries.ts'

interface Filter {
  readonly email?: string | undefined
  readonly paymentStatus?: EventEntry['paymentStatus'] | undefined
  readonly eveId?: string | undefined
  readonly orgId?: string | undefined
}

/**
 * Registrations of the caller's family and those the caller bought, newest first; other e-mail addresses find
 * nothing. An unpaid hold that ended is left out.
 */
export async function listEntries(db: Db, caller: MemberActor, filter: Filter): Promise<EventEntry[]> {
  const entries = await selectEntries(db, caller, filter)
  return entries
    .map((entry) => present(entry, caller.via.language))
    .filter((one) => (filter.paymentStatus ?? one.paymentStatus) === one.paymentStatus)
}

const present = (entry: SeenEntry, language: Language): EventEntry => ({
  id: entry.id,
  email: entry.email,
  paymentStatus: wireStatus(entry),
  eveId: entry.eventId,
  orgId: entry.orgId,
  memberId: entry.memberId,
  memberName: entry.memberName,
  category: entry.category,
  ...textsIn({ categoryName: entry.categoryName }, language),
  referenceKey: entry.referenceKey,
  eveEntryId: entry.entryKey,
  createdAt: new Date(entry.createdAt).toISOString(),
})

function wireStatus({ status, orderStatus }: SeenEntry): EventEntry['paymentStatus'] {
  if (status === 'paid') return 'paid'
  if (status === 'cancelled') return 'refunded'
  return orderStatus === 'declined' ? 'declined' : 'init_eve'
}

/** A visible registration with the texts of its line. */
interface SeenEntry extends Record<string, unknown> {
  readonly id: string
  readonly eventId: string
  readonly orgId: string
  readonly memberId: string
  readonly memberName: string
  /** The person's own address if the caller may act for them; else the buyer's if the caller bought it; else empty. */
  readonly email: string
  readonly category: string
  readonly categoryName: LocalText
  readonly status: 'held' | 'paid' | 'cancelled'
  readonly orderStatus: string
  /** For the buyer only; empty for others. */
  readonly referenceKey: string
  readonly entryKey: string | null
  readonly createdAt: string
}

const MOST = 500

/** Searching by an address reveals nothing but the address itself. */
const shownEmail = sql.raw(`coalesce(person.email, buyer.email, '')`)

/** Places that the family has or had, and those that the caller bought. */
async function selectEntries(
  db: Reader,
  caller: MemberActor,
  { email, eveId, orgId }: { email?: string | undefined; eveId?: string | undefined; orgId?: string | undefined },
): Promise<SeenEntry[]> {
  const { rows } = await db.execute<SeenEntry>(sql`
    select event_entries.id, event_entries.event_id as "eventId", event_entries.org_id as "orgId",
      event_entries.member_id as "memberId", lines.member_name as "memberName", ${shownEmail} as email, categories.category,
      categories.name_texts as "categoryName", event_entries.status, orders.status as "orderStatus",
      case when ${orderVisibleTo(caller)} then coalesce(orders.reference_key, orders.number) else '' end as "referenceKey",
      case when ${orderVisibleTo(caller)} then orders.entry_key end as "entryKey", event_entries.created_at as "createdAt"
    from event_entries
    join order_lines lines on lines.entry_id = event_entries.id
    join event_categories categories on categories.id = event_entries.category_id
    join orders on orders.id = event_entries.order_id
    left join members person on person.id = event_entries.member_id and person.id = any(${familyOf(caller)})
    left join members buyer on buyer.id = orders.buyer_id and ${orderVisibleTo(caller)}
    where ${visibleTo(caller)}
      and (event_entries.status in ('paid', 'cancelled') or event_entries.status = 'held'
        and (event_entries.reserved_until is null or event_entries.reserved_until > portal_now()))
      and (${eveId ?? null}::uuid is null or event_entries.event_id = ${eveId ?? null}::uuid)
      and (${orgId ?? null}::uuid is null or event_entries.org_id = ${orgId ?? null}::uuid)
      and (${email ?? null}::text is null or ${shownEmail} = lower(${email ?? null}::text))
    order by event_entries.id desc
    limit ${MOST}`)
  return rows
}
