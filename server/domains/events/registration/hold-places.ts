import type { Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import type { HeldOrder, Hold, Lines, PricedEvent } from '#server/domains/orders/index.ts'
import { Problem } from '#server/http/problem.ts'
import {
  countSold,
  hasClosedPlaces,
  insertEntries,
  lockEvents,
  selectEntriesOfOrders,
  updateReservedUntil,
  type EntryRow,
} from './entry-queries.ts'
import { beginningOf, transitionEntries } from './entry-state.ts'
import { recountEvents, type EventForSale } from './queries.ts'
import { takePlaces } from './take-places.ts'

type HeldPlace = Lines['event']['held']

/** Of one event, what the unpaid orders that a buyer began hold together at most. */
const MOST_UNPAID = 20

interface Place {
  readonly eventId: string
  readonly categoryId: string
  readonly memberId: string
}

/**
 * Makes one held entry per line. Places are counted and taken under the lock of their events: what is sold, and what others
 * hold at this moment, is not there. A hold that ran out counts no more, whether or not somebody has tidied it up. What costs
 * nothing is sold at once.
 */
export async function holdPlaces(tx: Tx, hold: Hold, lines: readonly PricedEvent[]): Promise<HeldPlace[]> {
  const events = await lockAndCount(tx, hold.orderId, lines)
  if (!hold.isFree) requireFewUnpaid(events, lines)
  const taking = takePlaces()
  for (const line of lines) {
    const refusal = take(taking, events, line)
    if (!refusal) continue
    const { code, ...data } = refusal
    throw new Problem(code, { data: { name: line.memberName, ...data } })
  }
  await letGoOfExpired(tx, events, lines)
  const held = lines.map((line) => ({ ...line, id: newId(), entryId: newId() }))
  await insertEntries(
    tx,
    held.map((line) => ({
      id: line.entryId,
      eventId: line.eventId,
      categoryId: line.categoryId,
      poolId: categoryOf(events.get(line.eventId)!, line.categoryId).pool?.id ?? null,
      orgId: hold.orgId,
      memberId: line.memberId,
      orderId: hold.orderId,
      ...beginningOf(hold),
      onePerPerson: events.get(line.eventId)!.onePerPerson,
      priceKind: line.priceKind,
    })),
  )
  if (hold.isFree)
    await countSold(
      tx,
      held.map(({ entryId }) => entryId),
      1,
    )
  return held
}

/** Whoever pays for nothing keeps no event from others. Counted under the lock of the event. */
function requireFewUnpaid(events: ReadonlyMap<string, EventForSale>, lines: readonly PricedEvent[]): void {
  for (const { id, unpaidOfBuyer } of events.values()) {
    const wanted = lines.filter(({ eventId }) => eventId === id).length
    if (unpaidOfBuyer > 0 && unpaidOfBuyer + wanted > MOST_UNPAID)
      throw new Problem('too_many_unpaid_places', { data: { most: MOST_UNPAID, held: unpaidOfBuyer } })
  }
}

/**
 * Keeps the places of an order until another time, or for good. They are counted anew as if it held none: whoever came when its
 * hold had run out may have them. An event that is over, or closed, keeps its word to whoever still holds, and sells to nobody else.
 * @returns false, with nothing changed, when there are not enough left
 */
export async function renewPlaces(tx: Tx, order: HeldOrder, until: Date | null): Promise<boolean> {
  const own = await selectEntriesOfOrders(tx, [order.id])
  if (!own.every((entry) => isHeld(entry, tx.now)) && (await hasClosedPlaces(tx, order.id))) return false
  const events = await lockAndCount(tx, order.id, own)
  const taking = takePlaces()
  if (own.some((entry) => take(taking, events, entry) !== null)) return false
  await letGoOfExpired(tx, events, own)
  const released = own.filter((entry) => entry.status === 'released').map((entry) => entry.id)
  await transitionEntries(tx, released, 'held', { reason: 'hold renewed' })
  await updateReservedUntil(tx, order.id, until)
  return true
}

const isHeld = ({ status, reservedUntil }: EntryRow, now: Date) =>
  status === 'held' && (reservedUntil === null || reservedUntil > now)

async function lockAndCount(tx: Tx, orderId: string, places: readonly Place[]): Promise<Map<string, EventForSale>> {
  const eventIds = [...new Set(places.map(({ eventId }) => eventId))]
  await lockEvents(tx, eventIds)
  return recountEvents(tx, { orderId, eventIds, memberIds: [...new Set(places.map(({ memberId }) => memberId))] })
}

/** @returns why the place cannot be taken, null when it is */
function take(taking: ReturnType<typeof takePlaces>, events: ReadonlyMap<string, EventForSale>, place: Place) {
  const event = events.get(place.eventId)!
  const category = categoryOf(event, place.categoryId)
  const entry = event.entries.find((one) => one.memberId === place.memberId && !one.reserved)
  if (event.onePerPerson && entry) return { code: 'already_registered' as const, entryId: entry.id }
  if (taking.hasTaken(event, place.memberId)) return { code: 'already_registered' as const }
  const { left, wanted } = taking.leftFor(event, category)
  if (left !== null && left < wanted) return { code: 'event_sold_out' as const, left }
  taking.take(event, category, place.memberId)
  return null
}

const categoryOf = (event: EventForSale, categoryId: string) => event.categories.find(({ id }) => id === categoryId)!

/** Holds of others for the same people that ran out: they count no more, but a second entry stands beside none. */
const letGoOfExpired = (tx: Tx, events: ReadonlyMap<string, EventForSale>, places: readonly Place[]) =>
  transitionEntries(
    tx,
    [...events.values()].flatMap((event) =>
      event.expired
        .filter((one) => !one.reserved && places.some(({ memberId }) => memberId === one.memberId))
        .map(({ id }) => id),
    ),
    'released',
    { reason: 'hold ran out' },
  )
