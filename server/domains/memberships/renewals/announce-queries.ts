import type { LocalText } from '#contract/local-text.ts'
import { copenhagenToday } from '#server/database/clock.ts'
import type { Db, Reader, Tx } from '#server/database/db.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import { sql, type SQL } from '#server/database/sql.ts'
import { hasDied } from '#server/domains/members/index.ts'
import { isSelling } from '#server/domains/organisations/index.ts'
import { renewsByCardSql } from '#server/domains/orders/index.ts'
import { fitsAge } from '../sale/fits-age.ts'
import { endedWithGraceUntil } from '../grace.ts'
import type { Successor } from '../next-season.ts'
import { CANCELLED, isTaken } from './charge-queries.ts'
import { expiredBy } from './renewal-days.ts'

/** A club and a day on which automatically renewed memberships end. */
export interface Group {
  readonly orgId: string
  readonly club: string
  readonly endDate: string
}

/**
 * Groups that end within so many days, or have ended and are in their days of grace, at open clubs that can be paid and have saved
 * cards. Without days of grace, a season published on the last day is announced the morning after.
 */
export async function selectGroups(db: Db, today: string, days: number): Promise<Group[]> {
  const { rows } = await db.execute<{ org_id: string; club: string; end_date: string }>(sql`
    select organisations.id as org_id, organisations.name as club, ending.end_date::text
    from organisations
    cross join lateral (
      select distinct end_date from membership_terms
      where org_id = organisations.id and status = 'active'
        and end_date between least(${endedWithGraceUntil(sql`${today}::date`)}, ${today}::date - 1) and ${today}::date + ${days}::int
    ) ending
    where ${isSelling}
      and exists (select from saved_cards where org_id = organisations.id and deleted_at is null)
      and exists (select from payment_configurations where org_id = organisations.id and enabled)
    order by ending.end_date, organisations.id`)
  return rows.map((row) => ({ orgId: row.org_id, club: row.club, endDate: row.end_date }))
}

/** Groups with something to announce, however long ago they ended: a price can rise at the charge, after the days of grace. */
export async function selectUntoldGroups(db: Db): Promise<Group[]> {
  const { rows } = await db.execute<Group & Record<string, unknown>>(sql`
    select distinct charges.org_id as "orgId", organisations.name as club, charges.end_date::text as "endDate"
    from renewal_charges charges join organisations on organisations.id = charges.org_id
    where not charges.told and charges.status in ('announced', 'failing') and charges.next_try is not null
      and ${isSelling}
    order by 3, 1`)
  return rows
}

/**
 * Serialises the announcements for a club and a day, and makes this transaction use indexes on tables that have just
 * grown.
 */
export const lockGroup = (tx: Tx, { orgId, endDate }: Group) =>
  tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended(${`renewals ${orgId} ${endDate}`}, 0)), set_config('enable_seqscan', 'off', true)`)

/**
 * Payers are handled in parts ordered by id, so that everything one of them pays is in one part.
 * @returns the last payer of the part; null if none is left
 */
export async function selectPartEnd(tx: Tx, orgId: string, after: string, size: number): Promise<string | null> {
  const { rows } = await tx.execute<{ last: string | null }>(sql`
    select max(member_id::text)::uuid as last from (
      select member_id from saved_cards
      where org_id = ${orgId} and deleted_at is null and member_id > ${after}::uuid order by member_id limit ${size}
    ) part`)
  return rows[0]!.last
}

export interface Part {
  readonly group: Group
  readonly today: string
  readonly chargeDay: string
  readonly after: string
  readonly upTo: string
  readonly successors: readonly Successor[]
}

function pairsOf(successors: readonly Successor[]): SQL {
  const pairs = successors.map(({ startDate, minAge, maxAge, ...pair }) => ({
    ...pair,
    start_date: startDate,
    min_age: minAge,
    max_age: maxAge,
  }))
  return sql`json_to_recordset(${JSON.stringify(pairs)}::json) as pairs("from" uuid, "to" uuid, amount bigint, year int,
    start_date date, min_age int, max_age int)`
}

/** Whether a membership has a later season already; trials and optional extras are none. */
const goesOnAfter = (endDate: string, membershipId = sql`renewing.id`): SQL => sql`exists (
  select from membership_terms later join membership_configurations held on held.id = later.configuration_id
  where later.membership_id = ${membershipId} and later.end_date > ${endDate}::date and ${isTaken(sql`later`)}
    and ${renewsByCardSql(sql`held`)} offset 0
)`

/**
 * Inserts what a part of the payers will be charged, for themselves and their delegates, in one statement:
 * memberships that renew automatically, end on the day, have no later season, and whose next season fits the person's
 * age. Neither the payer nor the person has died. Withdrawn renewals are restored. Nobody joins a charge that was tried, whose order may be paid at any moment. `offset 0` keeps each
 * step on its index, since statistics are outdated in the season in which everybody renews; for the same reason a full join avoids a
 * nested loop.
 * @returns for how many people
 */
export async function insertRenewals(tx: Tx, { group, chargeDay, after, upTo, successors }: Part): Promise<number> {
  const { orgId, endDate } = group
  const { rowCount } = await tx.execute(sql`
    with due as materialized (
      select distinct on (renewing.id) renewing.id as membership_id, renewing.member_id, cards.member_id as payer_id,
        pairs."to", pairs.amount, pairs.year
      from saved_cards cards
      cross join lateral (
        select id, member_id from memberships
        where saved_card_identifier = cards.saved_card_identifier and auto_renewal offset 0
      ) renewing
      cross join lateral (
        select configuration_id from membership_terms
        where membership_id = renewing.id and status = 'active' and end_date = ${endDate}::date offset 0
      ) ending
      join ${pairsOf(successors)} on pairs."from" = ending.configuration_id
      where cards.org_id = ${orgId} and cards.deleted_at is null
        and cards.member_id > ${after}::uuid and cards.member_id <= ${upTo}::uuid
        and (select enabled and not ${hasDied(sql`members.id`)} from members where id = cards.member_id)
        and (select enabled and archived_at is null and not ${hasDied(sql`members.id`)} and ${fitsAge(sql`pairs`, sql`date_of_birth`)} from members where id = renewing.member_id)
        and (cards.member_id = renewing.member_id or exists (
          select from people_in_reach delegates
          where delegates.actor_id = cards.member_id and delegates.member_id = renewing.member_id and not delegates.archived offset 0
        ))
        and not ${goesOnAfter(endDate)}
        and not exists (
          select from renewals known
          where known.member_id = renewing.member_id and known.org_id = ${orgId} and known.year = pairs.year
            and (known.withdrawn_at is null or known.withdrawn_because = ${CANCELLED}) offset 0
        )
      order by renewing.id
    ), charged as (
      insert into renewal_charges (id, org_id, payer_id, end_date, next_try, told, created_at)
      select portal_new_id(), ${orgId}::uuid, payer_id, ${endDate}::date, ${chargeDay}::date, true, (select portal_now())
      from due group by payer_id order by payer_id
      on conflict (payer_id, org_id, end_date) where status = 'announced' and tries = 0 do update set
        round = renewal_charges.round + 1, told = false,
        next_try = greatest(renewal_charges.next_try, excluded.next_try)
      returning id as charge_id, payer_id
    ), matched as materialized (
      select * from due full join charged using (payer_id)
    )
    insert into renewals (id, charge_id, org_id, member_id, membership_id, configuration_id, year, amount, created_at)
    select portal_new_id(), charge_id, ${orgId}::uuid, member_id, membership_id, "to", year, amount, (select portal_now())
    from matched order by member_id
    on conflict (member_id, org_id, year) do update set
      charge_id = excluded.charge_id, membership_id = excluded.membership_id, configuration_id = excluded.configuration_id,
      amount = excluded.amount, withdrawn_at = null, withdrawn_because = null
      where renewals.withdrawn_at is not null`)
  return rowCount ?? 0
}

/**
 * Announces higher amounts again, charged no sooner than `soonest`, in a fixed number of statements.
 * @param chargeId limits it to one charge; otherwise all untried charges of the group
 */
export const raiseAmounts = (
  tx: Tx,
  group: Pick<Group, 'orgId' | 'endDate'>,
  { successors, soonest, chargeId }: { successors: readonly Successor[]; soonest: string; chargeId?: string },
) =>
  tx.execute(sql`
    with dearer as (
      update renewals set amount = pairs.amount,
        raised_from = case when charges.told then renewals.amount else coalesce(renewals.raised_from, renewals.amount) end
      from ${pairsOf(successors)}, renewal_charges charges
      where charges.id = renewals.charge_id and charges.org_id = ${group.orgId} and charges.end_date = ${group.endDate}::date
        and charges.status in ('announced', 'failing') and charges.next_try is not null
        and ${chargeId ? sql`charges.id = ${chargeId}` : sql`charges.status = 'announced'`}
        and renewals.configuration_id = pairs."to" and renewals.amount < pairs.amount and renewals.withdrawn_at is null
        and not ${goesOnAfter(group.endDate, sql`renewals.membership_id`)}
      returning renewals.charge_id
    )
    update renewal_charges set round = round + 1, told = false, next_try = greatest(next_try, ${soonest}::date)
    where id in (select charge_id from dearer)`)

/** Nobody is charged sooner than a week after the announcement, however late that is. */
export const postponeUntold = (tx: Tx, { orgId, endDate }: Group, soonest: string) =>
  tx.execute(sql`
    update renewal_charges set next_try = ${soonest}::date
    where org_id = ${orgId} and end_date = ${endDate}::date and not told and next_try < ${soonest}::date`)

/** Withdraws what people have by now from charges that are about to be announced again. */
export const withdrawTaken = (tx: Tx, { orgId, endDate }: Group) =>
  tx.execute(sql`
    update renewals set withdrawn_at = portal_now(), withdrawn_because = 'bought'
    from renewal_charges charges
    where charges.id = renewals.charge_id and charges.org_id = ${orgId} and charges.end_date = ${endDate}::date and not charges.told
      and renewals.withdrawn_at is null and ${goesOnAfter(endDate, sql`renewals.membership_id`)}`)

/** Announcement rounds that have not been sent to everybody. */
export async function selectUnsentRounds(tx: Tx, { orgId, endDate }: Group): Promise<number[]> {
  const { rows } = await tx.execute<{ round: number }>(sql`
    select distinct round from renewal_charges where org_id = ${orgId} and end_date = ${endDate}::date and not told order by 1`)
  return rows.map(({ round }) => round)
}

/** Charges inserted and announced in this transaction, as a query with the column `id`. */
export const newCharges = ({
  group: { orgId, endDate },
  after,
  upTo,
}: Pick<Part, 'group' | 'after' | 'upTo'>): SQL => sql`
  select id from renewal_charges
  where payer_id > ${after}::uuid and payer_id <= ${upTo}::uuid and org_id = ${orgId} and end_date = ${endDate}::date
    and round = 1 and told and created_at = portal_now()::timestamptz(3)`

/** Charges whose payers are not yet notified of a round, as a query with the column `id`. */
export const untoldCharges = ({ orgId, endDate }: Group, round: number): SQL => sql`
  select id from renewal_charges
  where org_id = ${orgId} and end_date = ${endDate}::date and round = ${round} and not told`

export const markNotified = (tx: Tx, { orgId, endDate }: Group, round: number) =>
  tx.execute(sql`
    with notified as (
      update renewal_charges set told = true
      where org_id = ${orgId} and end_date = ${endDate}::date and round = ${round} and not told
      returning id
    )
    update renewals set raised_from = null from notified where renewals.charge_id = notified.id and renewals.raised_from is not null`)

/** The facts of a charge that payers are notified of; those with equal facts get the same message. */
export interface RenewalNotice {
  readonly chargeIds: readonly string[]
  /** How many charges each of them had before this one. */
  readonly earlier: number
  /** Minor units, for all that the payer pays. */
  readonly amount: number
  readonly currency: string
  readonly day: string
  /** The amount that was announced before; null unless it rose. */
  readonly raisedFrom: number | null
  /** A card runs out before the day. */
  readonly cardExpires: boolean
  /** The day from which what follows is sold; null if it can be bought now. */
  readonly soldFrom: string | null
  /** First day of what is bought, where it does not follow at once. */
  readonly startDate: string | null
}

/** @param charges a query with the column `id` */
export async function selectNotices(tx: Tx, charges: SQL): Promise<RenewalNotice[]> {
  const { rows } = await tx.execute(sql`
    with each as (
      select charges.id, organisations.currency, charges.next_try::text as day, sum(renewals.amount)::float8 as amount,
        case when bool_or(renewals.raised_from is not null) then sum(coalesce(renewals.raised_from, renewals.amount))::float8 end as raised_from,
        coalesce(bool_or(${expiredBy(sql`cards.expires`, sql`charges.next_try`)}), false) as card_expires,
        case when bool_and(next.offer_start_date > ${copenhagenToday})
          then max(next.offer_start_date)::text end as sold_from,
        min(next.start_date) filter (where next.start_date > charges.end_date + 1)::text as start_date, (
          select count(*)::int from renewal_charges sooner
          where sooner.payer_id = charges.payer_id and sooner.org_id = charges.org_id and sooner.end_date = charges.end_date and sooner.id < charges.id
        ) as earlier
      from (${charges}) announced join renewal_charges charges using (id)
      join organisations on organisations.id = charges.org_id
      join renewals on renewals.charge_id = charges.id and renewals.withdrawn_at is null
      join memberships on memberships.id = renewals.membership_id
      join membership_configurations next on next.id = renewals.configuration_id
      left join saved_cards cards on cards.saved_card_identifier = memberships.saved_card_identifier
        and cards.member_id = charges.payer_id and cards.deleted_at is null
      where charges.next_try is not null
      group by charges.id, organisations.currency
    )
    select array_agg(id) as "chargeIds", earlier, amount, currency, day, raised_from as "raisedFrom", card_expires as "cardExpires",
      sold_from as "soldFrom", start_date as "startDate"
    from each group by earlier, amount, currency, day, raised_from, card_expires, sold_from, start_date`)
  return rows as unknown as RenewalNotice[]
}

/** The payers of charges of a notice, with those they pay for. */
export const payersOf = ({ chargeIds }: RenewalNotice): SQL => sql`
  select charges.payer_id as member_id, array_agg(renewals.member_id) as people
  from renewal_charges charges join renewals on renewals.charge_id = charges.id and renewals.withdrawn_at is null
  where charges.id = any(${sql.param([...chargeIds])}::uuid[]) group by charges.payer_id`

/** Memberships that a card would renew after a day, with their next season. */
const renewing = (
  { orgId, endDate }: Pick<Group, 'orgId' | 'endDate'>,
  successors: readonly Successor[],
  only: SQL,
): SQL => sql`
  from saved_cards cards
  join members payers on payers.id = cards.member_id and payers.enabled
  join memberships renewing on renewing.saved_card_identifier = cards.saved_card_identifier and renewing.auto_renewal
  join members holders on holders.id = renewing.member_id and holders.enabled and holders.archived_at is null
  join membership_terms ending on ending.membership_id = renewing.id and ending.status = 'active' and ending.end_date = ${endDate}::date
  join ${pairsOf(successors)} on pairs."from" = ending.configuration_id and ${only}
  join membership_configurations next on next.id = pairs."to"
  where cards.org_id = ${orgId} and cards.deleted_at is null and not ${goesOnAfter(endDate)}
    and not ${hasDied(sql`payers.id`)} and not ${hasDied(sql`holders.id`)}`

/** Those whose next season is for another age. */
const outgrown = (group: Pick<Group, 'orgId' | 'endDate'>, successors: readonly Successor[]): SQL =>
  renewing(group, successors, sql`not ${fitsAge(sql`pairs`, sql`holders.date_of_birth`)}`)

/** Those whose card runs out before the day of the charge. */
const leftByCard = (group: Pick<Group, 'orgId' | 'endDate'>, day: string, successors: readonly Successor[]): SQL =>
  renewing(
    group,
    successors,
    sql`${fitsAge(sql`pairs`, sql`holders.date_of_birth`)} and ${expiredBy(sql`cards.expires`, sql`${day}::date`)}`,
  )

/** The payers of those who are followed by some of the seasons, with all of theirs. */
export const payersWithExpiringCard = (
  group: Pick<Group, 'orgId' | 'endDate'>,
  day: string,
  successors: readonly Successor[],
  some: readonly Successor[],
): SQL => sql`
  select cards.member_id, array_agg(holders.id) as people ${leftByCard(group, day, successors)}
  group by cards.member_id having bool_or(next.id = any(${sql.param(some.map(({ to }) => to))}::uuid[]))`

/** Somebody whom a card renews, with what is bought for them. */
export interface RenewedLine {
  readonly membershipId: string
  readonly memberId: string
  readonly name: string
  readonly title: LocalText
  readonly startDate: string
  readonly endDate: string
  /** Øre. */
  readonly amount: number
  readonly currency: string
  readonly cardLabel: string | null
  /** `YYYY-MM`; null if the card is gone. */
  readonly expires: string | null
}

/** Those of one payer. */
export async function selectLeftByCard(
  db: Reader,
  { payerId, ...group }: Pick<Group, 'orgId' | 'endDate'> & { readonly payerId: string },
  day: string,
  successors: readonly Successor[],
): Promise<RenewedLine[]> {
  const { rows } = await db.execute(sql`
    select renewing.id as "membershipId", holders.id as "memberId", ${fullNameOf('holders')} as name,
      next.name_texts as title, next.start_date::text as "startDate", next.end_date::text as "endDate", pairs.amount::float8 as amount,
      (select currency from organisations where id = cards.org_id) as currency, cards.label as "cardLabel", cards.expires
    ${leftByCard(group, day, successors)} and cards.member_id = ${payerId}
    order by holders.parent_id nulls first, holders.date_of_birth, holders.id`)
  return rows as unknown as RenewedLine[]
}

/** Those who have outgrown theirs and were in no mail to their payer yet, with their names by membership. One without ids was about all. */
export async function selectNewlyOutgrown(tx: Tx, group: Group, successors: readonly Successor[]) {
  const { rows } = await tx.execute<{ payerId: string; membershipId: string; name: string }>(sql`
    select cards.member_id as "payerId", renewing.id as "membershipId", ${fullNameOf('holders')} as name
    ${outgrown(group, successors)} and not exists (
      select from messages where messages.member_id = cards.member_id and template = 'renewal-outgrown'
        and data ->> 'orgId' = ${group.orgId} and data ->> 'endDate' = ${group.endDate}
        and (not data ? 'membershipIds' or data -> 'membershipIds' ? renewing.id::text))
    order by cards.member_id, holders.date_of_birth, holders.id`)
  return [...Map.groupBy(rows, ({ payerId }) => payerId)].map(([payerId, of]) => ({
    payerId,
    people: new Map(of.map(({ membershipId, name }) => [membershipId, name])),
  }))
}

export interface Outgrown {
  readonly membershipId: string
  readonly memberId: string
  readonly name: string
  readonly title: LocalText
  readonly minAge: number | null
  readonly maxAge: number | null
  readonly birthDateKnown: boolean
}

/** Those of one payer. */
export async function selectOutgrown(
  db: Reader,
  { payerId, ...group }: Pick<Group, 'orgId' | 'endDate'> & { readonly payerId: string },
  successors: readonly Successor[],
): Promise<Outgrown[]> {
  const { rows } = await db.execute(sql`
    select renewing.id as "membershipId", holders.id as "memberId", ${fullNameOf('holders')} as name,
      next.name_texts as title, next.min_age as "minAge", next.max_age as "maxAge", holders.date_of_birth is not null as "birthDateKnown"
    ${outgrown(group, successors)} and cards.member_id = ${payerId}
    order by holders.date_of_birth, holders.id`)
  return rows as unknown as Outgrown[]
}
