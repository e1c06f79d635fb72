import type { Output, Parsed } from '#contract/endpoint.ts'
import { type CancelNumbers, type CancelRun, type eventCancel, isUnapproved } from '#contract/events/cancel.ts'
import { isNameOf, type LocalText, textIn } from '#contract/local-text.ts'
import type { OfficeToday } from '#contract/office/today.ts'
import type { Language, Money } from '#contract/values.ts'
import { crashPoint } from '#server/database/crash-point.ts'
import type { Reader, Tx } from '#server/database/db.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import { newId } from '#server/database/new-id.ts'
import { localTimeOf } from '#server/database/local-time.ts'
import { coupons, eventRuns, events } from '#server/database/schema/index.ts'
import { and, asc, eq, gt, ne, or, sql } from '#server/database/sql.ts'
import { retryRefund } from '#server/domains/orders/index.ts'
import { takenByHand } from '#server/domains/payments/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { recordOfficeChange } from '#server/domains/audit/index.ts'
import { Problem } from '#server/http/problem.ts'
import { hasScope } from '#server/identity/scopes.ts'
import { mailRunDeclined, mailRunWaiting } from './cancel-mails.ts'
import { addOrders, enqueueRun } from './cancel-run.ts'
import { moveRun, type RunRow, waitAgain } from './cancel-run-state.ts'
import { endSeriesBefore, lockSeriesOf, reachAgain } from '../series/write-series.ts'
import { type EventClub, type EventRow, lockEditedEvent } from './edited-event.ts'
import { cancelEvent, discardEvent, restoreEvent, type AuditDetails } from './event-state.ts'

type Caller = OfficeCaller<EventClub>

interface Which {
  readonly eventId: string
}

const mayRefund = ({ actor, organisation }: Caller) => hasScope(actor, 'money.refund', organisation.key, 'write')

const mayWrite = ({ actor, organisation }: Caller) => hasScope(actor, 'events.write', organisation.key, 'write')

/** Without refunds no money moves. */
const mayRetry = (caller: Caller, { refunds }: RunRow) => mayRefund(caller) || (refunds === 'none' && mayWrite(caller))

/** No money moves, whoever starts the run: an unpaid order may still be paid at the last moment. */
const nothingIsPaid = ({ tickets, freeTickets, unpaidOrders }: Counted) => tickets === freeTickets && unpaidOrders === 0

/** An amount for whoever may see the club's money. */
const shownTo =
  ({ actor, organisation: { key, currency } }: Caller) =>
  (minor: number): Money | null =>
    hasScope(actor, 'money.read', key) ? { minor, currency } : null

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
      isNew: sql<boolean>`published_at is null and not exists (select from ${coupons} where event_id = ${events.id})`,
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

/** How far the cancellation of an event has come. */
export async function showRun(db: Reader, caller: Caller, which: Which): Promise<CancelRun> {
  await requireEvent(db, caller, which.eventId)
  const [run] = await db.select().from(eventRuns).where(isRunOf(caller, which))
  if (!run) throw new Problem('not_found')
  return presentRun(db, caller, run)
}

const MOST_WAITING = 50

/** A club's cancellations that wait for somebody who may refund, the oldest first. Dates that were cancelled together are one. */
export async function selectWaitingCancels(
  db: Reader,
  orgId: string,
  language: Language,
): Promise<NonNullable<OfficeToday['cancellations']>> {
  const { rows } = await db.execute<{
    eventId: string
    title: LocalText
    startedBy: string
    startedAt: string
    dates: number
  }>(sql`
    select * from (
      select distinct on (coalesce(press, runs.id)) runs.id, events.id as "eventId", title_texts as title, ${fullNameOf('members')} as "startedBy",
        started_at as "startedAt", (count(*) over (partition by coalesce(press, runs.id)))::int as dates
      from event_runs runs join events on events.id = runs.event_id join members on members.id = runs.started_by
      where runs.org_id = ${orgId} and runs.kind = 'cancel' and runs.state = 'waiting' order by coalesce(press, runs.id), runs.id
    ) pressed order by id limit ${MOST_WAITING}`)
  return rows.map(({ eventId, title, startedBy, startedAt, dates }) => ({
    eventId,
    title: textIn(title, language),
    startedBy,
    startedAt: new Date(startedAt).toISOString(),
    dates,
  }))
}

/** Starts the refunds of a run that waits, or that was declined, and of those begun with it. A second press changes nothing. */
export async function approveRun(tx: Tx, caller: Caller, which: Which): Promise<CancelRun> {
  const [run, ...others] = await lockTogether(tx, caller, which)
  if (!isUnapproved(run)) return presentRun(tx, caller, run)
  const approval = { approvedBy: caller.actor.actorId, approvedAt: tx.now }
  for (const one of [run, ...others].filter(isUnapproved)) {
    await moveRun(tx, one.id, 'running', by(caller, 'approved'), approval)
    await record(tx, caller, one, 'event_cancel_approved')
    await enqueueRun(tx, one.id, { hurry: true })
  }
  crashPoint('event-run.approving')
  return showRun(tx, caller, which)
}

/** Declines the refunds of a run that waits, and of those begun with it, and mails the reason to whoever started it. Throws `cancel_approved` when somebody was faster. */
export async function declineRun(
  tx: Tx,
  caller: Caller,
  { reason, ...which }: Parsed<typeof eventCancel.decline>,
): Promise<CancelRun> {
  const [run, ...others] = await lockTogether(tx, caller, which)
  if (run.state === 'declined') return presentRun(tx, caller, run)
  if (run.state !== 'waiting') throw new Problem('cancel_approved')
  const decline = { declinedBy: caller.actor.actorId, declinedAt: tx.now, declineReason: reason }
  for (const one of [run, ...others].filter(({ state }) => state === 'waiting')) {
    const declined = await moveRun(tx, one.id, 'declined', by(caller, 'declined'), decline)
    await record(tx, caller, one, 'event_cancel_declined', { reason })
    await mailRunDeclined(tx, declined)
  }
  return showRun(tx, caller, which)
}

/** Asks again to approve a run that was declined, and those declined with it. A second press changes nothing. */
export async function askAgain(tx: Tx, caller: Caller, which: Which): Promise<CancelRun> {
  const [run, ...others] = await lockTogether(tx, caller, which)
  if (run.state !== 'declined') return presentRun(tx, caller, run)
  for (const one of [run, ...others].filter(({ state }) => state === 'declined')) {
    const asked = await moveRun(tx, one.id, 'waiting', by(caller, 'asked'))
    await record(tx, caller, one, 'event_cancel_asked')
    await mailRunWaiting(tx, asked)
  }
  return showRun(tx, caller, which)
}

/** In one press. */
const MOST_RETRIES = 500

/** Tries orders again that failed, and asks the gateway again for refunds that it refused. Which right it takes depends on the run. */
export async function retryRun(tx: Tx, caller: Caller, which: Which): Promise<CancelRun> {
  const run = await lockRun(tx, caller, which)
  if (!mayRetry(caller, run)) throw new Problem('forbidden')
  if (run.state !== 'running' && run.state !== 'done') return presentRun(tx, caller, run)
  const orders = await waitAgain(tx, run.id)
  const { rows: failed } = await tx.execute<{ id: string }>(sql`
    select refunds.id from event_run_items items join refunds on refunds.id = items.refund_id
    where items.run_id = ${run.id} and refunds.status = 'failed' order by refunds.id limit ${MOST_RETRIES}`)
  for (const { id } of failed) await retryRefund(tx, caller, { refundId: id })
  const count = orders + failed.length
  if (count === 0) return presentRun(tx, caller, run)
  const again = await moveRun(tx, run.id, 'running', by(caller, 'retried'), { endedAt: null })
  await record(tx, caller, which, 'event_cancel_retried', { after: { orders: count } })
  await enqueueRun(tx, run.id, { hurry: true })
  return presentRun(tx, caller, again)
}

/** Undoes a cancellation while no order is done and no guest was notified. Holds that have ended stay ended. */
export async function stopRun(tx: Tx, caller: Caller, which: Which): Promise<CancelRun> {
  const run = await lockRun(tx, caller, which)
  const { rows } = await tx.execute(
    sql`select from event_run_items where run_id = ${run.id} and (state <> 'waiting' or told_at is not null) limit 1`,
  )
  if (rows.length > 0) throw new Problem('cancel_has_begun')
  const stopped = await moveRun(tx, run.id, 'stopped', by(caller, 'stopped'), { endedAt: tx.now })
  const restored = await restoreEvent(tx, caller, which.eventId)
  if (run.press !== null) await reachAgain(tx, restored)
  return presentRun(tx, caller, stopped)
}

const by = ({ actor }: Caller, reason: string) => ({ reason, actorId: actor.actorId })

async function requireEvent(db: Reader, { organisation }: Caller, eventId: string): Promise<EventRow> {
  const [event] = await db
    .select()
    .from(events)
    .where(and(eq(events.id, eventId), eq(events.orgId, organisation.id)))
  if (!event) throw new Problem('event_not_found')
  return event
}

const isRunOf = ({ organisation }: Caller, { eventId }: Which) =>
  and(
    eq(eventRuns.eventId, eventId),
    eq(eventRuns.orgId, organisation.id),
    eq(eventRuns.kind, 'cancel'),
    ne(eventRuns.state, 'stopped'),
  )

/** Taken after an order's lock, and before its event's. */
async function lockRun(tx: Tx, caller: Caller, which: Which): Promise<RunRow> {
  await requireEvent(tx, caller, which.eventId)
  const [run] = await tx.select().from(eventRuns).where(isRunOf(caller, which)).for('update')
  if (!run) throw new Problem('not_found')
  return run
}

/** Locks a run, which is first, and those begun with the same press: they are approved and declined together. */
async function lockTogether(tx: Tx, caller: Caller, which: Which): Promise<[RunRow, ...RunRow[]]> {
  await requireEvent(tx, caller, which.eventId)
  const isOfPress = sql`${eventRuns.press} = (select press from event_runs where ${isRunOf(caller, which)})`
  const runs = await tx
    .select()
    .from(eventRuns)
    .where(or(isRunOf(caller, which), and(isOfPress, ne(eventRuns.state, 'stopped'))))
    .orderBy(asc(eventRuns.id))
    .for('update')
  const run = runs.find(({ eventId }) => eventId === which.eventId)
  if (!run) throw new Problem('not_found')
  return [run, ...runs.filter((one) => one !== run)]
}

/** The dates whose refunds are approved with those of an event. */
async function selectUnapproved(db: Reader, eventId: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select event_id as id from event_runs where state in ('waiting', 'declined')
      and press = (select press from event_runs where event_id = ${eventId} and kind = 'cancel' and state <> 'stopped')`)
  return rows.map(({ id }) => id)
}

async function record(
  tx: Tx,
  caller: Caller,
  { eventId }: Which,
  name: 'event_cancel_approved' | 'event_cancel_declined' | 'event_cancel_asked' | 'event_cancel_retried',
  details: AuditDetails = {},
): Promise<void> {
  const { rows } = await tx.execute<{ title: string }>(sql`select title from events where id = ${eventId}`)
  await recordOfficeChange(tx, caller, {
    name,
    thing: 'event',
    thingId: eventId,
    label: rows[0]!.title,
    ...details,
  })
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
      (select count(*)::int from places where is_test and not is_held) as "testTickets",
      (select count(distinct order_id)::int from places where is_test and not is_held) as "testOrders"`)
  return rows[0]!
}

/** The outcome of each order of a run: that of its refund, once there is one. */
const outcomes = (runId: string) => sql`
  select items.order_id, orders.number, orders.billing ->> 'name' as buyer, orders.test_mode as is_test,
    coalesce(refunds.amount, items.amount)::float8 as amount, refunds.status = 'done' as is_refunded, items.state as item_state, items.told_at,
    case when items.state = 'failed' or refunds.status = 'failed' then 'failed'
      when items.state = 'waiting' or refunds.status in ('waiting', 'requested') then 'under_way'
      else items.state end as outcome,
    case when items.state = 'waiting' then (
      select coalesce(sum(coalesce(entries.hand_amount, 0) + case when ${takenByHand(sql`items.order_id`)} then lines.total else 0 end), 0)::float8
      from event_entries entries join order_lines lines on lines.entry_id = entries.id
      where entries.order_id = items.order_id and entries.event_id = runs.event_id and entries.status = 'paid' and runs.refunds = 'all') else 0 end as hand_waiting,
    case when items.state = 'failed' then items.problem
      when refunds.credit_called_at is not null then 'outcome_unknown' else 'gateway_refused' end as problem
  from event_run_items items
  join event_runs runs on runs.id = items.run_id
  join orders on orders.id = items.order_id
  left join refunds on refunds.id = items.refund_id
  where items.run_id = ${runId}`

interface Counts extends Record<string, unknown> {
  readonly total: number
  readonly done: number
  readonly underWay: number
  readonly failed: number
  readonly byHand: number
  readonly waiting: number
  readonly told: number
  readonly texts: LocalText
  readonly declinedBy: string | null
  readonly refunded: number
  readonly startedBy: string
  readonly approvedBy: string | null
  readonly failures: Listed[]
  readonly byHandOrders: Listed[]
}

type Listed = Omit<CancelRun['failures'][number], 'amount'> & { readonly amount: number }

async function selectTogether(db: Reader, { press }: RunRow): Promise<CancelRun['dates']> {
  if (press === null) return []
  const rows = await db
    .select({
      eventId: events.id,
      startsAt: events.startsAt,
      endsAt: events.endsAt,
      timeZone: events.timeZone,
      state: eventRuns.state,
    })
    .from(eventRuns)
    .innerJoin(events, eq(events.id, eventRuns.eventId))
    .where(and(eq(eventRuns.press, press), ne(eventRuns.state, 'stopped')))
    .orderBy(asc(events.startsAt), asc(events.id))
  return rows.map(({ timeZone, startsAt, endsAt, ...row }) => ({
    ...row,
    startsAt: localTimeOf(startsAt, timeZone),
    endsAt: localTimeOf(endsAt, timeZone),
  }))
}

async function presentRun(db: Reader, caller: Caller, run: RunRow): Promise<CancelRun> {
  const name = (id: string | null) => sql`(select ${fullNameOf('members')} from members where id = ${id}::uuid)`
  const listed = (
    outcome: 'failed' | 'by_hand',
  ) => sql`(select coalesce(json_agg(json_build_object('orderId', order_id, 'number', number,
      'buyer', buyer, 'isTest', is_test, 'amount', case when outcome <> 'by_hand' and hand_waiting > 0 then hand_waiting else amount end, 'problem', problem)), '[]')
    from (select * from orders_of_run where outcome = ${outcome} or (${outcome} = 'by_hand' and hand_waiting > 0) order by order_id limit 200) shown)`
  const { rows } = await db.execute<Counts>(sql`
    with orders_of_run as materialized (${outcomes(run.id)})
    select count(*)::int as total, count(*) filter (where outcome = 'done')::int as done,
      count(*) filter (where outcome = 'under_way')::int as "underWay", count(*) filter (where outcome = 'failed')::int as failed,
      count(*) filter (where outcome = 'by_hand')::int as "byHand", count(*) filter (where item_state = 'waiting')::int as waiting,
      coalesce(sum(amount) filter (where is_refunded and item_state <> 'by_hand' and not is_test), 0)::float8 as refunded,
      ${name(run.startedBy)} as "startedBy", ${name(run.approvedBy)} as "approvedBy",
      ${name(run.declinedBy)} as "declinedBy", count(told_at)::int as told,
      (select cancel_texts from events where id = ${run.eventId}) as texts,
      ${listed('failed')} as failures, ${listed('by_hand')} as "byHandOrders"
    from orders_of_run`)
  const { waiting, declinedBy, texts, refunded, failures, byHandOrders, ...counts } = rows[0]!
  const shown = shownTo(caller)
  return {
    id: run.id,
    state: run.state,
    refunds: run.refunds,
    reason: run.reason,
    startedAt: run.startedAt.toISOString(),
    approvedAt: run.approvedAt?.toISOString() ?? null,
    endedAt: run.endedAt?.toISOString() ?? null,
    declined: run.declinedAt && { by: declinedBy!, at: run.declinedAt.toISOString(), reason: run.declineReason! },
    texts: texts ?? { da: '' },
    ...counts,
    refunded: shown(refunded),
    failures: failures.map((one) => ({ ...one, amount: shown(one.amount) })),
    byHandOrders: byHandOrders.map((one) => ({ ...one, amount: shown(one.amount) })),
    dates: await selectTogether(db, run),
    can: {
      approve: isUnapproved(run) && mayRefund(caller),
      decline: run.state === 'waiting' && mayRefund(caller),
      // Whoever may refund approves by themself.
      ask: run.state === 'declined' && mayWrite(caller) && !mayRefund(caller),
      retry: counts.failed > 0 && mayRetry(caller, run),
      stop: run.state !== 'stopped' && waiting === counts.total && counts.told === 0 && mayWrite(caller),
    },
  }
}
