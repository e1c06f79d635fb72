import type { LeavePreview, LeaveReason } from '#contract/people/leaving.ts'
import { addDays, copenhagenDate, copenhagenToday } from '#server/database/clock.ts'
import type { Db, Reader, Tx } from '#server/database/db.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import { newId } from '#server/database/new-id.ts'
import { sql } from '#server/database/sql.ts'
import {
  delayAction,
  delayedHandler,
  delayedJob,
  forgetPayload,
  recordOfficeChange,
  selectWaitingOfPress,
  stopAction,
  stopWaiting,
} from '#server/domains/audit/index.ts'
import { relationshipOf } from '#server/domains/members/index.ts'
import { endRenewalAt, type EndedRenewal, restoreRenewals } from '#server/domains/memberships/index.ts'
import { requestMail } from '#server/domains/notifications/index.ts'
import { askForRefund, type LineItemHandlers } from '#server/domains/orders/index.ts'
import type { MemberActor, OfficeCaller } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { hasScope } from '#server/identity/scopes.ts'
import { endTeams, restoreTeams, stayInTeams } from './teams.ts'

/** How far ahead a day of leaving can be. */
const MOST_DAYS_AHEAD = 366

export interface LeaveServices {
  readonly lineHandlers: LineItemHandlers
}

interface Who {
  readonly orgId: string
  readonly memberId: string
}

export interface Leaving extends Who {
  /** The first day on which they do not belong to the club. */
  readonly day: string
  readonly reason: LeaveReason
  /** In their own words. */
  readonly text: string
}

/** Ended with somebody's leaving, to restore it if it is stopped. */
interface Ended {
  readonly renewals: EndedRenewal[]
  /** Rows of `team_people`. */
  readonly teams: string[]
}

/**
 * Somebody leaves a club, by whoever may say so: automatic renewal and teams end, and announced charges are withdrawn. What is paid stays. One door for the
 * office, a bulk action and the person.
 */
export async function leaveClub(
  { lineHandlers }: LeaveServices,
  tx: Tx,
  actorId: string,
  leaving: Leaving,
): Promise<Ended> {
  const { orgId, memberId, day, reason, text } = leaving
  await requireLeavable(tx, leaving)
  const renewals = await endRenewalAt(lineHandlers, tx, { orgId, memberId, ofPayer: reason === 'deceased' })
  await tx.execute(sql`
    update club_people set left_on = ${day}::date, left_reason = ${reason}, version = version + 1
    where org_id = ${orgId}::uuid and member_id = ${memberId}::uuid`)
  const teams = await endTeams(tx, leaving)
  await record(tx, { actorId, ...leaving }, 'person_left', {
    after: { leftOn: day, leaveReason: reason },
    reason: text || undefined,
  })
  return { renewals, teams }
}

/** Locks the person's row: of two who do it at once, the second is answered with the day. */
async function requireLeavable(tx: Tx, { orgId, memberId, day }: Leaving): Promise<void> {
  const { rows } = await tx.execute<{ leftOn: string | null; since: string }>(sql`
    select left_on::text as "leftOn", since::text as since from club_people
    where org_id = ${orgId}::uuid and member_id = ${memberId}::uuid for update`)
  const [person] = rows
  if (!person) throw new Problem('not_found')
  if (person.leftOn) throw new Problem('left_already', { data: { day: person.leftOn } })
  if (day < person.since) throw new Problem('leaving_before_joined', { data: { day: person.since } })
  requireNotTooLate(day, copenhagenDate(tx.now))
  const { beginsOn } = await selectPaid(tx, { orgId, memberId })
  if (beginsOn && day < beginsOn) throw new Problem('leaving_before_term', { data: { day: beginsOn } })
}

export function requireNotTooLate(day: string, today: string): void {
  if (day > addDays(today, MOST_DAYS_AHEAD)) throw new Problem('leaving_too_late')
}

/** Until when somebody has paid, and the first day of the last season that has not begun. */
async function selectPaid(db: Reader, { orgId, memberId }: Who) {
  const { rows } = await db.execute<{ paidUntil: string | null; beginsOn: string | null }>(sql`
    select max(terms.end_date)::text as "paidUntil",
      max(terms.start_date) filter (where terms.start_date > ${copenhagenToday})::text as "beginsOn"
    from memberships join membership_terms terms on terms.membership_id = memberships.id
    where memberships.org_id = ${orgId}::uuid and memberships.member_id = ${memberId}::uuid and terms.status = 'active'
      and terms.end_date >= ${copenhagenToday}`)
  return rows[0]!
}

interface OfOffice extends Omit<Leaving, 'orgId'> {
  readonly tickets: 'keep' | 'refund'
}

export const confirmLeavingJob = delayedJob('people.confirm-leaving')

/** The office says that somebody leaves. The mail goes out a minute later, so do refunds of tickets; until then it can be stopped. */
export async function leaveByOffice(
  services: LeaveServices,
  tx: Tx,
  caller: OfficeCaller,
  { tickets, ...leaving }: OfOffice,
): Promise<LeavePreview> {
  const { actor, organisation } = caller
  const who = { orgId: organisation.id, memberId: leaving.memberId }
  if (tickets === 'refund' && !hasScope(actor, 'money.refund', organisation.key, 'write'))
    throw new Problem('forbidden')
  const { renewals: ended, teams } = await leaveClub(services, tx, actor.actorId, {
    ...leaving,
    orgId: organisation.id,
  })
  const press = newId()
  if (tickets === 'refund')
    for (const { orderId, lineIds } of await selectTicketLines(tx, who))
      await askForRefund(tx, caller, { orderId, lineIds }, { press })
  const preview = await readPreview(tx, who, hasScope(actor, 'events.read', organisation.key))
  const delayed = await delayAction(tx, caller, {
    kind: 'leave',
    thingId: leaving.memberId,
    label: preview.name,
    payload: { ended, teams, press, day: leaving.day },
    job: confirmLeavingJob,
  })
  // They were to leave with many in a minute: that action will be refused, as they have left, and mail nobody.
  if (!delayed) await requestLeftMail(tx, who)
  return preview
}

/** Mails the confirmation of those that were not stopped. Of a bulk action, people leave only now. */
export const confirmLeavingHandler = ({ db, ...services }: LeaveServices & { readonly db: Db }) =>
  delayedHandler(db, confirmLeavingJob, 'members.write', async (tx, action) => {
    const { id, orgId, actorId, thingId: memberId, payload } = action
    const who = { orgId, memberId }
    const leaving = payload['leaving'] as Omit<Leaving, keyof Who> | undefined
    if (leaving) await leaveClub(services, tx, actorId, { ...leaving, ...who })
    await requestLeftMail(tx, who)
    await forgetPayload(tx, id)
  })

/** Nothing has gone out yet: the people belong to the club as before, and so do renewals and tickets of theirs. */
export async function stopLeaving(
  tx: Tx,
  caller: OfficeCaller,
  { actionId }: { readonly actionId: string },
): Promise<void> {
  const { actor, organisation } = caller
  for (const { id, thingId: memberId, payload } of await stopAction(tx, caller, { actionId, kind: 'leave' })) {
    const who = { orgId: organisation.id, memberId }
    if (payload['leaving']) await forgetPayload(tx, id)
    else {
      await takeBackLeaving(tx, who)
      await restoreEnded(tx, { payload })
      const refund = await selectWaitingOfPress(tx, organisation.id, 'refund', payload['press'] as string)
      if (refund) await stopAction(tx, caller, { actionId: refund, kind: 'refund' })
    }
    await record(tx, { actorId: actor.actorId, ...who }, 'person_leaving_stopped')
  }
}

/** A bulk action that waits has ended nothing yet. */
async function restoreEnded(tx: Tx, { payload }: { readonly payload: Record<string, unknown> }): Promise<void> {
  await restoreRenewals(tx, (payload['ended'] ?? []) as EndedRenewal[])
  await restoreTeams(tx, (payload['teams'] ?? []) as string[])
}

const takeBackLeaving = (tx: Tx, { orgId, memberId }: Who) =>
  tx.execute(sql`
    update club_people set left_on = null, left_reason = null, version = version + 1
    where org_id = ${orgId}::uuid and member_id = ${memberId}::uuid and left_on is not null`)

/**
 * Somebody who left, or will, belongs to the club again, with the number they had and the teams that have not ended. Within the minute
 * nothing is mailed, and renewals and teams are as before; refunds of tickets are stopped on their own.
 */
export async function returnToClub(
  tx: Tx,
  { actor, organisation }: OfficeCaller,
  { memberId }: { readonly memberId: string },
): Promise<LeavePreview> {
  const who = { orgId: organisation.id, memberId }
  const sees = hasScope(actor, 'events.read', organisation.key)
  const { leftOn } = await readPreview(tx, who, sees)
  if (leftOn !== null) {
    const waiting = await stopWaiting(tx, { orgId: who.orgId, kind: 'leave', thingId: memberId })
    await takeBackLeaving(tx, who)
    if (waiting) await restoreEnded(tx, waiting)
    await stayInTeams(tx, who)
    await record(tx, { actorId: actor.actorId, ...who }, 'person_returned', { before: { leftOn } })
  }
  return readPreview(tx, who, sees)
}

export const previewLeaving = (
  db: Db,
  { actor, organisation }: OfficeCaller,
  { memberId }: { readonly memberId: string },
): Promise<LeavePreview> =>
  readPreview(db, { orgId: organisation.id, memberId }, hasScope(actor, 'events.read', organisation.key))

/** For the person, or who looks after them. */
export async function previewOwnLeaving(db: Db, actor: MemberActor, who: Who): Promise<LeavePreview> {
  await requireOwn(db, actor, who.memberId)
  return readPreview(db, who, true)
}

export async function leaveOwnClub(
  services: LeaveServices,
  tx: Tx,
  actor: MemberActor,
  leaving: Leaving,
): Promise<LeavePreview> {
  await requireOwn(tx, actor, leaving.memberId)
  await leaveClub(services, tx, actor.actorId, leaving)
  await requestLeftMail(tx, leaving)
  return readPreview(tx, leaving, true)
}

/** Themselves, or their own participant. */
async function requireOwn(db: Reader, actor: MemberActor, memberId: string): Promise<void> {
  const as = (await relationshipOf(db, actor, memberId))?.relationship.as
  if (as !== 'self' && as !== 'participant') throw new Problem('not_found')
}

/** The receiver is the person, or who looks after them. */
const requestLeftMail = (tx: Tx, { orgId, memberId }: Who) =>
  requestMail(tx, {
    template: 'club-left',
    memberId,
    orgId,
    data: { memberId },
    onceKey: `club-left:${newId()}`,
  })

/** Throws `not_found` for somebody who is not in the club's register. */
async function readPreview(db: Reader, who: Who, seesTickets: boolean): Promise<LeavePreview> {
  const { orgId, memberId } = who
  const { rows } = await db.execute<Omit<LeavePreview, 'paidUntil' | 'beginsOn'> & Record<string, unknown>>(sql`
    select ${fullNameOf('members')} as name, people.left_on::text as "leftOn", people.left_reason as reason,
      people.since::text as since, people.number,
      exists (select from memberships where org_id = people.org_id and member_id = people.member_id and auto_renewal) as renews,
      coalesce(members.email, guardians.email) is not null as mailed,
      ${seesTickets ? sql`(select count(*)::int from ${comingTickets(who)} tickets)` : sql`null::int`} as tickets
    from club_people people join members on members.id = people.member_id left join members guardians on guardians.id = members.parent_id
    where people.org_id = ${orgId}::uuid and people.member_id = ${memberId}::uuid`)
  const [person] = rows
  if (!person) throw new Problem('not_found')
  return { ...person, ...(await selectPaid(db, who)) }
}

/** Paid places at events of the club that have not begun. */
const comingTickets = ({ orgId, memberId }: Who) => sql`(
  select lines.id as line_id, lines.order_id from event_entries entries
  join events on events.id = entries.event_id join order_lines lines on lines.entry_id = entries.id
  where entries.member_id = ${memberId}::uuid and entries.org_id = ${orgId}::uuid and entries.status = 'paid' and events.starts_at > portal_now())`

async function selectTicketLines(tx: Tx, who: Who) {
  const { rows } = await tx.execute<{ orderId: string; lineIds: string[] }>(sql`
    select order_id as "orderId", array_agg(line_id) as "lineIds" from ${comingTickets(who)} tickets group by order_id order by order_id`)
  return rows
}

async function record(
  tx: Tx,
  { actorId, orgId, memberId }: Who & { readonly actorId: string },
  name: 'person_left' | 'person_leaving_stopped' | 'person_returned',
  change: Pick<Parameters<typeof recordOfficeChange>[2], 'before' | 'after' | 'reason'> = {},
): Promise<void> {
  const { rows } = await tx.execute<{ name: string }>(
    sql`select ${fullNameOf('members')} as name from members where id = ${memberId}`,
  )
  const by = { actor: { actorId }, organisation: { id: orgId } }
  await recordOfficeChange(tx, by, { ...change, name, thing: 'member', thingId: memberId, label: rows[0]!.name })
}
