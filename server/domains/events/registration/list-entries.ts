import type { EventEntry } from '#contract/event-answers.ts'
import type { Db } from '#server/database/db.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { selectEntriesSeenBy, type SeenEntry } from './list-queries.ts'

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
