import * as z from 'zod/mini'
import type { DelayedAction } from '#contract/audit/delayed-actions.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { Id } from '#contract/values.ts'
import { type Cause, changeStatus } from '#server/database/change-status.ts'
import { type Db, inTransaction, type Reader, type Tx } from '#server/database/db.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import { idOf, newId } from '#server/database/new-id.ts'
import { delayedActions } from '#server/database/schema/index.ts'
import { and, eq, inArray, isNull, sql, type SQL } from '#server/database/sql.ts'
import { clubsOfToken, grantedMembers, type Scope } from '#server/identity/scopes.ts'
import { enqueue, handle, type Handler, job, type Job, withdraw } from '#server/jobs/queue.ts'
import type { Club, MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'

/** Seconds in which an action can be stopped, counted by the server. */
const STOP_SECONDS = 60

/** An office's action. A person's own has no club, and whoever carries it out asks for none. */
export type DelayedRow = typeof delayedActions.$inferSelect & { readonly orgId: string }
type Kind = DelayedRow['kind']

/** Who asks for it: an office for its club, or a person for themselves. */
interface Caller {
  readonly actor: MemberActor
  readonly organisation: Club | null
}

/** The job that carries out actions of a kind. */
export const delayedJob = (name: string): Job<{ actionId: string }> => job(name, z.object({ actionId: Id }))

const keyOf = (id: string) => `delayed:${id}`

/**
 * Delays what was asked for by a minute, or by longer.
 * @param restarts one of the kind that waits for this thing waits as long again; by itself it is left alone
 * @returns false if one of the kind waits for this thing already at the club
 */
export async function delayAction(
  tx: Tx,
  { actor, organisation }: Caller,
  {
    job: carryOut,
    seconds = STOP_SECONDS,
    restarts = false,
    ...action
  }: Pick<DelayedRow, 'kind' | 'thingId' | 'label' | 'payload'> & {
    readonly job: Job<{ actionId: string }>
    readonly seconds?: number
    readonly restarts?: boolean
  },
): Promise<boolean> {
  const dueAt = sql`now() + make_interval(secs => ${seconds})` as never
  const isByToken =
    !organisation || clubsOfToken(actor).some((key) => key === 'ALL' || key === organisation.key.toUpperCase())
  const orgId = organisation?.id ?? null
  const payload = { ...action.payload, byToken: isByToken }
  const row = await insertWaiting(tx, { id: newId(), orgId, actorId: actor.actorId, dueAt, ...action, payload })
  const asked = { afterSeconds: seconds, priority: -10 }
  if (row) await enqueue(tx, carryOut, { actionId: row.id }, { key: keyOf(row.id), ...asked })
  else if (restarts) {
    const [waiting] = await tx
      .update(delayedActions)
      .set({ dueAt, label: action.label, actorId: actor.actorId, payload })
      .where(isWaitingFor({ orgId, ...action }))
      .returning({ id: delayedActions.id })
    // It was carried out between the two statements: this one is delayed anew.
    if (!waiting) return delayAction(tx, { actor, organisation }, { job: carryOut, seconds, restarts, ...action })
    await enqueue(tx, carryOut, { actionId: waiting.id }, { key: keyOf(waiting.id), hurry: true, ...asked })
  }
  return row !== undefined
}

type NewRow = typeof delayedActions.$inferInsert & { readonly orgId: string | null }

/**
 * Something waits for a person at several clubs, while a unique index, which the version before names, lets one action of a kind wait for a thing.
 * Every further club's has an id of club and thing in its place.
 * @returns undefined if one waits already at the club
 */
async function insertWaiting(tx: Tx, row: NewRow): Promise<{ readonly id: string } | undefined> {
  const { orgId, kind, thingId, payload } = row
  const atClub = idOf(`${orgId} ${thingId}`)
  const waiting = await tx
    .select({ orgId: delayedActions.orgId })
    .from(delayedActions)
    .where(and(eq(delayedActions.kind, kind), inArray(delayedActions.thingId, [thingId, atClub]), isWaiting))
  if (waiting.some((one) => one.orgId === orgId)) return undefined
  const [inserted] = await tx
    .insert(delayedActions)
    .values(waiting.length === 0 ? row : { ...row, thingId: atClub, payload: { ...payload, thing: thingId } })
    .onConflictDoNothing({ target: [delayedActions.kind, delayedActions.thingId], where: sql`state = 'waiting'` })
    .returning({ id: delayedActions.id })
  // Another was first between the two statements.
  return inserted ?? insertWaiting(tx, row)
}

const isWaiting = eq(delayedActions.state, 'waiting')

/** The thing that an action is for. */
export const delayedThing = sql<string>`coalesce((payload ->> 'thing')::uuid, thing_id)`

const isWaitingFor = ({ orgId, kind, thingId }: Pick<NewRow, 'orgId' | 'kind' | 'thingId'>) =>
  and(eq(delayedActions.kind, kind), eq(delayedThing, thingId), sql`org_id is not distinct from ${orgId}`, isWaiting)

/** Takes back what a club's action of a kind would do for a thing, because there is nothing left to do. @returns it, unless nothing waits any more */
export async function stopWaiting(
  tx: Tx,
  which: Pick<DelayedRow, 'orgId' | 'kind' | 'thingId'>,
): Promise<DelayedRow | undefined> {
  const [row] = await tx.select({ id: delayedActions.id }).from(delayedActions).where(isWaitingFor(which))
  const [stopped] = row ? await end(tx, [row.id], 'waiting', 'stopped', { reason: 'nothing left to do' }) : []
  if (stopped) await withdraw(tx, keyOf(stopped.id))
  return stopped
}

/**
 * Takes an action back, and what was begun by the same press: whoever changes a state first, this or the job, decides.
 * Throws `too_late_to_stop` when the job was first everywhere.
 * @param refusal ends it as refused, for its author to take back
 */
export async function stopAction(
  tx: Tx,
  { actor, organisation }: Caller,
  {
    actionId,
    kind,
    from = 'waiting',
    refusal = null,
  }: {
    readonly actionId: string
    readonly kind: Kind
    readonly from?: 'waiting' | 'refused'
    readonly refusal?: ErrorCode | null
  },
): Promise<[DelayedRow, ...DelayedRow[]]> {
  const pressed = await tx
    .select({ id: delayedActions.id })
    .from(delayedActions)
    .where(
      and(
        sql`${pressOf} = (select ${pressOf} from delayed_actions where id = ${actionId})`,
        organisation ? eq(delayedActions.orgId, organisation.id) : isNull(delayedActions.orgId),
        eq(delayedActions.kind, kind),
        eq(delayedActions.state, from),
      ),
    )
  const rows = await end(
    tx,
    pressed.map(({ id }) => id),
    from,
    refusal === null ? 'stopped' : 'refused',
    { reason: organisation ? 'the office' : 'the person', actorId: actor.actorId },
    refusal,
  )
  const [row, ...others] = rows
  if (!row) throw new Problem('too_late_to_stop')
  for (const { id } of rows) await withdraw(tx, keyOf(id))
  return [row, ...others]
}

/** Actions begun with one press share `press`; everything else is by itself. */
const pressOf = sql`coalesce(payload ->> 'press', id::text)`

/**
 * Carries out actions of a kind, each once, in one transaction with its state. A refusal by the domain's rules, or because the author has
 * lost their right meanwhile, ends it as `refused`, with nothing done.
 * @param scope what the author must still hold at the club; null for a person's own action, which checks it itself
 * @param onRefused runs with that end
 */
export const delayedHandler = (
  db: Db,
  work: Job<{ actionId: string }>,
  scope: Scope | null,
  perform: (tx: Tx, action: DelayedRow) => Promise<void>,
  onRefused: (tx: Tx, action: DelayedRow) => Promise<void> = async () => {},
): Handler =>
  handle(work, async ({ actionId }) => {
    try {
      await inTransaction(db, async (tx) => {
        const [action] = await end(tx, [actionId], 'waiting', 'done', { reason: 'due' })
        if (!action) return
        if (!(await selectAuthorMay(tx, action, scope))) throw new Problem('forbidden')
        await perform(tx, action)
      })
    } catch (error) {
      if (!(error instanceof Problem) || error.code === 'unavailable') throw error
      const { code } = error
      await inTransaction(db, async (tx) => {
        const [action] = await end(tx, [actionId], 'waiting', 'refused', { reason: code }, code)
        if (action) await onRefused(tx, action)
      })
      return 'refused'
    }
    return 'done'
  })

/** A grant can be taken away meanwhile; a token's roles are known with its next call only, so that the account alone counts. */
async function selectAuthorMay(
  db: Reader,
  { actorId, orgId, payload }: DelayedRow,
  scope: Scope | null,
): Promise<boolean> {
  const granted = orgId && scope ? sql`id in (${grantedMembers(orgId, scope)})` : sql`false`
  const { rows } = await db.execute<{ may: boolean }>(sql`
    select exists (
      select from members where id = ${actorId} and enabled
        and (${payload['byToken'] !== false}::boolean or ${granted})
    ) as may`)
  return rows[0]!.may
}

/** An action of a kind that waits and was begun by this press. */
export async function selectWaitingOfPress(
  db: Reader,
  orgId: string,
  kind: Kind,
  press: string,
): Promise<string | null> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from delayed_actions
    where org_id = ${orgId} and kind = ${kind} and state = 'waiting' and payload ->> 'press' = ${press} limit 1`)
  return rows[0]?.id ?? null
}

/** Whether this press began actions of a kind, whatever became of them. */
export async function isBegun(db: Reader, orgId: string, kind: Kind, press: string): Promise<boolean> {
  const { rows } = await db.execute<{ begun: boolean }>(sql`
    select exists (select from delayed_actions where org_id = ${orgId} and kind = ${kind} and payload ->> 'press' = ${press}) as begun`)
  return rows[0]!.begun
}

/** The only writer of an action's state. @returns those that ended: another transaction can have been first */
async function end(
  tx: Tx,
  ids: readonly string[],
  from: 'waiting' | 'refused',
  to: 'done' | 'refused' | 'stopped',
  cause: Cause,
  refusal: ErrorCode | null = null,
): Promise<DelayedRow[]> {
  const ended = await changeStatus(tx, {
    table: 'delayed_actions',
    ids,
    from: [from],
    to,
    set: sql`refusal = ${refusal}, ended_at = portal_now()`,
    cause,
  })
  if (ended.length === 0) return []
  const rows = await tx
    .select()
    .from(delayedActions)
    .where(inArray(delayedActions.id, ended))
    .orderBy(delayedActions.id)
  return rows.map((row) => ({ ...row, thingId: row.payload['thing'] ?? row.thingId })) as DelayedRow[]
}

/** Deletes the payload of an ended action, but its thing, and its press: by it, the others can still be stopped. */
export const forgetPayload = (tx: Tx, id: string) =>
  tx
    .update(delayedActions)
    .set({
      payload: sql`jsonb_strip_nulls(jsonb_build_object('press', payload -> 'press', 'thing', payload -> 'thing'))`,
      label: '',
    })
    .where(eq(delayedActions.id, id))

/** Ends refused actions that their author could still reopen, and deletes their payload. */
export const dropRefused = (tx: Tx, { kind, thingId, actorId }: Pick<DelayedRow, 'kind' | 'thingId' | 'actorId'>) =>
  drop(
    tx,
    and(eq(delayedActions.kind, kind), eq(delayedActions.thingId, thingId), eq(delayedActions.actorId, actorId)),
    actorId,
  )

/** Drops all refused actions of a kind after so many days. */
export const dropOldRefused = (tx: Tx, { kind, days }: { readonly kind: Kind; readonly days: number }) =>
  drop(tx, and(eq(delayedActions.kind, kind), sql`ended_at < portal_now() - make_interval(days => ${days}::int)`))

async function drop(tx: Tx, which: SQL | undefined, actorId: string | null = null): Promise<void> {
  const rows = await tx
    .select({ id: delayedActions.id })
    .from(delayedActions)
    .where(and(which, eq(delayedActions.state, 'refused')))
  await changeStatus(tx, {
    table: 'delayed_actions',
    ids: rows.map(({ id }) => id),
    from: ['refused'],
    to: 'stopped',
    set: sql`payload = '{}', label = ''`,
    cause: { reason: 'dropped', actorId },
  })
}

/** Refused actions are shown for ten minutes, however late their job ran. */
const isRefusedLately = sql`state = 'refused' and ended_at > portal_now() - interval '10 minutes'`

/** Delayed actions of a club, soonest first, and those refused in the last minutes. The seconds are those of the jobs' clock. */
export async function selectActions(
  db: Reader,
  orgId: string,
  kinds: readonly Kind[],
): Promise<Omit<DelayedAction, 'can'>[]> {
  const { rows } = await db.execute<Omit<DelayedAction, 'can'> & Record<string, unknown>>(sql`
    with actions as (
      select id, kind, ${delayedThing} as thing_id, label, payload, refusal, actor_id, due_at, ${pressOf} as press
      from delayed_actions where org_id = ${orgId} and kind = any(${sql.param([...kinds])}::text[]) and (
        state = 'waiting' or ${isRefusedLately}
      )
    ),
    presses as (
      select distinct on (press, kind, refusal) *, count(*) over same as count,
        case when payload ? 'amount' then jsonb_set(payload -> 'amount', '{minor}', to_jsonb(sum((payload -> 'amount' ->> 'minor')::bigint) over same)) end as amount
      from actions window same as (partition by press, kind, refusal) order by press, kind, refusal, id
    )
    select presses.id, kind, thing_id as "thingId", label, count::int, amount, refusal,
      ${fullNameOf('members')} as by,
      greatest(0, ceil(extract(epoch from due_at - now())))::int as "secondsLeft"
    from presses join members on members.id = actor_id order by due_at, presses.id limit 100`)
  return rows
}

/** A person's own action that waits, or was refused in the last minutes. The seconds are those of the jobs' clock. */
export async function selectPersonalAction(db: Reader, kind: Kind, thingId: string) {
  const { rows } = await db.execute<
    Pick<DelayedRow, 'id' | 'state'> & { secondsLeft: number } & Record<string, unknown>
  >(sql`
    select id, state, greatest(0, ceil(extract(epoch from due_at - now())))::int as "secondsLeft"
    from delayed_actions where kind = ${kind} and thing_id = ${thingId}
      and (state = 'waiting' or ${isRefusedLately})
    order by state = 'waiting' desc, id desc limit 1`)
  return rows[0]
}

/** The action of a kind that waits for a thing; if none does, the caller's own that could not be carried out. */
export async function selectEndable(
  db: Reader,
  { kind, thingId, actorId }: Pick<DelayedRow, 'kind' | 'thingId' | 'actorId'>,
) {
  const { rows } = await db.execute<
    Pick<DelayedRow, 'id' | 'actorId' | 'payload'> & Pick<DelayedAction, 'by' | 'secondsLeft' | 'refusal'>
  >(sql`
    select actions.id, actor_id as "actorId", payload, refusal, ${fullNameOf('members')} as by,
      greatest(0, ceil(extract(epoch from due_at - now())))::int as "secondsLeft"
    from delayed_actions actions join members on members.id = actions.actor_id
    where kind = ${kind} and thing_id = ${thingId} and (state = 'waiting' or state = 'refused' and actor_id = ${actorId})
    order by state = 'waiting' desc, actions.id desc limit 1`)
  return rows[0]
}

/** Those of these things of one club for which an action of a kind waits. */
export async function selectDelayed(db: Reader, kind: Kind, thingIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ thingId: delayedActions.thingId })
    .from(delayedActions)
    .where(and(eq(delayedActions.kind, kind), inArray(delayedActions.thingId, [...thingIds]), isWaiting))
  return new Set(rows.map(({ thingId }) => thingId))
}

/** The people for whom an action of a kind waits at a club. */
export const peopleDelayedAt = (orgId: string, kind: Kind): SQL =>
  sql`(select ${delayedThing} from delayed_actions where org_id = ${orgId}::uuid and kind = ${kind} and state = 'waiting')`
