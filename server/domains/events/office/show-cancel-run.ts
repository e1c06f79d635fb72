import { type CancelRun, isUnapproved } from '#contract/events/cancel.ts'
import { type LocalText, textIn } from '#contract/local-text.ts'
import type { OfficeToday } from '#contract/office/today.ts'
import type { Language, Money } from '#contract/values.ts'
import type { Reader } from '#server/database/db.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import { localTimeOf } from '#server/database/local-time.ts'
import { eventRuns, events } from '#server/database/schema/index.ts'
import { and, asc, eq, ne, sql } from '#server/database/sql.ts'
import { takenByHand } from '#server/domains/payments/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { hasScope } from '#server/identity/scopes.ts'
import type { RunRow } from './cancel-run-state.ts'
import type { EventClub, EventRow } from './edited-event.ts'

export type Caller = OfficeCaller<EventClub>

export interface Which {
  readonly eventId: string
}

export const mayRefund = ({ actor, organisation }: Caller) => hasScope(actor, 'money.refund', organisation.key, 'write')

export const mayWrite = ({ actor, organisation }: Caller) => hasScope(actor, 'events.write', organisation.key, 'write')

/** Without refunds no money moves. */
export const mayRetry = (caller: Caller, { refunds }: RunRow) =>
  mayRefund(caller) || (refunds === 'none' && mayWrite(caller))

/** An amount for whoever may see the club's money. */
export const shownTo =
  ({ actor, organisation: { key, currency } }: Caller) =>
  (minor: number): Money | null =>
    hasScope(actor, 'money.read', key) ? { minor, currency } : null

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

export async function requireEvent(db: Reader, { organisation }: Caller, eventId: string): Promise<EventRow> {
  const [event] = await db
    .select()
    .from(events)
    .where(and(eq(events.id, eventId), eq(events.orgId, organisation.id)))
  if (!event) throw new Problem('event_not_found')
  return event
}

export const isRunOf = ({ organisation }: Caller, { eventId }: Which) =>
  and(
    eq(eventRuns.eventId, eventId),
    eq(eventRuns.orgId, organisation.id),
    eq(eventRuns.kind, 'cancel'),
    ne(eventRuns.state, 'stopped'),
  )

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

export async function presentRun(db: Reader, caller: Caller, run: RunRow): Promise<CancelRun> {
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

/** The dates whose refunds are approved with those of an event. */
export async function selectUnapproved(db: Reader, eventId: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select event_id as id from event_runs where state in ('waiting', 'declined')
      and press = (select press from event_runs where event_id = ${eventId} and kind = 'cancel' and state <> 'stopped')`)
  return rows.map(({ id }) => id)
}
