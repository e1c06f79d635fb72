import type { LocalText } from '#contract/local-text.ts'
import { copenhagenToday } from '#server/database/clock.ts'
import type { Reader, Tx } from '#server/database/db.ts'
import { executePrepared, isOneOf, preparedByText, preparedInsert, whenOne } from '#server/database/prepared.ts'
import { newId } from '#server/database/new-id.ts'
import { alias, and, asc, desc, eq, inArray, sql, type SQL } from '#server/database/sql.ts'
import { familyOf, hasDied, isFamilyOf, personVisibleTo } from '#server/domains/members/index.ts'
import { isSelling } from '#server/domains/organisations/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { hasScopeSql } from '#server/identity/scopes.ts'
import {
  members,
  membershipConfigurations,
  memberships,
  membershipTerms,
  organisations,
} from '#server/database/schema/index.ts'

export type MembershipRow = typeof memberships.$inferSelect
export type TermRow = typeof membershipTerms.$inferSelect

/** The last day of what a member has paid or reserved; null if there is nothing. */
export async function selectHeldUntil(db: Reader, memberId: string): Promise<string | null> {
  const { rows } = await db.execute<{ until: string | null }>(sql`
    select max(case when status = 'held' and reserved_until is not null
      then (reserved_until at time zone 'Europe/Copenhagen')::date else end_date end)::text as until
    from membership_terms
    where member_id = ${memberId} and (
      (status = 'active' and end_date >= ${copenhagenToday})
      or (status = 'held' and (reserved_until is null or reserved_until > portal_now()))
    )`)
  return rows[0]?.until ?? null
}

/** The clubs where the member or their delegates have or had a membership, and where their orders are unpaid. */
export async function selectOwnClubs(db: Reader, memberId: string): Promise<string[]> {
  const { rows } = await executePrepared<{ id: string }>(
    db,
    'memberships.own-clubs',
    sql`
    select org_id as id from memberships where member_id = any(${familyOf({ memberId })})
    union select org_id from orders where buyer_id = ${memberId}::uuid and status in ('open', 'declined')`,
  )
  return rows.map(({ id }) => id)
}

/** Whether somebody ever started to buy a membership for a member. */
export async function hasMemberships(db: Reader, memberId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: memberships.id })
    .from(memberships)
    .where(eq(memberships.memberId, memberId))
    .limit(1)
  return row !== undefined
}

/**
 * The memberships of these people in one organisation, created if missing and locked in the order of their ids.
 * Concurrent orders for one of them wait here.
 */
export async function lockMemberships(
  tx: Tx,
  orgId: string,
  memberIds: readonly string[],
): Promise<Map<string, MembershipRow>> {
  const made = await tx
    .insert(memberships)
    .values(memberIds.toSorted().map((memberId) => ({ id: newId(), orgId, memberId })))
    .onConflictDoNothing()
    .returning()
    .prepare(whenOne('memberships.insert', memberIds))
    .execute()
  // Nobody else can see new rows, which is as good as a lock.
  if (made.length === memberIds.length) return new Map(made.map((row) => [row.memberId, row]))
  const rows = await tx
    .select()
    .from(memberships)
    .where(and(eq(memberships.orgId, orgId), inArray(memberships.memberId, [...memberIds])))
    .orderBy(asc(memberships.id))
    .for('update')
    .prepare(whenOne('memberships.lock', memberIds))
    .execute()
  return new Map(rows.map((row) => [row.memberId, row]))
}

/**
 * The membership of a person in an organisation, created inactive if there is none. The first reference key is kept.
 * @returns its id
 */
export async function insertMembership(
  tx: Tx,
  { orgId, memberId, referenceKey }: Pick<MembershipRow, 'orgId' | 'memberId' | 'referenceKey'>,
): Promise<string> {
  const [row] = await tx
    .insert(memberships)
    .values({ id: newId(), orgId, memberId, referenceKey })
    .onConflictDoUpdate({
      target: [memberships.orgId, memberships.memberId],
      set: { referenceKey: sql`coalesce(${memberships.referenceKey}, excluded.reference_key)` },
    })
    .returning({ id: memberships.id })
  return row!.id
}

/** The reference key given by the client that created the term. */
export async function selectReferenceKey(db: Reader, termId: string): Promise<string | null> {
  const [row] = await db
    .select({ referenceKey: membershipTerms.referenceKey })
    .from(membershipTerms)
    .where(eq(membershipTerms.id, termId))
  return row?.referenceKey ?? null
}

export async function selectOptionalMembership(db: Reader, id: string): Promise<MembershipRow | null> {
  const [row] = await db.select().from(memberships).where(eq(memberships.id, id))
  return row ?? null
}

/** Locks memberships in the order of their ids, to avoid deadlocks. */
const lockWhere = (tx: Tx, which: SQL, name = '') =>
  tx
    .select({ id: memberships.id })
    .from(memberships)
    .where(which)
    .orderBy(asc(memberships.id))
    .for('update')
    .prepare(name)
    .execute()

export const lockMembershipsOfOrder = (tx: Tx, orderId: string) =>
  lockWhere(
    tx,
    sql`${memberships.id} in (select ${membershipTerms.membershipId} from ${membershipTerms} where ${membershipTerms.orderId} = ${orderId})`,
    'memberships.lock-of-order',
  )

/** Locks the memberships of these people before their statuses are derived and recorded. */
export const lockMembershipsOf = (tx: Tx, memberIds: readonly string[]) =>
  lockWhere(tx, inArray(memberships.memberId, [...memberIds]))

export const lockMembershipsById = (tx: Tx, ids: readonly string[]) => lockWhere(tx, inArray(memberships.id, [...ids]))

/** Seconds until a hold ends by itself; null where it is paid or being paid. */
export const secondsHeld = sql<
  number | null
>`case when ${membershipTerms.status} = 'held' and ${membershipTerms.reservedUntil} is not null
  then greatest(1, ceil(extract(epoch from ${membershipTerms.reservedUntil} - portal_now())))::int end`

/** Terms that conflict with others: paid ones, and holds that have not run out. */
export const selectLiveTerms = (tx: Tx, membershipIds: readonly string[]) =>
  tx
    .select({
      id: membershipTerms.id,
      membershipId: membershipTerms.membershipId,
      configurationId: membershipTerms.configurationId,
      orderId: membershipTerms.orderId,
      startDate: membershipTerms.startDate,
      endDate: membershipTerms.endDate,
      status: sql<'held' | 'active'>`${membershipTerms.status}`,
      secondsHeld,
      name: membershipConfigurations.name,
      nameTexts: membershipConfigurations.nameTexts,
      isTrial: membershipConfigurations.isTrial,
      expired: sql<boolean>`(status = 'held' and reserved_until <= portal_now())`,
      isOver: sql<boolean>`(${membershipTerms.endDate} < ${copenhagenToday})`,
      combinable: membershipConfigurations.combinable,
    })
    .from(membershipTerms)
    .innerJoin(membershipConfigurations, eq(membershipConfigurations.id, membershipTerms.configurationId))
    .where(
      and(
        inArray(membershipTerms.membershipId, [...membershipIds]),
        inArray(membershipTerms.status, ['held', 'active']),
      ),
    )
    .prepare(whenOne('memberships.live-terms', membershipIds))
    .execute()

export const insertTerms = preparedInsert('memberships.insert-terms', membershipTerms, (tx, rows) =>
  tx.insert(membershipTerms).values(rows),
)

/** @param until null: the hold does not run out */
export const updateReservedUntil = (tx: Tx, orderId: string, until: Date | null) =>
  tx
    .update(membershipTerms)
    .set({ reservedUntil: until })
    .where(and(eq(membershipTerms.orderId, orderId), eq(membershipTerms.status, 'held')))
    .prepare('memberships.reserve')
    .execute()

export const selectTermsOfOrders = (db: Reader, orderIds: readonly string[]): Promise<TermRow[]> =>
  db
    .select()
    .from(membershipTerms)
    .where(inArray(membershipTerms.orderId, [...orderIds]))
    .orderBy(asc(membershipTerms.id))
    .prepare(whenOne('memberships.terms-of-order', orderIds))
    .execute()

/** Their consent came with the payment. */
export const updateAgreed = (tx: Tx, orderId: string) =>
  tx.update(membershipTerms).set({ gdprAgreement: true }).where(eq(membershipTerms.orderId, orderId))

/** Locks them in the order of their ids first: an update alone takes rows in any order. */
export const enableMemberships = (tx: Tx, ids: readonly string[]) =>
  executePrepared(
    tx,
    'memberships.enable',
    sql`
    with locked as (
      select id from memberships where ${isOneOf(sql`id`, ids)} order by id for update
    )
    update memberships set enabled = true, update_date = portal_now() from locked where memberships.id = locked.id`,
  )

/**
 * Records derived statuses that have changed, with their history, in one statement. The memberships are locked.
 * @returns how many changed
 */
export async function updateStatuses(
  tx: Tx,
  statuses: readonly { id: string; status: string }[],
  reason: string,
): Promise<number> {
  const { rowCount } = await executePrepared(
    tx,
    'memberships.record-statuses',
    sql`
    with changed as (
      update memberships set old_status = coalesce(new_status, 'inactive'), new_status = seen.status, update_date = portal_now()
      from json_to_recordset(${JSON.stringify(statuses)}::json) as seen(id uuid, status text)
      where memberships.id = seen.id and memberships.new_status is distinct from seen.status
      returning memberships.id, old_status, new_status, member_id
    )
    insert into status_changes (thing, thing_id, from_status, to_status, cause, subject_id)
    select 'memberships', id, old_status, new_status, ${reason}, member_id from changed order by id`,
  )
  return rowCount ?? 0
}

export interface MembershipWithTerms {
  membership: MembershipRow
  orgKey: string
  graceDays: number
  dateOfBirth: string | null
  /** Nobody suggests a renewal: the club sells nothing now, or they leave it. */
  unasked: boolean
  terms: (Omit<TermRow, 'gaveWayTo'> & {
    configurationName: string
    nameTexts: LocalText
    series: string
    combinable: boolean
    isTrial: boolean
    gaveWayTo: { nameTexts: LocalText } | null
  })[]
}

/**
 * Which memberships a caller may see: those of their family and, at clubs whose members they may read, those of
 * people they may see. For queries joined with the member and the club.
 */
const visibleTo = (actor: MemberActor): SQL => sql`(${isFamilyOf(actor)}
  or ${hasScopeSql(actor, 'members.read', organisations.key)} and ${personVisibleTo(actor)})`

/**
 * Whoever has left the club, or has said when they will, is not asked to renew, and no family for somebody who has died.
 * @param of a row with club and person
 */
export const leaves = (of: SQL): SQL => sql`(${hasDied(sql`${of}.member_id`)} or exists (
      select from club_people people
      where people.org_id = ${of}.org_id and people.member_id = ${of}.member_id and people.left_on is not null))`

/**
 * Memberships with their terms, newest first and without expired holds, in two queries.
 * @param where.seenBy only what this caller may see
 */
export async function selectMemberships(
  db: Reader,
  where: { ids?: readonly string[]; memberIds?: readonly string[]; orgId?: string | undefined; seenBy?: MemberActor },
): Promise<MembershipWithTerms[]> {
  const { ids, memberIds, orgId, seenBy } = where
  const found = db
    .select({
      membership: memberships,
      orgKey: organisations.key,
      graceDays: organisations.graceDays,
      dateOfBirth: members.dateOfBirth,
      unasked: sql<boolean>`(not ${isSelling} or ${leaves(sql`memberships`)})`,
    })
    .from(memberships)
    .innerJoin(organisations, eq(organisations.id, memberships.orgId))
    .innerJoin(members, eq(members.id, memberships.memberId))
    .where(
      and(
        ids ? inArray(memberships.id, [...ids]) : undefined,
        memberIds ? inArray(memberships.memberId, [...memberIds]) : undefined,
        orgId ? eq(memberships.orgId, orgId) : undefined,
        seenBy && visibleTo(seenBy),
      ),
    )
    .orderBy(sql`danish_order(${organisations.name})`)
  const rows = await preparedByText(whenOne('memberships.with-club', ids ?? memberIds ?? []), found).execute()
  const [replacing, replacement] = [alias(membershipTerms, 'replacing'), alias(membershipConfigurations, 'replacement')]
  const terms = await db
    .select({
      term: membershipTerms,
      configurationName: membershipConfigurations.name,
      nameTexts: membershipConfigurations.nameTexts,
      series: membershipConfigurations.series,
      combinable: membershipConfigurations.combinable,
      isTrial: membershipConfigurations.isTrial,
      replacedBy: replacement.nameTexts,
    })
    .from(membershipTerms)
    .innerJoin(membershipConfigurations, eq(membershipConfigurations.id, membershipTerms.configurationId))
    .leftJoin(replacing, eq(replacing.id, membershipTerms.gaveWayTo))
    .leftJoin(replacement, eq(replacement.id, replacing.configurationId))
    .where(
      and(
        inArray(
          membershipTerms.membershipId,
          rows.map(({ membership }) => membership.id),
        ),
        sql`(${membershipTerms.status} in ('active', 'cancelled') or (${membershipTerms.status} = 'held'
          and (${membershipTerms.reservedUntil} is null or ${membershipTerms.reservedUntil} > portal_now())))`,
      ),
    )
    .orderBy(desc(membershipTerms.startDate), desc(membershipTerms.id))
    .prepare(whenOne('memberships.terms', rows))
    .execute()
  const byMembership = Map.groupBy(terms, ({ term }) => term.membershipId)
  return rows.map((row) => ({
    ...row,
    terms: (byMembership.get(row.membership.id) ?? []).map(({ term, replacedBy, ...configuration }) => ({
      ...term,
      ...configuration,
      gaveWayTo: replacedBy === null ? null : { nameTexts: replacedBy },
    })),
  }))
}
