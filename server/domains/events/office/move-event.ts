import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import { isMoved, keepUntilOf, leastOf, type WhenAndWhere } from '#contract/events/move.ts'
import type { EventFields, EventProblem } from '#contract/events/office.ts'
import type { LocalText } from '#contract/local-text.ts'
import { Id } from '#contract/values.ts'
import { addDays } from '#server/database/clock.ts'
import { crashPoint } from '#server/database/crash-point.ts'
import { type Db, inTransaction, type Reader, type Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { eventChanges, eventMoves, events } from '#server/database/schema/index.ts'
import { and, asc, eq, inArray, isNull, sql, type SQL } from '#server/database/sql.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import {
  delayAction,
  delayedHandler,
  delayedJob,
  recordOfficeChange,
  selectWaitingOfPress,
  stopAction,
  stopWaiting,
} from '#server/domains/audit/index.ts'
import { enqueue, handle, type Handler, job } from '#server/jobs/queue.ts'
import { isTimeZone, localTimeOf, momentOf } from '#server/database/local-time.ts'
import { type MoveReceiver, notifyMoved } from '../notifications.ts'
import type { EventClub, EventRow } from './edited-event.ts'
import { whenAndWhereOf } from '../moved-words.ts'
import { mailDatesMoved, mailMoved } from './move-mails.ts'

type Caller = OfficeCaller<EventClub>

/** Seconds after the last of several saves until guests are notified. */
const PAUSE_SECONDS = 300

const moveLater = delayedJob('events.move-when-not-stopped')
const notifyMovedJob = job('events.tell-moved', z.object({ batch: Id, after: z.nullable(Id) }))

/** Seconds until dates that were saved with one press are looked at again. */
const PRESS_AGAIN_SECONDS = 2

/** Guests notified in one transaction. */
const BATCH = 100
/** Seconds until unpaid holds from before the move are read again: they may have been paid. */
const HOLDS_AGAIN_SECONDS = 300

interface Change {
  readonly was: EventFields
  readonly is: EventFields
}

/** The office's words to its guests, and until which day they can have their money back. */
export interface MoveWish {
  /** Undefined: of a move, and not of a smaller change. */
  readonly tellGuests?: boolean | undefined
  readonly texts?: { readonly da: string; readonly en?: string | undefined } | undefined
  readonly keepUntil?: string | undefined
  /** In common with other dates of its series, of which readers are notified with one mail. */
  readonly press?: string | undefined
}

const DAY = 24 * 3_600_000

const today = (now: Date, timeZone: string) => localTimeOf(now, timeZone).slice(0, 10)

/** Whether an office is asked how long guests of a move can have their money back. */
export const canAsk = (event: EventRow, { was, is }: Change, now: Date): boolean =>
  event.status === 'published' &&
  event.sold + event.held > 0 &&
  isMoved(whenAndWhere(was), whenAndWhere(is)) &&
  keepUntilOf(is.startsAt, today(now, is.timeZone)) !== null

export const inAWeek = ({ timeZone }: EventFields, now: Date): string => addDays(today(now, timeZone), 7)

/** That day, or a day before the event begins if it is sooner; null if that is too soon to ask. */
export function keepUntilWithin(day: string, { startsAt, timeZone }: EventFields, now: Date): string | null {
  const last = addDays(startsAt.slice(0, 10), -1)
  const until = day < last ? day : last
  return until > today(now, timeZone) ? until : null
}

/** The end of a day, or a day before the event begins if that is sooner. */
function deadlineOf(day: string, { startsAt, timeZone }: WhenAndWhere): Date {
  const end = momentOf(`${day}T23:59`, timeZone).getTime()
  return new Date(Math.min(end, momentOf(startsAt, timeZone).getTime() - DAY))
}

/** Why an event with guests, which is not over, cannot be moved like this. */
export async function problemsOfMove(
  tx: Tx,
  event: EventRow,
  { was, is, keepUntil }: Change & Pick<MoveWish, 'keepUntil'>,
): Promise<EventProblem[]> {
  const [before, after] = [whenAndWhere(was), whenAndWhere(is)]
  if (event.sold + event.held === 0 || isDeepStrictEqual(before, after)) return []
  if (!isTimeZone(after.timeZone) || isOver(before, tx.now)) return []
  const [start, oldStart] = [after, before].map((one) => momentOf(one.startsAt, one.timeZone)) as [Date, Date]
  const problems: EventProblem[] = []
  if (start.getTime() !== oldStart.getTime() && oldStart > tx.now && start <= tx.now)
    problems.push({ path: 'startsAt', fault: 'moved_to_past' })
  else if (
    isMoved(before, { ...after, place: before.place, address: before.address, endsAt: before.endsAt }) &&
    (await haveCome(tx, event.id))
  )
    problems.push({ path: 'startsAt', fault: 'guests_have_come' })
  if (problems.length > 0 || keepUntil === undefined || !isMoved(before, after)) return problems
  if (keepUntil < localTimeOf(tx.now, after.timeZone).slice(0, 10))
    return [{ path: 'keepUntil', fault: 'keep_until_past' }]
  const lastDay = localTimeOf(new Date(start.getTime() - DAY), after.timeZone).slice(0, 10)
  if (keepUntil > lastDay || deadlineOf(keepUntil, after) <= tx.now)
    return [{ path: 'keepUntil', fault: 'keep_until_late' }]
  return []
}

/** Whether somebody was seen at the door. */
async function haveCome(tx: Tx, eventId: string): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select from event_entries where event_id = ${eventId} and status = 'paid' and present_at is not null limit 1`,
  )
  return rows.length > 0
}

/**
 * Notes that a published event is at another time or place, under its lock, for whoever has a place by now. They are notified after a pause,
 * once, of what
 * came of all changes since they last heard: of several small ones that add up to a move, of nothing if the event is back where it was. Unticked,
 * the office notifies them itself.
 */
export async function noteMove(
  tx: Tx,
  caller: Caller,
  event: EventRow,
  { was, is, tellGuests, texts, keepUntil, press }: Change & MoveWish,
) {
  const [before, after] = [whenAndWhere(was), whenAndWhere(is)]
  if (event.status !== 'published' || event.sold + event.held === 0 || !isMoved(before, after, leastOf(true))) return
  if (isOver(before, tx.now) || isOver(after, tx.now)) return
  const waiting = await selectWaiting(tx, event.id)
  const isMovedTo = (place: WhenAndWhere) => waiting.some((one) => isMoved(one.before, place))
  if (tellGuests === false) {
    // A move that is announced already still is.
    if (!isMovedTo(before)) await drop(tx, event.id)
    return
  }
  const isBack = isMovedTo(before) && !isMovedTo(after) && !(await isTakenSince(tx, event.id, waiting[0]!.at))
  if (isBack && (await stopWaiting(tx, { orgId: event.orgId, kind: 'move', thingId: event.id }))) return
  // Later than any buyer who had the lock before. The clock of a transaction is its beginning.
  const at = sql<Date>`portal_now() + (clock_timestamp() - transaction_timestamp())`
  await tx.insert(eventChanges).values({ id: newId(), eventId: event.id, before, at: at as never })
  const small = !isMoved(before, after) && !isMovedTo(after)
  if (small && tellGuests !== true) return
  await delayAction(tx, caller, {
    kind: 'move',
    thingId: event.id,
    label: event.title,
    payload: {
      // Without words of its own, a save keeps those of the one before.
      texts: texts ? { da: texts.da, ...(texts.en?.trim() && { en: texts.en }) } : await selectWords(tx, event.id),
      keepUntil: small || !keepUntil ? null : deadlineOf(keepUntil, after).toISOString(),
      small,
      ...(press && { press }),
    },
    job: moveLater,
    seconds: PAUSE_SECONDS,
    restarts: true,
  })
}

/** Stops the notification of a moved event's guests, and of those of the dates saved with it. They stay moved. */
export async function stopMove(tx: Tx, caller: OfficeCaller, { actionId }: { readonly actionId: string }) {
  for (const { thingId, label } of await stopAction(tx, caller, { actionId, kind: 'move' })) {
    await drop(tx, thingId)
    await recordOfficeChange(tx, caller, { name: 'event_move_stopped', thing: 'event', thingId, label })
  }
}

const isWaiting = (eventId: string) =>
  and(eq(eventChanges.eventId, eventId), isNull(eventChanges.toldBy), isNull(eventChanges.droppedAt))

const selectWaiting = (tx: Tx, eventId: string) =>
  tx.select().from(eventChanges).where(isWaiting(eventId)).orderBy(asc(eventChanges.at), asc(eventChanges.id))

/** The words of a notification that has not begun. */
async function selectWords(tx: Tx, eventId: string): Promise<LocalText | null> {
  const { rows } = await tx.execute<{ texts: LocalText | null }>(sql`
    select payload -> 'texts' as texts from delayed_actions where kind = 'move' and thing_id = ${eventId} and state = 'waiting'`)
  return rows[0]?.texts ?? null
}

/** Whether somebody took a place, or joined the waiting list, who has seen the event where it was then. */
async function isTakenSince(tx: Tx, eventId: string, at: Date): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from event_entries where event_id = ${eventId} and created_at >= ${at} and status in ('held', 'paid')
    union all
    select from waiting_wishes where event_id = ${eventId} and joined_at >= ${at} and status in ('waiting', 'offered')
    limit 1`)
  return rows.length > 0
}

const drop = (tx: Tx, eventId: string) => tx.update(eventChanges).set({ droppedAt: tx.now }).where(isWaiting(eventId))

/** When and where an event is, without what else its editor has. */
const whenAndWhere = ({ startsAt, endsAt, timeZone, place, address }: EventFields): WhenAndWhere => ({
  startsAt,
  endsAt,
  timeZone,
  place,
  address,
})

const isOver = ({ endsAt, timeZone }: WhenAndWhere, now: Date) => momentOf(endsAt, timeZone) <= now

interface Payload {
  readonly texts: LocalText | null
  readonly keepUntil: string | null
  readonly small: boolean
  readonly press: string
}

/** Begins to notify once the pause is over, and says in the history how many. */
export const moveHandler = (db: Db): Handler =>
  delayedHandler(
    db,
    moveLater,
    'events.write',
    async (tx, { id: batch, thingId: eventId, orgId, actorId, label, payload }) => {
      // A save that moves it again waits for this action, and the next one notifies of it.
      const [event] = await tx.select().from(events).where(eq(events.id, eventId))
      const after = whenAndWhereOf(event!)
      const { texts = null, keepUntil = null, small = false, press = null } = payload as Partial<Payload>
      const changes = await selectWaiting(tx, eventId)
      const undone = changes.filter(({ before }) => !isMoved(before, after, leastOf(small))).map(({ id }) => id)
      if (event!.status !== 'published' || isOver(after, tx.now) || undone.length === changes.length)
        return void (await drop(tx, eventId))
      await tx.update(eventChanges).set({ toldBy: batch, after }).where(isWaiting(eventId))
      // Whoever has a place since then is where they were: they are neither notified nor asked.
      await tx.update(eventChanges).set({ droppedAt: tx.now }).where(inArray(eventChanges.id, undone))
      // The event may begin sooner than when it was saved.
      const until = keepUntil && new Date(Math.min(Date.parse(keepUntil), event!.startsAt.getTime() - DAY))
      await tx
        .insert(eventMoves)
        .values({ id: batch, orgId, eventId, texts, keepUntil: until && until > tx.now ? until : null, small, press })
      const people = await countReceivers(tx, batch)
      if (people > 0)
        await recordOfficeChange(
          tx,
          { actor: { actorId }, organisation: { id: orgId } },
          { name: 'event_move_told', thing: 'event', thingId: eventId, label, after: { people } },
        )
      if (people > 0 || (await hasHolds(tx, batch))) await enqueueNotifyMoved(tx, batch, null)
    },
  )

const enqueueNotifyMoved = (tx: Tx, batch: string, after: string | null, afterSeconds = 0) =>
  enqueue(tx, notifyMovedJob, { batch, after }, { key: `event-moved:${batch}`, hurry: true, afterSeconds })

/** Notifies some guests in each step, in one transaction with the next one. Each is notified once, however often a step runs. */
export const notifyMovedHandler = (db: Db): Handler =>
  handle(notifyMovedJob, async ({ batch, after }) => {
    await inTransaction(db, async (tx) => {
      const [found] = await tx.select().from(eventMoves).where(eq(eventMoves.id, batch))
      const move = found ?? { id: batch, orgId: null, press: null }
      const { orgId, press } = move
      // A mail names all dates that were saved with one press: those whose pause is not over yet, too.
      if (orgId && press && (await selectWaitingOfPress(tx, orgId, 'move', press)))
        return enqueueNotifyMoved(tx, batch, after, PRESS_AGAIN_SECONDS)
      const receivers = await selectReceivers(tx, batch, after)
      const dates = press ? await selectDatesOf(tx, press, receivers) : new Map<string, MoveReceiver[]>()
      for (const one of receivers) {
        await notifyMoved(tx, batch, one)
        const ofPress = dates.get(one.memberId) ?? []
        if (!(await mailDatesMoved(tx, move, one, ofPress))) await mailMoved(tx, move, one)
      }
      crashPoint('move.notifying')
      if (receivers.length === BATCH) return enqueueNotifyMoved(tx, batch, receivers.at(-1)!.memberId)
      if (await hasHolds(tx, batch)) return enqueueNotifyMoved(tx, batch, null, HOLDS_AGAIN_SECONDS)
    })
    crashPoint('move.notified')
  })

/** The change that somebody is notified of: the first of batches since they took a place at an event, or joined its waiting list. */
const firstChange = (batches: SQL, eventId: SQL, since: SQL) => sql`
  select id, at, dropped_at from event_changes
  where told_by = any(${batches}) and event_id = ${eventId} and at >= ${since} order by at, id limit 1`

/** The places taken before the moves of batches. */
const moved = (batches: SQL) => sql`
  select entries.order_id, entries.member_id, entries.status, change.id as change_id, change.at, entries.event_id
  from event_entries entries
  cross join lateral (${firstChange(batches, sql`entries.event_id`, sql`entries.created_at`)}) change
  where change.dropped_at is null and entries.event_id in (select event_id from event_changes where told_by = any(${batches}))`

/** Those on the waiting lists of batches. */
const waitedFor = (batches: SQL) => sql`
  select wishes.buyer_id, null::uuid, null::uuid, wishes.status, change.id, change.at, wishes.event_id
  from waiting_wishes wishes
  cross join lateral (${firstChange(batches, sql`wishes.event_id`, sql`wishes.joined_at`)}) change
  where change.dropped_at is null and wishes.status in ('waiting', 'offered')
    and wishes.event_id in (select event_id from event_changes where told_by = any(${batches}))`

/** Buyers, and holders of the places; for whoever has no sign-in, their guardian. Of others, those who wait for a place. */
const receivers = (batches: SQL) => sql`
  select distinct on (receivers.member_id, receivers.event_id) receivers.member_id as "memberId", receivers.order_id as "orderId",
    receivers.change_id as "changeId"
  from (
    select orders.buyer_id as member_id, moved.* from (${moved(batches)}) moved (order_id, holder_id, status, change_id, at, event_id)
      join orders on orders.id = moved.order_id where moved.status = 'paid'
    union all
    select case when exists (select from member_identities own where own.member_id = person.id) then person.id else person.parent_id end, moved.*
    from (${moved(batches)}) moved (order_id, holder_id, status, change_id, at, event_id)
      join members person on person.id = moved.holder_id where moved.status = 'paid'
    union all
    ${waitedFor(batches)}
  ) receivers
  where receivers.member_id is not null
  order by receivers.member_id, receivers.event_id, receivers.order_id is null, receivers.at, receivers.order_id`

const only = (batch: string) => sql`array[${batch}::uuid]`

/** All dates of one press that each of some members is notified of. */
async function selectDatesOf(db: Reader, press: string, some: readonly MoveReceiver[]) {
  const { rows } = await db.execute<MoveReceiver>(sql`
    select * from (${receivers(sql`array(select id from event_moves where press = ${press})`)}) all_of_them
    where "memberId" = any(${sql.param(some.map(({ memberId }) => memberId))}::uuid[])`)
  return Map.groupBy(rows, ({ memberId }) => memberId)
}

async function selectReceivers(db: Reader, batch: string, after: string | null): Promise<MoveReceiver[]> {
  const { rows } = await db.execute<MoveReceiver>(sql`
    select * from (${receivers(only(batch))}) all_of_them
    where ${after}::uuid is null or "memberId" > ${after}::uuid order by "memberId" limit ${BATCH}`)
  return rows
}

async function countReceivers(tx: Tx, batch: string): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from (${receivers(only(batch))}) receivers`,
  )
  return rows[0]!.count
}

async function hasHolds(db: Reader, batch: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from event_entries entries join event_changes changes on changes.event_id = entries.event_id
    where changes.told_by = ${batch} and changes.at >= entries.created_at and entries.status = 'held'
      and (reserved_until is null or reserved_until > portal_now() - interval '1 hour') limit 1`)
  return rows.length > 0
}
