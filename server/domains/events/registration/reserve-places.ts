import type { Cause } from '#server/database/change-status.ts'
import { together, type Tx, withCommit } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { sql } from '#server/database/sql.ts'
import {
  type HeldOrder,
  isOfErased,
  type Reservation,
  type Lines,
  type PricedEvent,
  type PricedLine,
} from '#server/domains/orders/index.ts'
import { answersToInsert, checkAnswers, insertAnswers, recountMissing } from '../questions/answers.ts'
import { hasQuestions } from '../questions/write-questions.ts'
import { Problem } from '#server/http/problem.ts'
import {
  countSold,
  type EntryRow,
  hasClosedPlaces,
  insertEntries,
  lockEntriesOfOrder,
  lockEvents,
  lockExpiredEntries,
  selectEntriesOfOrders,
  selectAgreedPrices,
  updateReservedUntil,
} from './entry-queries.ts'
import { initialState, transitionEntries } from './entry-state.ts'
import { type EventForSale, recountEvents } from './queries.ts'
import { priceFor, pricesAt } from './phases.ts'
import { allocatePlaces } from './places.ts'
import { endOffers, REPLACED } from '../waiting/end-offers.ts'
import { offerSoon } from '../waiting/offer-job.ts'
import { keepAllForWaiting } from '../waiting/wishes.ts'

type HeldPlace = Lines['event']['held']

/** The most places of one event that a buyer's unpaid orders may hold together. */
const MOST_UNPAID = 20

interface Place {
  readonly eventId: string
  readonly categoryId: string
  readonly memberId: string
}

/** Assigns the ids of entries, and checks the answers to their events' questions. `claimPlaces` reserves the places last. */
export async function reservePlaces(
  tx: Tx,
  { byHand, isForAnother = false }: Reservation,
  lines: readonly PricedEvent[],
  all: readonly PricedLine[],
): Promise<HeldPlace[]> {
  const answered = await checkAnswers(tx, lines, {
    pathOf: (line) => `lines.${all.indexOf(line)}.answers`,
    mayBeMissing: byHand !== undefined || isForAnother,
  })
  // The first place is the one with the lowest id. Those of one moment are in no order.
  const entryIds = lines.map(newId).toSorted()
  return lines.map((line, at) => ({ ...line, id: newId(), entryId: entryIds[at]!, ...answered(line) }))
}

/**
 * Inserts an entry per line. Places are counted and taken under the lock of their events, on which all other buyers
 * wait, so this is the last step before the commit. An expired hold does not count, even if nobody has released it
 * yet. Free places count as sold at once.
 * @param replaced orders that this one replaces: their places are free for it
 */
export async function claimPlaces(
  secrets: Secrets,
  tx: Tx,
  reservation: Reservation,
  lines: readonly HeldPlace[],
  { ids: replaced, cause }: { readonly ids: readonly string[]; readonly cause: Cause },
): Promise<void> {
  const given = await selectEntriesOfOrders(tx, replaced)
  const eventIds = [...lines, ...given].map(({ eventId }) => eventId)
  const givenIds = given.map(({ id }) => id)
  const [listed, , counted] = await together(
    tx,
    () => lockEvents(tx, eventIds),
    () => transitionEntries(tx, givenIds, 'released', cause),
    () => countPlaces(tx, reservation.orderId, lines),
  )
  if (listed.length > 0 && given.length > 0) {
    await endOffers(tx, replaced, { ...cause, reason: REPLACED })
    await offerSoon(tx, listed)
  }
  if (lines.length === 0) return
  const events = reservation.isOffer ? counted : await keepAllForWaiting(tx, counted, given)
  const { byHand } = reservation
  if (!reservation.isFree && !byHand) requireFewUnpaid(events, lines)
  const allocation = allocatePlaces()
  for (const line of lines) {
    requireSold(events, line)
    if (!byHand) requirePrice(allocation, events, line)
    requireFree(allocation, events, line)
  }
  const entries = lines.map((line) => ({
    ...entryOf(events.get(line.eventId)!, line, reservation),
    ...initialState(reservation),
    priceKind: line.priceKind,
    phaseId: line.phaseId,
    ...(byHand && { addedBy: byHand.actorId, addedReason: byHand.reason }),
  }))
  const entryIds = entries.map(({ id }) => id)
  withCommit(tx, () => insertEntries(tx, entries))
  const answers = answersToInsert(secrets, tx, reservation, lines)
  if (answers.length > 0) withCommit(tx, () => insertAnswers(tx, answers))
  if (reservation.isFree) withCommit(tx, () => countSold(tx, entryIds, 1))
}

/**
 * Takes places that an office adds by hand: under the same lock and the same limits, whenever the event is sold and whatever a place costs
 * now. Throws `event_sold_out`, `already_registered`, `category_closed`.
 */
export async function addPlaceByHand(
  tx: Tx,
  order: Pick<Reservation, 'orderId' | 'orgId'>,
  line: HeldPlace,
  byHand: Pick<EntryRow, 'addedBy' | 'addedReason' | 'handMethod' | 'handAmount'>,
): Promise<EventForSale> {
  const [, counted] = await together(
    tx,
    () => lockEvents(tx, [line.eventId]),
    () => countPlaces(tx, order.orderId, [line]),
  )
  const events = await keepAllForWaiting(tx, counted, [])
  requireSold(events, line)
  requireFree(allocatePlaces(), events, line)
  await insertEntries(tx, [{ ...entryOf(events.get(line.eventId)!, line, order), status: 'paid', ...byHand }])
  await countSold(tx, [line.entryId], 1)
  return events.get(line.eventId)!
}

/** The row of a place, without its status. */
const entryOf = (
  event: EventForSale,
  { entryId: id, categoryId, memberId, answered }: HeldPlace,
  { orderId, orgId }: Pick<Reservation, 'orderId' | 'orgId'>,
) => {
  const poolId = categoryOf(event, categoryId).pool?.id ?? null
  return {
    id,
    eventId: event.id,
    categoryId,
    poolId,
    orgId,
    memberId,
    orderId,
    onePerPerson: event.onePerPerson,
    answersMissing: answered?.missing ?? 0,
  }
}

/** Locks an event and counts its places; holds that ran out are released. */
export async function lockPlaces(tx: Tx, eventId: string): Promise<EventForSale> {
  // For no order, and without anybody's entries.
  const [orderId, nobody] = [newId(), newId()]
  const [, events] = await together(
    tx,
    () => lockEvents(tx, [eventId]),
    () => countPlaces(tx, orderId, [{ eventId, categoryId: '', memberId: nobody }]),
  )
  return events.get(eventId)!
}

/** Stops a buyer from blocking an event with unpaid orders. Counted under the lock of the event. */
function requireFewUnpaid(events: ReadonlyMap<string, EventForSale>, lines: readonly PricedEvent[]): void {
  for (const { id, unpaidOfBuyer } of events.values()) {
    const wanted = lines.filter(({ eventId }) => eventId === id).length
    if (unpaidOfBuyer > 0 && unpaidOfBuyer + wanted > MOST_UNPAID)
      throw new Problem('too_many_unpaid_places', { data: { most: MOST_UNPAID, held: unpaidOfBuyer } })
  }
}

/**
 * Extends the hold of an order's places, or makes it permanent. A place that is still held belongs to nobody else,
 * because taking a place releases expired holds; released places are counted and taken again. An event that is over
 * still honours running holds, and sells nothing else; one that is cancelled honours none.
 * @returns false, with nothing changed, if not enough are left
 */
export async function renewPlaces(secrets: Secrets, tx: Tx, order: HeldOrder, until: Date | null): Promise<boolean> {
  const own = await lockEntriesOfOrder(tx, order.id)
  if (own.some(({ eventCancelled }) => eventCancelled)) return false
  const lapsed = own.filter((entry) => !isHeld(entry, tx.now))
  if (lapsed.length > 0 && ((await hasClosedPlaces(tx, order.id)) || (await isOfErased(tx, order.id)))) return false
  const agreed = lapsed.length > 0 && until !== null ? await selectAgreedPrices(tx, order.id) : null
  if (agreed) await requireTodaysPrices(tx, order, lapsed, agreed)
  if (lapsed.some(({ status }) => status === 'released') && !(await takeBack(secrets, tx, order, own, agreed)))
    return false
  await updateReservedUntil(tx, order.id, until)
  return true
}

const isHeld = ({ status, reservedUntil }: EntryRow, now: Date) =>
  status === 'held' && (reservedUntil === null || reservedUntil > now)

/** A hold that has run out costs today's price. Throws `event_price_changed` if that is another one. What is paid already keeps its own. */
async function requireTodaysPrices(
  tx: Tx,
  order: HeldOrder,
  lapsed: readonly EntryRow[],
  agreed: ReadonlyMap<string, number>,
): Promise<void> {
  const eventIds = [...new Set(lapsed.map(({ eventId }) => eventId))]
  const events = await recountEvents(tx, { orderId: order.id, eventIds, memberIds: [] })
  const allocation = allocatePlaces()
  for (const entry of lapsed) {
    requirePrice(allocation, events, { ...entry, price: agreed.get(entry.id)! })
    const event = events.get(entry.eventId)!
    allocation.take(event, categoryOf(event, entry.categoryId), entry.memberId)
  }
}

/**
 * Counts as if the order held none.
 * @param agreed what is yet to be paid, which others may have changed by taking an early place; null when it is paid
 * @returns false if others have some of the places by now, or the office has stopped them
 */
async function takeBack(
  secrets: Secrets,
  tx: Tx,
  order: HeldOrder,
  own: readonly EntryRow[],
  agreed: ReadonlyMap<string, number> | null,
): Promise<boolean> {
  await lockEvents(
    tx,
    own.map(({ eventId }) => eventId),
  )
  const counted = await countPlaces(tx, order.id, own)
  const events = await keepAllForWaiting(
    tx,
    counted,
    own.filter(({ status }) => status === 'held'),
  )
  const allocation = allocatePlaces()
  const lapsed = own.filter((entry) => !isHeld(entry, tx.now))
  if (lapsed.some((entry) => refusalOf(events, entry) !== null)) return false
  for (const entry of own) {
    if (agreed && lapsed.includes(entry)) requirePrice(allocation, events, { ...entry, price: agreed.get(entry.id)! })
    if (take(allocation, events, entry) !== null) return false
  }
  await transitionEntries(
    tx,
    own.filter(({ status }) => status === 'released').map(({ id }) => id),
    'held',
    { reason: 'hold renewed' },
  )
  // The questions may have changed meanwhile, and those of an offer were never counted.
  await recountMissing(secrets, tx, sql`entries.order_id = ${order.id} and ${hasQuestions(sql`entries.event_id`)}`)
  return true
}

/** Counts the places of locked events, and first releases expired holds. */
async function countPlaces(tx: Tx, orderId: string, places: readonly Place[]): Promise<Map<string, EventForSale>> {
  const eventIds = [...new Set(places.map(({ eventId }) => eventId))]
  const which = { orderId, eventIds, memberIds: [...new Set(places.map(({ memberId }) => memberId))] }
  const events = await recountEvents(tx, which)
  const stale = [...events.values()].filter(({ ranOut }) => ranOut > 0)
  if (stale.length === 0) return events
  await releaseExpired(
    tx,
    stale.map(({ id }) => id),
    orderId,
  )
  const listed = stale.filter(({ waiting }) => waiting > 0)
  if (listed.length > 0)
    await offerSoon(
      tx,
      listed.map(({ id }) => id),
    )
  return recountEvents(tx, which)
}

/** Releases the holds of locked events that have run out, except those of one order and those that are being renewed. */
export async function releaseExpired(tx: Tx, eventIds: readonly string[], exceptOrderId = newId()): Promise<void> {
  const gone = await lockExpiredEntries(tx, eventIds, exceptOrderId)
  await transitionEntries(tx, gone, 'released', { reason: 'hold ran out' })
}

/** @returns why the place cannot be taken, or null */
function take(allocation: ReturnType<typeof allocatePlaces>, events: ReadonlyMap<string, EventForSale>, place: Place) {
  const event = events.get(place.eventId)!
  const category = categoryOf(event, place.categoryId)
  const entry = event.entries.find((one) => one.memberId === place.memberId && !one.reserved)
  if (event.onePerPerson && entry) return { code: 'already_registered' as const, entryId: entry.id }
  if (allocation.hasTaken(event, place.memberId)) return { code: 'already_registered' as const }
  const { left, wanted } = allocation.leftFor(event, category)
  if (left !== null && left < wanted) return { code: 'event_sold_out' as const, left }
  allocation.take(event, category, place.memberId)
  return null
}

function requireFree(
  allocation: ReturnType<typeof allocatePlaces>,
  events: ReadonlyMap<string, EventForSale>,
  place: HeldPlace,
): void {
  const refusal = take(allocation, events, place)
  if (!refusal) return
  const { code, ...data } = refusal
  throw new Problem(code, { data: { name: place.memberName, ...data } })
}

/** Why a place is sold no longer: an office may have taken the event down, or the category away, since it was priced. */
function refusalOf(events: ReadonlyMap<string, EventForSale>, { eventId, categoryId }: Place) {
  const event = events.get(eventId)
  if (!event?.enabled) return 'event_not_found'
  const category = event.categories.find(({ id }) => id === categoryId)
  if (!category) return 'category_not_found'
  return category.closed ? 'category_closed' : null
}

function requireSold(events: ReadonlyMap<string, EventForSale>, place: Place): void {
  const code = refusalOf(events, place)
  if (code) throw new Problem(code)
}

type AgreedPlace = Place & Pick<EntryRow, 'phaseId' | 'priceKind'> & { readonly price: number }

/** A place costs what counts now: others may have taken the last one of an earlier phase, or an office changed the price. */
function requirePrice(
  allocation: ReturnType<typeof allocatePlaces>,
  events: ReadonlyMap<string, EventForSale>,
  { eventId, categoryId, phaseId, priceKind, price }: AgreedPlace,
): void {
  const event = events.get(eventId)!
  const category = categoryOf(event, categoryId)
  const current = pricesAt(category, event.now, allocation.takenOf(category))
  if ((current.phase?.id ?? null) !== phaseId || priceFor(current, priceKind !== 'standard') !== price)
    throw new Problem('event_price_changed', { data: { event: event.title.da } })
}

const categoryOf = (event: EventForSale, categoryId: string) => event.categories.find(({ id }) => id === categoryId)!
