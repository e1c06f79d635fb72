import type { Cause } from '#server/database/change-status.ts'
import { together, type Tx } from '#server/database/db.ts'
import { isOneOf } from '#server/database/prepared.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { sql } from '#server/database/sql.ts'
import type { BoughtLine, PaidOrder, LineItemHandler } from '#server/domains/orders/index.ts'
import { notifyRegistered, notifyTicketsCancelled } from './notifications.ts'
import {
  countSold,
  type EntryRow,
  hasClosedPlaces,
  lockEvents,
  selectEntries,
  selectEntriesOfOrders,
} from './registration/entry-queries.ts'
import { recountMissing } from './questions/answers.ts'
import { hasQuestions } from './questions/write-questions.ts'
import { transitionEntries } from './registration/entry-state.ts'
import { reservePlaces, renewPlaces, claimPlaces } from './registration/reserve-places.ts'
import { pricePlaces } from './registration/price-places.ts'
import { offeredEvents } from './office/offered-events.ts'
import type { SoldOutCache } from './registration/sold-out-cache.ts'
import { endOffers, takeOffer } from './waiting/end-offers.ts'
import { offerSoon } from './waiting/offer-job.ts'

/** Sells places at events. @param soldOut remembers when there are none left */
export const eventLineHandler = (soldOut: SoldOutCache, secrets: Secrets): LineItemHandler<'event'> => ({
  price: (...asked) => pricePlaces(soldOut, ...asked),
  reserve: reservePlaces,
  allocate: (...asked) => claimPlaces(secrets, ...asked),
  isPayable: async (tx, order) => !(await hasClosedPlaces(tx, order.id)),
  renew: (...asked) => renewPlaces(secrets, ...asked),
  notify: notifyRegistered,
  fulfil: (...asked) => deliverPlaces(secrets, ...asked),
  release: releasePlaces,
  revoke: (...asked) => revokePlaces(secrets, ...asked),
  offers: offeredEvents,
})

const idsOf = (entries: readonly EntryRow[]) => entries.map(({ id }) => id)

/**
 * Marks what an order held as paid and counts it as sold. Free places were both from the start, unless their buyer had
 * to agree first. Counting locks the events, so it comes last.
 */
async function deliverPlaces(secrets: Secrets, tx: Tx, order: PaidOrder, cause: Cause): Promise<void> {
  if (order.total === 0 && !order.agreedAt) return
  const held = idsOf(await selectEntriesOfOrders(tx, [order.id]))
  const [paid, listed] = await together(
    tx,
    () => transitionEntries(tx, held, 'paid', cause),
    () => countSold(tx, held, 1),
  )
  // Nobody was asked anything when the places were offered.
  if (listed.length > 0 && (await takeOffer(tx, order.id, cause)))
    await recountMissing(secrets, tx, sql`entries.order_id = ${order.id}`)
  if (paid.length !== held.length) throw new Error(`Order ${order.id} is paid, but its purchase is not reserved`)
}

/** Releases holds; their places are free at once. */
async function releasePlaces(tx: Tx, orderIds: readonly string[], cause: Cause): Promise<void> {
  const entries = await selectEntriesOfOrders(tx, orderIds)
  if (entries.length === 0) return
  const listed = await lockEvents(
    tx,
    entries.map(({ eventId }) => eventId),
  )
  await transitionEntries(tx, idsOf(entries), 'released', cause)
  if (listed.length === 0) return
  await endOffers(tx, orderIds, cause)
  await offerSoon(tx, listed)
}

/** Cancels refunded tickets; their places are free at once. */
async function revokePlaces(secrets: Secrets, tx: Tx, lines: readonly BoughtLine[], cause: Cause): Promise<void> {
  const entries = await selectEntries(
    tx,
    lines.flatMap(({ entryId }) => entryId ?? []),
  )
  const listed = await lockEvents(
    tx,
    entries.map(({ eventId }) => eventId),
  )
  const cancelled = await transitionEntries(tx, idsOf(entries), 'cancelled', cause)
  if (cancelled.length !== lines.length) throw new Error('Entry to refund not found')
  await notifyTicketsCancelled(tx, cancelled, cause)
  await countSold(tx, cancelled, -1)
  // An order's own questions are asked with its first place, which may have been among these.
  const ofOrders = isOneOf(sql`entries.order_id`, [...new Set(entries.map(({ orderId }) => orderId))])
  await recountMissing(secrets, tx, sql`${ofOrders} and ${hasQuestions(sql`entries.event_id`)}`)
  if (listed.length > 0) await offerSoon(tx, listed)
}
