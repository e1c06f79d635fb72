import { createHash } from 'node:crypto'
import type { MovePlace } from '#contract/events/registrations.ts'
import type { Db, Reader, Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { isOneOf } from '#server/database/prepared.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { eventEntries } from '#server/database/schema/index.ts'
import { and, eq, inArray, isNull, sql } from '#server/database/sql.ts'
import { askForRefund, tickRefund } from '#server/domains/orders/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { recordOfficeChange } from '#server/domains/audit/index.ts'
import { Problem } from '#server/http/problem.ts'
import { hasScope } from '#server/identity/scopes.ts'
import { recountMissing } from '../questions/answers.ts'
import { countSold, type EntryRow, selectEntries } from '../registration/entry-queries.ts'
import { lockPlaces } from '../registration/reserve-places.ts'
import { leftIn } from '../registration/places.ts'
import type { CategoryForSale } from '../registration/queries.ts'
import { offerSoon } from '../waiting/offer-job.ts'
import { keepForWaiting } from '../waiting/wishes.ts'
import type { EventClub, EventRow } from './edited-event.ts'
import { findForSale } from './offered-places.ts'
import {
  findEvent,
  hasCome,
  refundsToReturn,
  requirePublished,
  selectRegistrationIds,
  type WhichRegistrations,
} from './registrations.ts'

type Caller = OfficeCaller<EventClub>
type Which = WhichRegistrations & { readonly eventId: string }

interface Changed {
  readonly changed: number
  readonly unchanged: number
}

/** The most names in an entry of the history. */
const MOST_NAMED = 20
const MOST_ORDERS = 500
/** The most ids in one call. */
const MOST_IDS = 5000

/**
 * Marks people with a valid ticket as present, or takes that back. Counts by a filter tell what people are like, so whoever does not see
 * registrations names them by their ids.
 */
export async function markPresent(
  tx: Tx,
  caller: Caller,
  { eventId, present, ...which }: Which & { readonly present: boolean },
): Promise<Changed & { readonly ids: string[] }> {
  const namesIds = which.ids !== undefined && which.search === undefined && which.filter === undefined
  if (!namesIds && !hasScope(caller.actor, 'events.read', caller.organisation.key, 'write'))
    throw new Problem('forbidden')
  const { event, ids } = await choose(tx, caller, eventId, which)
  requirePublished(event)
  if (present && !hasCome(event, tx.now)) throw new Problem('event_day_not_come')
  const rows = await tx
    .update(eventEntries)
    .set(present ? { presentAt: tx.now, presentBy: caller.actor.actorId } : { presentAt: null, presentBy: null })
    .where(
      and(
        inArray(eventEntries.id, ids),
        eq(eventEntries.status, 'paid'),
        present ? isNull(eventEntries.presentAt) : sql`present_at is not null`,
      ),
    )
    .returning({ id: eventEntries.id })
  await record(tx, caller, event, present ? 'registrations_present' : 'registrations_absent', rows)
  return {
    changed: rows.length,
    unchanged: ids.length - rows.length,
    ids: rows.slice(0, MOST_IDS).map(({ id }) => id),
  }
}

/**
 * Moves people with a valid ticket to another category of the same price, all or none. The event is locked: buyers meet the places before or
 * after, and the counts of both categories and their pools move along. What was charged stays as it was; the phase was of the other category.
 */
export async function moveRegistrations(
  secrets: Secrets,
  tx: Tx,
  caller: Caller,
  { eventId, categoryId, ...which }: Which & { readonly categoryId: string },
): Promise<Changed> {
  await findEvent(tx, caller.organisation.id, eventId)
  const { categories, asks } = await keepForWaiting(tx, await lockPlaces(tx, eventId))
  const { event, ids } = await choose(tx, caller, eventId, which)
  requirePublished(event)
  const target = categories.find(({ id }) => id === categoryId)
  if (!target) throw new Problem('category_not_found')
  if (target.closed) throw new Problem('category_closed')
  const moving = movingTo(target, await selectEntries(tx, ids))
  const problem = problemOfMove(categories, target, moving)
  if (problem) throw problem
  const moved = moving.map(({ id }) => id)
  if (moved.length > 0) {
    await countSold(tx, moved, -1)
    await tx
      .update(eventEntries)
      .set({ categoryId, poolId: target.pool?.id ?? null, phaseId: null })
      .where(inArray(eventEntries.id, moved))
    const listed = await countSold(tx, moved, 1)
    if (listed.length > 0) await offerSoon(tx, listed)
    // Another category may be asked other questions.
    if (asks) await recountMissing(secrets, tx, isOneOf(sql`entries.id`, moved))
  }
  await record(tx, caller, event, 'registrations_moved', moving, { category: target.name.da })
  return { changed: moved.length, unchanged: ids.length - moved.length }
}

/** Where people can move, and why not to the other open categories. */
export async function readMovePlaces(
  db: Db,
  { organisation }: Caller,
  { eventId, ...which }: Which,
): Promise<MovePlace[]> {
  const event = await findEvent(db, organisation.id, eventId)
  requirePublished(event)
  const [ids, sold] = await Promise.all([selectRegistrationIds(db, event, which), findForSale(db, event, [])])
  const entries = await selectEntries(db, ids)
  return sold.categories
    .filter(({ closed }) => !closed)
    .map((target) => {
      const moving = movingTo(target, entries)
      const code =
        moving.length === 0 ? 'already_registered' : (problemOfMove(sold.categories, target, moving)?.code ?? null)
      return { categoryId: target.id, problem: code as MovePlace['problem'] }
    })
}

const movingTo = ({ id }: CategoryForSale, entries: readonly EntryRow[]): EntryRow[] =>
  entries.filter((one) => one.status === 'paid' && one.categoryId !== id)

/** Why people cannot move to a category that is open: its price is another one, or there is no room. */
function problemOfMove(
  categories: readonly CategoryForSale[],
  target: CategoryForSale,
  moving: readonly EntryRow[],
): Problem | null {
  for (const { categoryId, priceKind } of moving) {
    const from = categories.find(({ id }) => id === categoryId)!
    if (priceOf(from, priceKind) !== priceOf(target, priceKind))
      return new Problem('category_price_differs', { data: { from: from.name.da, to: target.name.da } })
  }
  const { pool } = target
  const left = Math.min(leftIn(target), moving.length)
  const ofOtherPools = pool ? moving.filter(({ poolId }) => poolId !== pool.id).length : 0
  if (left < moving.length || (pool && leftIn(pool) < ofOtherPools))
    return new Problem('event_sold_out', { data: { left: pool ? Math.min(left, leftIn(pool)) : left } })
  return null
}

/** By what a category costs now, for whoever paid the price of members by that one. */
const priceOf = ({ price, memberPrice }: CategoryForSale, priceKind: EntryRow['priceKind']) =>
  priceKind === 'standard' ? price : (memberPrice ?? price)

/**
 * Asks for the refund of places, order by order: for a minute all can be stopped together. Other lines of the orders stay. If these are not
 * exactly the previewed places, because somebody registered or was refunded since, none is refunded: `refund_changed`.
 */
export async function refundRegistrations(
  tx: Tx,
  caller: Caller,
  { eventId, reason, version, ...which }: Which & { readonly reason: string; readonly version: string },
) {
  const { ids } = await choose(tx, caller, eventId, which)
  const press = { press: newId(), reason }
  const done: Refundable[] = []
  for (const [orderId, those] of await selectRefundable(tx, ids))
    if (await refundOrder(tx, caller, { orderId, lineIds: those.map(({ id }) => id) }, press)) done.push(...those)
  const summary = summaryOf(caller, ids, done)
  if (versionOf(done) !== version)
    throw new Problem('refund_changed', { data: { places: summary.places, ...summary.amount } })
  return summary
}

/** Whose places would be refunded, and what that comes to. */
export async function previewRefund(db: Db, { organisation }: Caller, { eventId, ...which }: Which) {
  const event = await findEvent(db, organisation.id, eventId)
  const ids = await selectRegistrationIds(db, event, which)
  const lines = [...(await selectRefundable(db, ids)).values()].flat().filter(({ waits }) => !waits)
  const names = lines.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b, 'da'))
  return { ...summaryOf({ organisation }, ids, lines), names: names.slice(0, MOST_NAMED), version: versionOf(lines) }
}

interface Refundable extends Record<string, unknown> {
  readonly id: string
  readonly orderId: string
  readonly name: string
  readonly total: number
  /** Another refund of the order is under way. */
  readonly waits: boolean
}

/** Of which lines, whatever their order. What a paid line cost never changes. */
const versionOf = (lines: readonly Refundable[]) =>
  createHash('sha256')
    .update(
      lines
        .map(({ id }) => id)
        .toSorted()
        .join(),
    )
    .digest('base64url')

const summaryOf = (
  { organisation }: Pick<Caller, 'organisation'>,
  ids: readonly string[],
  lines: readonly Refundable[],
) => ({
  orders: new Set(lines.map(({ orderId }) => orderId)).size,
  places: lines.length,
  skipped: ids.length - lines.length,
  amount: { minor: lines.reduce((sum, { total }) => sum + total, 0), currency: organisation.currency },
})

/** The lines of valid tickets by the ids of their orders, in the order in which these are locked. */
async function selectRefundable(db: Reader, ids: readonly string[]): Promise<Map<string, Refundable[]>> {
  const { rows } = await db.execute<Refundable>(sql`
    select lines.id, lines.order_id as "orderId", lines.member_name as name, lines.total::float8 as total,
      exists (select from delayed_actions where kind = 'refund' and thing_id = lines.order_id and state = 'waiting') as waits
    from event_entries entries join order_lines lines on lines.entry_id = entries.id
    where entries.id = any(${sql.param([...ids])}::uuid[]) and entries.status = 'paid' order by lines.order_id, lines.id`)
  const orders = Map.groupBy(rows, ({ orderId }) => orderId)
  if (orders.size > MOST_ORDERS) throw new Problem('too_many_refunds', { data: { most: MOST_ORDERS } })
  return orders
}

type Asked = [which: Parameters<typeof askForRefund>[2], press: { readonly press: string; readonly reason: string }]

const notNow = new Set(['refund_in_progress', 'line_refunded', 'order_not_paid'])

async function refundOrder(tx: Tx, caller: Caller, ...asked: Asked): Promise<boolean> {
  try {
    await askForRefund(tx, caller, ...asked)
    return true
  } catch (error) {
    if (error instanceof Problem && notNow.has(error.code)) return false
    throw error
  }
}

/**
 * Records that the club refunded by hand cancelled places that were paid outside the portal. A payer is refunded at once: where places of an
 * order were cancelled together, one stands for all.
 */
export async function recordRefundByHand(tx: Tx, caller: Caller, { eventId, ...which }: Which): Promise<Changed> {
  const { event, ids } = await choose(tx, caller, eventId, which)
  const rows = await tx
    .update(eventEntries)
    .set({ handReturnedAt: tx.now })
    .where(
      and(
        inArray(eventEntries.id, ids),
        eq(eventEntries.status, 'cancelled'),
        sql`hand_amount > 0 and hand_returned_at is null`,
      ),
    )
    .returning({ id: eventEntries.id, amount: eventEntries.handAmount })
  const amount = rows.reduce((sum, row) => sum + (row.amount ?? 0), 0)
  await record(tx, caller, event, 'registrations_paid_back', rows, { amount })
  const { rows: refunded } = await tx.execute<{ refundId: string }>(sql`
    select refunds.id as "refundId" from event_entries entries cross join lateral (${refundsToReturn(sql`entries.id`)}) refunds
    where entries.id = any(${sql.param(ids)}::uuid[]) and entries.status = 'cancelled' order by 1`)
  for (const refundId of new Set(refunded.map((one) => one.refundId))) await tickRefund(tx, caller, { refundId })
  const changed = rows.length + refunded.length
  return { changed, unchanged: ids.length - changed }
}

async function choose(tx: Tx, { organisation }: Caller, eventId: string, which: WhichRegistrations) {
  const event = await findEvent(tx, organisation.id, eventId)
  return { event, ids: await selectRegistrationIds(tx, event, which) }
}

type Name = 'registrations_present' | 'registrations_absent' | 'registrations_moved' | 'registrations_paid_back'

/** In the club's history, if anything changed. */
async function record(
  tx: Tx,
  caller: Caller,
  { id, title }: EventRow,
  name: Name,
  changed: readonly { readonly id: string }[],
  more: Record<string, unknown> = {},
): Promise<void> {
  if (changed.length === 0) return
  const ids = changed.slice(0, MOST_NAMED).map((one) => one.id)
  const { rows } = await tx.execute<{ name: string }>(sql`
    select member_name as name from order_lines where entry_id = any(${sql.param(ids)}::uuid[]) order by danish_order(member_name), id`)
  const people = rows.map((row) => row.name).join(', ')
  const after = { count: changed.length, people: changed.length > MOST_NAMED ? `${people} …` : people, ...more }
  await recordOfficeChange(tx, caller, { name, thing: 'event', thingId: id, label: title, after })
}
