import { inTransaction } from '#server/database/db.ts'
import { newId, newToken } from '#server/database/new-id.ts'
import { DEFAULT_CURRENCY, eventEntries, events, orderLines, orders } from '#server/database/schema/index.ts'
import { eq } from '#server/database/sql.ts'
import type { Ground, Person } from '../builders.ts'
import type { BuiltEvent } from './event-builders.ts'
import { billing } from '../selection.ts'

export interface TicketPlan {
  readonly buyer: Pick<Person, 'memberId'>
  readonly people: readonly {
    readonly memberId: string
    readonly name?: string
    /** `adult` when left out. */
    readonly category?: string
    readonly status?: 'held' | 'paid' | 'released' | 'cancelled'
  }[]
  readonly testMode?: boolean
  readonly order?: Partial<typeof orders.$inferInsert>
}

export interface BuiltTickets {
  readonly orderId: string
  /** In the order of the people. */
  readonly entryIds: readonly string[]
}

/** A paid order for places at an event, inserted directly. */
export async function buildTickets(
  ground: Ground,
  event: BuiltEvent,
  { buyer, people, testMode = false, order = {} }: TicketPlan,
): Promise<BuiltTickets> {
  return inTransaction(ground.context.db, async (tx) => {
    const [row] = await tx.select().from(events).where(eq(events.id, event.id))
    const { title, startsAt, endsAt, timeZone } = row!
    const lines = people.map((person, position) => {
      const category = person.category ?? 'adult'
      const { id: categoryId, price } = event.categories[category]!
      return { ...person, entryId: newId(), position, category, categoryId, price }
    })
    const orderId = newId()
    const total = lines.reduce((sum, { price }) => sum + price, 0)
    await tx.insert(orders).values({
      id: orderId,
      orgId: event.orgId,
      buyerId: buyer.memberId,
      number: `IZY-EVE-${orderId.slice(-12)}`,
      status: 'paid',
      tokenHash: newToken(),
      tokenEncrypted: '',
      clientTokenHash: newToken(),
      selectionHash: '',
      total,
      currency: DEFAULT_CURRENCY,
      testMode,
      billing,
      language: 'en',
      kinds: ['event'],
      eventId: event.id,
      paidAt: tx.now,
      ...order,
    })
    await tx.insert(orderLines).values(
      lines.map(({ name = 'Anna Holm', ...line }) => ({
        id: newId(),
        orderId,
        kind: 'event' as const,
        position: line.position,
        memberId: line.memberId,
        memberName: name,
        title,
        eventId: event.id,
        categoryId: line.categoryId,
        entryId: line.entryId,
        category: line.category,
        categoryName: line.category,
        startDate: startsAt.toISOString().slice(0, 10),
        endDate: endsAt.toISOString().slice(0, 10),
        startsAt,
        timeZone,
        price: line.price,
        vatRate: 0,
        vat: 0,
        surcharge: 0,
        total: line.price,
      })),
    )
    await tx.insert(eventEntries).values(
      lines.map(({ entryId, categoryId, memberId, status = 'paid' }) => ({
        id: entryId,
        eventId: event.id,
        orgId: event.orgId,
        categoryId,
        memberId,
        orderId,
        status,
        reservedUntil: status === 'held' ? new Date(tx.now.getTime() + 600_000) : null,
        onePerPerson: false,
      })),
    )
    return { orderId, entryIds: lines.map(({ entryId }) => entryId) }
  })
}
