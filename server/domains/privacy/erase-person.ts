import type { Erasure, ErasureRefusal } from '#contract/privacy.ts'
import { fullName } from '#contract/members/full-name.ts'
import { isSameText } from '#contract/search-words.ts'
import { copenhagenToday } from '#server/database/clock.ts'
import { type Db, inTransaction, type Reader, type Tx } from '#server/database/db.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import { erasures, members } from '#server/database/schema/index.ts'
import * as schema from '#server/database/schema/index.ts'
import { eq, getTableConfig, inArray, is, PgTable, sql, type SQL } from '#server/database/sql.ts'
import {
  delayAction,
  delayedHandler,
  delayedJob,
  type DelayedRow,
  recordOperatorChange,
  selectPersonalAction,
  stopAction,
} from '#server/domains/audit/index.ts'
import { signInHash, relationshipOf, wasSuperAdmin } from '#server/domains/members/index.ts'
import { endRenewalsOf } from '#server/domains/memberships/index.ts'
import { leaveWaitingLists } from '#server/domains/events/index.ts'
import { endUnsoldOrder, type LineItemHandlers } from '#server/domains/orders/index.ts'
import { isUnderWay } from '#server/domains/payments/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import type { Logger } from '#server/http/log.ts'
import { Problem } from '#server/http/problem.ts'
import { isLiveGrant } from '#server/identity/scopes.ts'
import type { Handler } from '#server/jobs/queue.ts'
import { columnsOf, hasReceipt, mentions, personalData, YEARS_OF_RECEIPTS } from './personal-data.ts'

const eraseLater = delayedJob('privacy.erase-when-not-stopped')

/** How long an open payment window can still be paid. */
const WINDOW_MINUTES = 60

/** Of a family's names in an answer; all are erased. */
const MOST_NAMED = 200

interface Which {
  readonly memberId: string
}

/** The caller themselves, or a participant of theirs. Throws `not_found` for anybody else. */
export async function requireOwn(db: Reader, actor: MemberActor, { memberId }: Which): Promise<void> {
  const found = await relationshipOf(db, actor, memberId)
  if (found?.relationship.as !== 'self' && found?.relationship.as !== 'participant') throw new Problem('not_found')
}

/** Asks for an erasure, which begins when the minute is over. A second press changes nothing. @param byOperator why, where an operator asks */
export async function askForErasure(
  tx: Tx,
  actor: MemberActor,
  { memberId, confirmation }: Which & { readonly confirmation: string },
  byOperator?: { readonly reason: string },
): Promise<Erasure> {
  const before = await showErasure(tx, { memberId })
  if (!isSameText(confirmation, before.confirmation)) throw new Problem('name_not_confirmed')
  if (before.refusals.length > 0) throw new Problem('erasure_not_possible')
  const action = {
    kind: 'erase',
    thingId: memberId,
    label: '',
    payload: { byOperator: byOperator !== undefined },
  } as const
  const isNew = await delayAction(tx, { actor, organisation: null }, { ...action, job: eraseLater })
  if (isNew && byOperator)
    await recordOperatorChange(tx, actor, {
      name: 'member_erased',
      thing: 'member',
      thingId: memberId,
      label: fullName(before.person),
      ...byOperator,
    })
  return showErasure(tx, { memberId })
}

/** Stops it, by whoever may ask for it. */
export async function stopErasure(
  tx: Tx,
  actor: MemberActor,
  { memberId, actionId }: Which & { readonly actionId: string },
): Promise<Erasure> {
  const shown = await showErasure(tx, { memberId })
  if (shown.waiting?.actionId !== actionId) throw new Problem('too_late_to_stop')
  await stopAction(tx, { actor, organisation: null }, { actionId, kind: 'erase' })
  return showErasure(tx, { memberId })
}

interface EraseServices {
  readonly db: Db
  readonly log: Logger
  readonly lineHandlers: LineItemHandlers
}

export const eraseHandler = ({ db, log, lineHandlers }: EraseServices): Handler => ({
  name: eraseLater.name,
  run: async (payload, attempt) => {
    let ids: string[] = []
    const work = delayedHandler(db, eraseLater, null, async (tx, action) => {
      ids = await eraseWhenAllowed(lineHandlers, tx, action)
    })
    const ended = await work.run(payload, attempt)
    // Committed: operators find here who was erased after their newest backup.
    if (ended === 'done') for (const memberId of ids) log.info({ memberId }, 'Person erased')
    return ended
  },
})

/** The rules are checked again: much can happen in a minute. */
async function eraseWhenAllowed(lineHandlers: LineItemHandlers, tx: Tx, action: DelayedRow): Promise<string[]> {
  const { thingId: memberId } = action
  await requireStillTheirs(tx, action)
  if ((await showErasure(tx, { memberId })).refusals.length > 0) throw new Problem('erasure_not_possible')
  return erasePerson(lineHandlers, tx, memberId)
}

/** A participant can have got another guardian meanwhile. */
async function requireStillTheirs(tx: Tx, { actorId, thingId, payload }: DelayedRow): Promise<void> {
  if (thingId === actorId || payload['byOperator'] === true) return
  const { rows } = await tx.execute(sql`select from members where id = ${thingId} and parent_id = ${actorId}`)
  if (rows.length === 0) throw new Problem('not_found')
}

/**
 * Erases a person with the participants whom nobody else manages. What happened stays, without who.
 * @param anew after a restore, where payments in progress are no reason to wait, and a participant is named by an id of their own
 * @returns the ids
 */
export async function erasePerson(
  lineHandlers: LineItemHandlers,
  tx: Tx,
  memberId: string,
  { anew = false } = {},
): Promise<string[]> {
  // Waits for whoever is writing something of theirs. What is written afterwards goes with `eraseLateWrites`.
  await tx.execute(sql`select from members where id = ${memberId} or parent_id = ${memberId} order by id for update`)
  const { erased, kept } = await selectParticipants(tx, memberId)
  for (const { id, relativeId } of kept)
    await tx.update(members).set({ parentId: relativeId }).where(eq(members.id, id))
  const asked = [...(anew ? [] : erased.map(({ id }) => id)), memberId]
  const ids = [...(await selectMergedInto(tx, asked)), ...asked]
  for (const id of ids) {
    const isFree = (await endOrders(lineHandlers, tx, id)) && (await endRenewalsOf(lineHandlers, tx, id))
    if (!isFree && !anew) throw new Problem('erasure_not_possible')
    await leaveWaitingLists(tx, id)
  }
  await tx.execute(sql`set local portal.erasing = 'on'`)
  for (const id of ids) await eraseData(tx, id)
  return ids
}

/** The rows of duplicates that were merged into these people. */
async function selectMergedInto(db: Reader, ids: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from members where merged_into = any(${sql.param([...ids])}::uuid[]) order by id`,
  )
  return rows.map(({ id }) => id)
}

/** Ends unpaid orders of and for a person. @returns false while one is being paid */
async function endOrders(lineHandlers: LineItemHandlers, tx: Tx, memberId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from orders where status in ('open', 'declined') and renewal_until is null
      and (buyer_id = ${memberId} or id in (select order_id from order_lines where member_id = ${memberId})) order by id`)
  let isFree = true
  for (const { id } of rows) {
    const { outcome } = await endUnsoldOrder(lineHandlers, tx, id, { reason: 'person erased' })
    if (outcome === 'later') isFree = false
  }
  return isFree
}

/** Every table, as it is classified. */
async function eraseData(tx: Tx, memberId: string): Promise<void> {
  const person = sql`${memberId}::uuid`
  await tx.execute(sql`
    insert into erasures (member_id, sign_ins)
    select ${person}, coalesce((select array_agg(${signInHash}) from member_identities where member_id = ${person}), '{}')
    on conflict (member_id) do nothing`)
  // Mails that wait would find nobody.
  await tx.execute(sql`
    select graphile_worker.remove_job(channel || ':' || id) from messages
    where status in ('waiting', 'sending') and ${personalData['messages']!.erased!(person)}`)
  for (const { table, set, where } of mentions)
    await tx.execute(sql`update ${sql.identifier(table)} set ${set(person)} where ${where(person)}`)
  for (const [table, { of, erase, erased = of, person: columns, set = {} }] of Object.entries(personalData)) {
    if (!erase || !erased) continue
    const values = { ...Object.fromEntries(columnsOf(columns).map((name) => [name, emptyOf(table, name)])), ...set }
    const list = sql.join(
      Object.entries(values).map(([name, value]) => sql`${sql.identifier(name)} = ${value}`),
      sql`, `,
    )
    await tx.execute(
      erase === 'rows'
        ? sql`delete from ${sql.identifier(table)} where ${erased(person)}`
        : sql`update ${sql.identifier(table)} set ${list} where ${erased(person)}`,
    )
  }
}

const declared = new Map(
  (Object.values(schema) as unknown[])
    .filter((one) => is(one, PgTable))
    .map((one) => getTableConfig(one))
    .map(({ name, columns }) => [name, new Map(columns.map((column) => [column.name, column]))]),
)

/** Null where a column takes it; otherwise an empty text or object. */
function emptyOf(table: string, column: string): SQL {
  const facts = declared.get(table)!.get(column)!
  if (!facts.notNull) return sql`null`
  return facts.getSQLType() === 'jsonb' ? sql`'{}'` : sql`''`
}

interface Participant {
  readonly id: string
  readonly name: string
}

/** A person's participants: those erased with them, and those who have a relative who acts for them, too. */
async function selectParticipants(db: Reader, memberId: string) {
  const { rows } = await db.execute<
    Participant & { relativeId: string | null; with: string | null } & Record<string, unknown>
  >(sql`
    select members.id, ${fullNameOf('members')} as name, others.id as "relativeId", ${fullNameOf('others')} as with
    from members left join lateral (
      select relatives.* from people_in_reach reach join members relatives on relatives.id = reach.actor_id and relatives.enabled
      where reach.member_id = members.id and reach.acting_as = 'relative_participant' order by relatives.id limit 1
    ) others on true
    where members.parent_id = ${memberId} order by danish_order(members.first_name), members.id`)
  return {
    erased: rows.filter(({ relativeId }) => relativeId === null),
    kept: rows.flatMap(({ relativeId, with: other, ...child }) =>
      relativeId === null ? [] : [{ ...child, relativeId, with: other! }],
    ),
  }
}

/** The consequences of an erasure. Throws `not_found` for somebody erased. */
export async function showErasure(db: Reader, { memberId }: Which): Promise<Erasure> {
  const [member] = await db.select().from(members).where(eq(members.id, memberId))
  const gone = await db.select().from(erasures).where(eq(erasures.memberId, memberId))
  if (!member || gone.length > 0) throw new Problem('not_found')
  const { erased, kept } = await selectParticipants(db, memberId)
  const ids = [memberId, ...erased.map(({ id }) => id)]
  const facts = await selectFacts(db, ids)
  const waiting = await selectPersonalAction(db, 'erase', memberId)
  const { firstName, lastName, email } = member
  return {
    person: { id: memberId, firstName, lastName },
    confirmation: fullName(member) || email || memberId,
    goes: { participants: erased.map(({ name }) => name).slice(0, MOST_NAMED), ...facts.goes },
    stays: {
      ...facts.stays,
      participants: kept.map(({ name, with: other }) => ({ name, with: other })).slice(0, MOST_NAMED),
    },
    refusals: await selectRefusals(db, ids),
    waiting: waiting?.state === 'waiting' ? { actionId: waiting.id, secondsLeft: waiting.secondsLeft } : null,
    wasRefused: waiting?.state === 'refused',
  }
}

async function selectFacts(db: Reader, ids: readonly string[]) {
  const people = sql`any(${sql.param([...ids])}::uuid[])`
  const { rows } = await db.execute<
    Omit<Erasure['goes'], 'participants'> & Omit<Erasure['stays'], 'participants'> & Record<string, unknown>
  >(sql`
    select
      (select coalesce(json_agg(json_build_object('club', name, 'until', until) order by danish_order(name), until), '[]') from (
        select organisations.name, max(end_date)::text as until from membership_terms
        join organisations on organisations.id = membership_terms.org_id
        where member_id = ${people} and status = 'active' and end_date >= ${copenhagenToday} group by organisations.id, member_id limit 500
      ) held) as memberships,
      (select count(*)::int from event_entries join events on events.id = event_entries.event_id
        where member_id = ${people} and event_entries.status = 'paid' and ends_at > portal_now()) as tickets,
      (select count(*)::int from saved_cards where member_id = ${people} and deleted_at is null) as cards,
      (select count(*)::int from threads where member_id = ${people}) as questions,
      (select count(*)::int from orders where buyer_id = ${people} and ${hasReceipt(sql`orders.id`)}) as receipts,
      (select make_date(max(year) + ${YEARS_OF_RECEIPTS + 1}, 1, 1)::text from receipts
        where not test_mode and order_id in (select id from orders where buyer_id = ${people})) as "receiptsUntil"`)
  const { memberships, tickets, cards, questions, receipts, receiptsUntil } = rows[0]!
  return { goes: { memberships, tickets, cards, questions }, stays: { receipts, receiptsUntil } }
}

/** The reasons not to erase these people, the first of whom was asked for. */
async function selectRefusals(db: Reader, ids: readonly string[]): Promise<ErasureRefusal[]> {
  const people = sql`any(${sql.param([...ids])}::uuid[])`
  const theirs = sql`(orders.buyer_id = ${people} or orders.id in (select order_id from order_lines where member_id = ${people}))`
  const { rows } = await db.execute<ErasureRefusal & Record<string, unknown>>(sql`
    select 'order_under_way' as because, number as name from orders
    where ${theirs} and status not in ('paid', 'refunded') and exists (
      select from payments where payments.order_id = orders.id and (${isUnderWay}
        or payments.status in ('linking', 'linked') and payments.created_at > portal_now() - make_interval(mins => ${WINDOW_MINUTES})))
    union all
    select distinct 'refund_in_flight', number from orders
    where ${theirs} and (exists (select from refunds where refunds.order_id = orders.id and refunds.status <> 'done')
      or exists (select from delayed_actions where thing_id = orders.id and kind = 'refund' and state = 'waiting'))
    union all
    select distinct 'second_guardian', ${fullNameOf('members')} from people_in_reach reach join members on members.id = reach.actor_id
    where reach.member_id = ${ids[0]!}::uuid and reach.acting_as = 'relative_participant' and members.enabled
    union all
    select 'office_role', name from organisations where id in (
      select org_id from office_grants where member_id = ${people} and ${isLiveGrant} and not 'look' = any(roles)
      union select org_id from organisation_admins where member_id = ${people})
    union all
    select 'office_role', '' where ${wasSuperAdmin(sql`${ids[0]!}::uuid`)}
    limit 20`)
  return rows
}

/** A call that had begun may write something of a person in the second in which they are erased: it is erased an hour later. */
export async function eraseLateWrites(services: Pick<EraseServices, 'db' | 'lineHandlers'>): Promise<void> {
  const { rows } = await services.db.execute<{ id: string }>(
    sql`select member_id as id from erasures where erased_at > portal_now() - interval '3 hours'`,
  )
  await eraseIds(
    services,
    rows.map(({ id }) => id),
  )
}

/**
 * Erases anew, after a restore, whom the restored database brought back: everybody whom it knows as erased, and these.
 * @returns how many there were
 */
export async function eraseAgain(
  { db, lineHandlers }: Pick<EraseServices, 'db' | 'lineHandlers'>,
  ids: readonly string[],
): Promise<number> {
  const known = await db.select({ id: erasures.memberId }).from(erasures)
  return eraseIds({ db, lineHandlers }, [...new Set([...ids, ...known.map(({ id }) => id)])])
}

async function eraseIds(
  { db, lineHandlers }: Pick<EraseServices, 'db' | 'lineHandlers'>,
  ids: readonly string[],
): Promise<number> {
  const back = await db
    .select({ id: members.id })
    .from(members)
    .where(inArray(members.id, [...ids]))
    .orderBy(members.id)
  for (const { id } of back) await inTransaction(db, (tx) => erasePerson(lineHandlers, tx, id, { anew: true }))
  return back.length
}
