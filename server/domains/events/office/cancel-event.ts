import type { Output, Parsed } from '#contract/endpoint.ts'
import type { CancelNumbers, CancelRun, eventCancel } from '#contract/events/cancel.ts'
import { isNameOf } from '#contract/local-text.ts'
import { crashPoint } from '#server/database/crash-point.ts'
import type { Reader, Tx } from '#server/database/db.ts'
import { localTimeOf } from '#server/database/local-time.ts'
import { newId } from '#server/database/new-id.ts'
import { eventRuns, events } from '#server/database/schema/index.ts'
import { and, asc, eq, gt, ne, sql } from '#server/database/sql.ts'
import { takenByHand } from '#server/domains/payments/index.ts'
import { Problem } from '#server/http/problem.ts'
import { endSeriesBefore, lockSeriesOf } from '../series/write-series.ts'
import { mailRunWaiting } from './cancel-mails.ts'
import type { RunRow } from './cancel-run-state.ts'
import { addOrders, enqueueRun } from './cancel-run.ts'
import { type EventRow, lockEditedEvent } from './edited-event.ts'
import { cancelEvent, discardEvent } from './event-state.ts'
import {
  mayRefund,
  shownTo,
  requireEvent,
  presentRun,
  type Caller,
  type Which,
  selectUnapproved,
} from './show-cancel-run.ts'

/** No money moves, whoever starts the run: an unpaid order may still be paid at the last moment. */
const nothingIsPaid = ({ tickets, freeTickets, unpaidOrders }: Counted) => tickets === freeTickets && unpaidOrders === 0

/** The effect of cancelling an event, and the later dates of its series; of one that waits, of approving it and those begun with it. */
export async function previewCancel(
  db: Reader,
  caller: Caller,
  { eventId, scope }: Which & { readonly scope?: 'one' | 'later' | undefined },
): Promise<Output<typeof eventCancel.preview>> {
  const event = await requireEvent(db, caller, eventId)
  const all = await selectLater(db, event)
  const { dates, drafts, kept } = later(all)
  const [last] = [...dates, ...drafts].toSorted((a, b) => b.startsAt.getTime() - a.startsAt.getTime())
  const numbers = await countEverything(db, [
    ...(event.status === 'cancelled' ? await selectUnapproved(db, eventId) : []),
    eventId,
    ...(scope === 'later' ? dates.map(({ id }) => id) : []),
  ])
  const { toCards, byHand, ...counts } = numbers
  const shown = shownTo(caller)
  return {
    numbers: { ...counts, toCards: shown(toCards), byHand: shown(byHand) },
    later: last
      ? {
          dates: dates.length,
          drafts: drafts.length,
          kept: kept.length,
          last: localTimeOf(last.startsAt, last.timeZone),
        }
      : null,
    mayRefund: mayRefund(caller) || nothingIsPaid(numbers),
  }
}

/** The later dates of an event's series that are not over and not cancelled. */
async function selectLater(db: Reader, { seriesId, startsAt }: EventRow) {
  if (seriesId === null) return []
  return db
    .select({
      id: events.id,
      status: events.status,
      startsAt: events.startsAt,
      timeZone: events.timeZone,
      // Not `events.id` as a column: in the fields of a single table its name loses the table.
      isNew: sql<boolean>`published_at is null and not exists (select from coupons where coupons.event_id = events.id)`,
    })
    .from(events)
    .where(
      and(
        eq(events.seriesId, seriesId),
        ne(events.status, 'cancelled'),
        gt(events.startsAt, startsAt),
        sql`${events.endsAt} > portal_now()`,
      ),
    )
    .orderBy(asc(events.startsAt), asc(events.id))
}

/** The dates that are cancelled, and the drafts that are deleted, or stay. */
const later = (all: Awaited<ReturnType<typeof selectLater>>) => ({
  dates: all.filter(({ status }) => status === 'published'),
  drafts: all.filter(({ status, isNew }) => status === 'draft' && isNew),
  kept: all.filter(({ status, isNew }) => status === 'draft' && !isNew),
})

type Start = Parsed<typeof eventCancel.start>

/**
 * Cancels an event under its lock: nobody buys a place any more, and no payment of one is kept. The rest is a run that a job carries out order
 * by order; if it refunds, and its starter may not, it waits for somebody who may. With the later dates of its series each of them has a run of its
 * own, and their drafts are deleted.
 */
export async function startCancel(tx: Tx, caller: Caller, wish: Start): Promise<CancelRun> {
  const { eventId, refunds, reason, name, later: seen } = wish
  if (seen) await lockSeriesOf(tx, eventId)
  const event = await lockEditedEvent(tx, caller, { eventId })
  if (!isNameOf(event.titleTexts, name)) throw new Problem('event_name_differs')
  if (refunds === 'none' && !reason) throw new Problem('cancel_reason_missing')
  const { dates, drafts } = later(seen ? await selectLater(tx, event) : [])
  if (seen && (dates.length !== seen.dates || drafts.length !== seen.drafts))
    throw new Problem('changed_meanwhile', { data: { current: await previewCancel(tx, caller, { eventId }) } })
  const press = dates.length > 0 ? newId() : null
  const run = await startRun(tx, caller, event, wish, press)
  for (const { id } of dates)
    await startRun(tx, caller, await lockEditedEvent(tx, caller, { eventId: id }), wish, press)
  for (const { id } of drafts) await discardEvent(tx, caller, { eventId: id })
  if (seen && event.seriesId !== null) await endSeriesBefore(tx, event)
  crashPoint('event-run.starting')
  return presentRun(tx, caller, run)
}

async function startRun(
  tx: Tx,
  caller: Caller,
  event: EventRow,
  { texts, refunds, reason }: Start,
  press: string | null,
): Promise<RunRow> {
  const eventId = event.id
  const numbers = await countEverything(tx, [eventId])
  await cancelEvent(tx, caller, event, {
    texts: texts.en ? texts : { da: texts.da },
    after: { ...numbers, refunds },
    reason,
  })
  const isReady = refunds === 'none' || mayRefund(caller) || nothingIsPaid(numbers)
  const { actorId } = caller.actor
  const [run] = await tx
    .insert(eventRuns)
    .values({
      id: newId(),
      orgId: caller.organisation.id,
      eventId,
      kind: 'cancel',
      state: isReady ? 'running' : 'waiting',
      refunds,
      reason: refunds === 'none' ? reason! : null,
      startedBy: actorId,
      press,
      ...(isReady && { approvedBy: actorId, approvedAt: tx.now }),
    })
    .returning()
  await addOrders(tx, run!)
  await enqueueRun(tx, run!.id)
  if (!isReady) await mailRunWaiting(tx, run!)
  return run!
}

/** The numbers of a cancellation, with its amounts in øre. */
type Counted = { readonly [Name in keyof CancelNumbers]: number }

async function countEverything(db: Reader, eventIds: readonly string[]): Promise<Counted> {
  const { rows } = await db.execute<Counted & Record<string, unknown>>(sql`
    with places as materialized (
      select entries.order_id, entries.status = 'held' as is_held, orders.test_mode as is_test,
        orders.coupon_code is not null as has_coupon, lines.total - lines.refunded as amount, coalesce(entries.hand_amount, 0) as by_hand,
        ${takenByHand(sql`orders.id`)} as is_taken
      from event_entries entries
      join orders on orders.id = entries.order_id
      join order_lines lines on lines.entry_id = entries.id
      where entries.event_id = any(${sql.param([...eventIds])}::uuid[]) and entries.status in ('paid', 'held')
    ), live as materialized (select * from places where not is_held and not is_test)
    select (select count(*)::int from live) as tickets,
      (select count(distinct order_id)::int from live) as orders,
      (select coalesce(sum(amount) filter (where not is_taken), 0)::float8 from live) as "toCards",
      (select coalesce(sum(by_hand + case when is_taken then amount else 0 end), 0)::float8 from live) as "byHand",
      (select count(*)::int from live where amount = 0 and by_hand = 0) as "freeTickets",
      (select count(distinct order_id)::int from places where is_held) as "unpaidOrders",
      (select count(distinct order_id)::int from live where has_coupon) as "couponsUsed",
      (select coalesce(sum(waiting), 0)::int from events where id = any(${sql.param([...eventIds])}::uuid[])) as waiting,
      (select count(*)::int from places where is_test and not is_held) as "testTickets",
      (select count(distinct order_id)::int from places where is_test and not is_held) as "testOrders"`)
  return rows[0]!
}
