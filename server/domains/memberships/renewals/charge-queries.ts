import { copenhagenToday } from '#server/database/clock.ts'
import type { Db, Reader, Tx } from '#server/database/db.ts'
import { renewalCharges, renewals } from '#server/database/schema/index.ts'
import { and, asc, eq, inArray, isNull, sql, type SQL } from '#server/database/sql.ts'
import { hasDied } from '#server/domains/members/index.ts'
import { renewsByCardSql } from '#server/domains/orders/index.ts'
import { graceEndOf } from '../grace.ts'
import { fitsAge } from '../sale/fits-age.ts'
import { expiredBy, PATIENT_DAYS, TRIES } from './renewal-days.ts'

/** Why renewals are withdrawn when their payer cancels the order. They are not announced again. */
export const CANCELLED = 'cancelled by the payer'

/**
 * Whether a season is somebody's: paid, free, or to be paid by an invoice of the office, which is not charged to a card as well.
 * @param term a row of `membership_terms`
 */
export const isTaken = (term: SQL): SQL => sql`(${term}.status = 'active' or ${term}.status = 'held' and exists (
  select from orders invoices where invoices.id = ${term}.order_id and invoices.origin = 'office'))`

export type ChargeRow = typeof renewalCharges.$inferSelect

/** Due charges with higher ids, in the order of their ids. */
export async function selectDueCharges(db: Reader, today: string, after: string, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from renewal_charges
    where next_try <= ${today}::date and status in ('announced', 'failing') and id > ${after}::uuid order by id limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** Charges with no attempt left whose last one failed by yesterday, and those postponed for too long. */
export async function selectSpentCharges(db: Db, today: string, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select charges.id from renewal_charges charges join organisations on organisations.id = charges.org_id
    where charges.status in ('announced', 'failing')
      and (charges.next_try is null and charges.tries >= ${TRIES}
        or charges.next_try is not null and ${graceEndOf(sql`charges.end_date`)} + ${PATIENT_DAYS}::int < ${today}::date)
      and coalesce(charges.tried_at, '-infinity') < portal_now() - interval '1 day'
    order by charges.id limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** Charging, withdrawing or ending a charge needs this lock; it is taken before the order's. */
export async function lockCharge(tx: Tx, id: string): Promise<ChargeRow> {
  const [row] = await tx.select().from(renewalCharges).where(eq(renewalCharges.id, id)).for('update')
  if (!row) throw new Error('Charge not found')
  return row
}

export async function selectOptionalCharge(db: Reader, id: string): Promise<ChargeRow | null> {
  const [row] = await db.select().from(renewalCharges).where(eq(renewalCharges.id, id))
  return row ?? null
}

/** @param earlier how many charges the payer had before it */
export async function selectOptionalChargeOf(
  db: Reader,
  { payerId, orgId, endDate }: Pick<ChargeRow, 'payerId' | 'orgId' | 'endDate'>,
  earlier: number,
): Promise<ChargeRow | null> {
  const [row] = await db
    .select()
    .from(renewalCharges)
    .where(
      and(eq(renewalCharges.payerId, payerId), eq(renewalCharges.orgId, orgId), eq(renewalCharges.endDate, endDate)),
    )
    .orderBy(asc(renewalCharges.id))
    .offset(earlier)
    .limit(1)
  return row ?? null
}

export const lockChargesOfOrder = (tx: Tx, orderId: string): Promise<ChargeRow[]> =>
  tx.select().from(renewalCharges).where(eq(renewalCharges.orderId, orderId)).for('update')

/** Locks the charges that would renew one of these memberships, in the order of their ids. */
export const lockChargesFor = (tx: Tx, membershipIds: readonly string[]): Promise<ChargeRow[]> =>
  tx
    .select()
    .from(renewalCharges)
    .where(
      and(
        inArray(renewalCharges.status, ['announced', 'failing']),
        sql`${renewalCharges.id} in (select charge_id from renewals
          where membership_id = any(${sql.param([...membershipIds])}::uuid[]) and withdrawn_at is null
            and member_id in (select member_id from memberships where id = any(${sql.param([...membershipIds])}::uuid[])))`,
      ),
    )
    .orderBy(asc(renewalCharges.id))
    .for('update')

export const updateCharge = (
  tx: Tx,
  id: string,
  values: Partial<Pick<ChargeRow, 'nextTry' | 'tries' | 'triedAt' | 'orderId'>>,
) => tx.update(renewalCharges).set(values).where(eq(renewalCharges.id, id))

export const withdrawRenewals = (tx: Tx, ids: readonly string[], because: string) =>
  tx
    .update(renewals)
    .set({ withdrawnAt: sql`portal_now()`, withdrawnBecause: because })
    .where(and(inArray(renewals.id, [...ids]), isNull(renewals.withdrawnAt)))

/** Withdraws a charge's renewals of these memberships. */
export const withdrawRenewalsOf = (tx: Tx, chargeId: string, membershipIds: readonly string[], because: string) =>
  tx
    .update(renewals)
    .set({ withdrawnAt: sql`portal_now()`, withdrawnBecause: because })
    .where(
      and(
        eq(renewals.chargeId, chargeId),
        inArray(renewals.membershipId, [...membershipIds]),
        isNull(renewals.withdrawnAt),
      ),
    )

/** The memberships that a charge would have renewed with a card of its payer. */
export async function selectRenewedByCharge(tx: Tx, chargeId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select memberships.id
    from renewals
    join renewal_charges charges on charges.id = renewals.charge_id
    join memberships on memberships.id = renewals.membership_id
    join saved_cards cards on cards.saved_card_identifier = memberships.saved_card_identifier and cards.member_id = charges.payer_id
    where charges.id = ${chargeId} and renewals.withdrawn_at is null`)
  return rows.map(({ id }) => id)
}

/** Whether a charge fails because its card has run out: by its month, or as the gateway says. */
export async function isCardExpired(tx: Tx, { id, orderId }: Pick<ChargeRow, 'id' | 'orderId'>): Promise<boolean> {
  const { rows } = await tx.execute<{ expired: boolean }>(sql`
    select exists (
      select from renewals
      join memberships on memberships.id = renewals.membership_id
      join saved_cards cards on cards.saved_card_identifier = memberships.saved_card_identifier
      where renewals.charge_id = ${id} and renewals.withdrawn_at is null
        and ${expiredBy(sql`cards.expires`, copenhagenToday)}
    ) or exists (
      select from payments where order_id = ${orderId} and gateway_reason = ${CARD_EXPIRED}
    ) as expired`)
  return rows[0]!.expired
}

/** The gateway's code for a card that has run out. */
const CARD_EXPIRED = '11'

export interface PlannedRenewal {
  readonly id: string
  readonly memberId: string
  readonly configurationId: string
  /** The announced amount, in øre. */
  readonly amount: number
  readonly cardId: string | null
  readonly card: string | null
  /** Why it must not be charged (any more). */
  readonly obstacle: string | null
}

/** The people on a charge with their current state. The payer's newest card comes first. */
export async function selectPlanned(tx: Tx, { id, payerId, orgId, endDate }: ChargeRow): Promise<PlannedRenewal[]> {
  const { rows } = await tx.execute(sql`
    with today as (select ${copenhagenToday} as day)
    select renewals.id, renewals.member_id as "memberId", renewals.configuration_id as "configurationId",
      renewals.amount::float8 as amount, cards.id as "cardId", cards.saved_card_identifier as card,
      case
        when not memberships.auto_renewal or cards.id is null then 'switched off'
        when not holders.enabled or holders.archived_at is not null then 'the person is put away'
        when not payers.enabled then 'the payer is disabled'
        when ${hasDied(sql`holders.id`)} or ${hasDied(sql`payers.id`)} then 'somebody has died'
        when renewals.member_id <> ${payerId} and not exists (
          select from people_in_reach delegates
          where delegates.actor_id = ${payerId} and delegates.member_id = renewals.member_id and not delegates.archived
        ) then 'the payer may not buy for the person any more'
        when not exists (
          select from membership_terms ending join membership_configurations held on held.id = ending.configuration_id
          where ending.membership_id = memberships.id and ending.status = 'active' and ending.end_date = ${endDate}::date
            and ${renewsByCardSql(sql`held`)} and ${renewsByCardSql(sql`next`)}
        ) then 'nothing ends that a card renews'
        when exists (
          select from membership_terms later
          where later.membership_id = memberships.id and ${isTaken(sql`later`)}
            and (later.configuration_id = next.id or later.end_date > ${endDate}::date and exists (
              select from membership_configurations held where held.id = later.configuration_id and ${renewsByCardSql(sql`held`)}
            ))
        ) then 'bought'
        when not ${fitsAge(sql`next`, sql`holders.date_of_birth`)} then 'for another age'
        when not next.enabled or next.offer_start_date > today.day or next.end_date < today.day then 'not on sale'
        when not organisations.enabled or organisations.state = 'paused' or not exists (
          select from payment_configurations where org_id = ${orgId} and enabled
        ) then 'the club sells nothing'
      end as obstacle
    from renewals
    cross join today
    join memberships on memberships.id = renewals.membership_id
    join organisations on organisations.id = renewals.org_id
    join membership_configurations next on next.id = renewals.configuration_id
    join members holders on holders.id = renewals.member_id
    join members payers on payers.id = ${payerId}
    left join saved_cards cards on cards.saved_card_identifier = memberships.saved_card_identifier
      and cards.org_id = renewals.org_id and cards.member_id = ${payerId} and cards.deleted_at is null
    where renewals.charge_id = ${id} and renewals.withdrawn_at is null
    order by cards.created_at desc nulls last, renewals.member_id`)
  return rows as unknown as PlannedRenewal[]
}

/** The moment at which a day ends in Copenhagen. */
export async function endOfDay(tx: Tx, day: string): Promise<Date> {
  const { rows } = await tx.execute<{ moment: Date }>(
    sql`select (${day}::date + 1)::timestamp at time zone 'Europe/Copenhagen' as moment`,
  )
  return new Date(rows[0]!.moment)
}
