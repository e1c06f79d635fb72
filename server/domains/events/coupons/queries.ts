import type { Reader, Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { couponRedemptions, coupons, eventCategories, events, organisations } from '#server/database/schema/index.ts'
import { and, asc, eq, getTableColumns, inArray, isNull, or, sql, type SQL } from '#server/database/sql.ts'
import { isReplacedBy, type RequestedItem } from '#server/domains/orders/index.ts'

export type CouponRow = typeof coupons.$inferSelect
export type RedemptionRow = typeof couponRedemptions.$inferSelect

/** Held uses of a coupon, and one buyer's held or paid ones. */
export interface Uses {
  readonly held: number
  readonly mine: number
}

/**
 * Which of the buyer's own holds do not count against them: uses held without an order, and orders that a new one
 * would replace; `all`: everything that is not being paid.
 */
export type ExcludedHolds = 'claims' | 'all' | readonly RequestedItem[]

const running = sql`(r.status = 'held' and (r.reserved_until is null or r.reserved_until > portal_now()))`

function isExcluded(buyerId: string | null, excluded: ExcludedHolds): SQL {
  if (buyerId === null) return sql`false`
  const own = sql`r.member_id = ${buyerId}::uuid and r.status = 'held' and r.reserved_until is not null`
  if (excluded === 'all') return sql`(${own})`
  if (excluded === 'claims') return sql`(${own} and r.order_id is null)`
  return sql`(${own} and (r.order_id is null or exists (
    select from orders where orders.id = r.order_id and ${isReplacedBy(buyerId, excluded)})))`
}

/** Both counts of a coupon. `exceptId`: a use that is not counted. */
const usesOf = (couponId: SQL, buyerId: string | null, excluded: ExcludedHolds, exceptId: string | null = null) => {
  const counted = sql`${running} and not ${isExcluded(buyerId, excluded)}`
  const from = sql`from ${couponRedemptions} r where r.coupon_id = ${couponId} and r.id is distinct from ${exceptId}::uuid`
  return {
    held: sql<number>`(select count(*)::int ${from} and ${counted})`,
    mine: sql<number>`(select count(*)::int ${from} and r.member_id = ${buyerId}::uuid and (r.status = 'used' or ${counted}))`,
  }
}

/**
 * Whether the coupon's event, or the requested one, belongs to its club, is open and not over, and has a category
 * that the coupon is for.
 */
const atOpenEvent = (eventId: string | null) => {
  const id = sql`coalesce(${eventId}::uuid, ${coupons.eventId})`
  return sql<boolean>`(${id} is null or exists (
    select from ${events} e where e.id = ${id} and e.org_id = ${coupons.orgId} and e.enabled and e.ends_at > portal_now()
      and (${coupons.categories} is null or exists (
        select from ${eventCategories} k where k.event_id = e.id and k.category = any(${coupons.categories})))))`
}

export interface FoundCoupon {
  readonly coupon: CouponRow
  /** Its club's currency. */
  readonly currency: string
  readonly uses: Uses
  /** Its event, or the requested one, is open. */
  readonly open: boolean
}

const foundIn = ({ held, mine, ...found }: Omit<FoundCoupon, 'uses'> & Uses): FoundCoupon => ({
  ...found,
  uses: { held, mine },
})

/** A code of an open club with its uses, always in one statement. `key`: normalised by `keyOfCode`. */
export async function selectOptionalCoupon(
  db: Reader,
  asked: { orgId: string; key: string; eventId: string | null; buyerId: string; excluded: ExcludedHolds },
): Promise<FoundCoupon | null> {
  const [row] = await db
    .select({
      ...usesOf(sql`${coupons.id}`, asked.buyerId, asked.excluded),
      coupon: getTableColumns(coupons),
      currency: organisations.currency,
      open: atOpenEvent(asked.eventId),
    })
    .from(coupons)
    .innerJoin(organisations, eq(organisations.id, coupons.orgId))
    .where(and(eq(coupons.orgId, asked.orgId), eq(coupons.codeKey, asked.key), eq(organisations.enabled, true)))
  return row ? foundIn(row) : null
}

/** Codes that a club publishes: for one event, or for any public one; none whose ticket types are gone or no longer sold. */
export async function selectListedCoupons(
  db: Reader,
  { orgId, eventId, buyerId }: { orgId: string; eventId: string | null; buyerId: string | null },
): Promise<FoundCoupon[]> {
  const isPublic = sql`exists (select from ${events} e where e.id = ${coupons.eventId} and e.public_from <= portal_now())`
  const isSold = sql`exists (
    select from ${events} e join ${eventCategories} k on k.event_id = e.id
    where e.org_id = ${coupons.orgId} and e.id = coalesce(${eventId}::uuid, ${coupons.eventId}, e.id) and e.enabled and e.ends_at > portal_now()
      and k.category = any(${coupons.categories}) and k.closed_at is null)`
  const rows = await db
    .select({
      ...usesOf(sql`${coupons.id}`, buyerId, 'all'),
      coupon: getTableColumns(coupons),
      currency: organisations.currency,
      open: atOpenEvent(eventId),
    })
    .from(coupons)
    .innerJoin(organisations, eq(organisations.id, coupons.orgId))
    .where(
      and(
        eq(coupons.orgId, orgId),
        eq(organisations.enabled, true),
        eq(coupons.listed, true),
        eq(coupons.enabled, true),
        eventId === null ? undefined : or(isNull(coupons.eventId), eq(coupons.eventId, eventId)),
        or(isNull(coupons.eventId), isPublic),
        or(isNull(coupons.categories), isSold),
        sql`coalesce(${coupons.validUntil} > portal_now(), true)`,
      ),
    )
    .orderBy(asc(coupons.code))
    .limit(50)
  return rows.map(foundIn)
}

/** Counting uses in order to add one needs this lock; it is taken after all others. Count in a statement after it. */
export async function lockOptionalCoupon(
  tx: Tx,
  which: { id: string } | { orgId: string; key: string } | { orderId: string },
): Promise<CouponRow | null> {
  const named =
    'id' in which
      ? eq(coupons.id, which.id)
      : 'key' in which
        ? and(eq(coupons.orgId, which.orgId), eq(coupons.codeKey, which.key))
        : inArray(
            coupons.id,
            tx
              .select({ id: couponRedemptions.couponId })
              .from(couponRedemptions)
              .where(eq(couponRedemptions.orderId, which.orderId)),
          )
  const [row] = await tx.select().from(coupons).where(named).for('no key update')
  return row ?? null
}

/** Counts the uses that limit a buyer, except one. They stay correct while the coupon is locked. */
export async function countUses(
  tx: Tx,
  couponId: string,
  buyerId: string,
  excluded: ExcludedHolds,
  exceptId: string | null = null,
): Promise<Uses> {
  const { held, mine } = usesOf(sql`${couponId}::uuid`, buyerId, excluded, exceptId)
  const { rows } = await tx.execute<{ held: number; mine: number }>(sql`select ${held} as held, ${mine} as mine`)
  return rows[0]!
}

/** The use that an order has or had of its code. */
export async function selectOptionalRedemption(db: Reader, orderId: string): Promise<RedemptionRow | null> {
  const [row] = await db.select().from(couponRedemptions).where(eq(couponRedemptions.orderId, orderId))
  return row ?? null
}

/** Holds a use for a buyer without an order; a running hold keeps its expiry. @returns its expiry */
export async function upsertClaim(
  tx: Tx,
  { coupon, buyerId, until }: { coupon: CouponRow; buyerId: string; until: Date },
): Promise<Date | null> {
  const { reservedUntil } = couponRedemptions
  const [row] = await tx
    .insert(couponRedemptions)
    .values({ id: newId(), couponId: coupon.id, orgId: coupon.orgId, memberId: buyerId, reservedUntil: until })
    .onConflictDoUpdate({
      target: [couponRedemptions.couponId, couponRedemptions.memberId],
      targetWhere: sql`order_id is null`,
      set: {
        reservedUntil: sql`case when ${reservedUntil} > portal_now() then ${reservedUntil} else excluded.reserved_until end`,
      },
    })
    .returning({ reservedUntil })
  return row!.reservedUntil
}

/** Holds a use for an order: the one its buyer held before, or a new one. */
export async function insertRedemption(
  tx: Tx,
  held: { coupon: CouponRow; orderId: string; buyerId: string; until: Date; off: number },
): Promise<void> {
  const { coupon, orderId, buyerId, off } = held
  const until = held.until.toISOString()
  await tx.execute(sql`
    with adopted as (
      update coupon_redemptions set order_id = ${orderId}, reserved_until = ${until}, off = ${off}
      where coupon_id = ${coupon.id} and member_id = ${buyerId} and order_id is null returning id
    )
    insert into coupon_redemptions (id, coupon_id, org_id, order_id, member_id, reserved_until, off)
    select ${newId()}::uuid, ${coupon.id}::uuid, ${coupon.orgId}::uuid, ${orderId}::uuid, ${buyerId}::uuid, ${until}::timestamptz, ${off}::bigint
    where not exists (select from adopted)`)
}

/** @param until null: held until it is paid */
export const updateReservedUntil = (tx: Tx, id: string, until: Date | null) =>
  tx.update(couponRedemptions).set({ reservedUntil: until }).where(eq(couponRedemptions.id, id))

/** Counts a paid use. */
export const addUse = (tx: Tx, couponId: string) =>
  tx
    .update(coupons)
    .set({ used: sql`${coupons.used} + 1` })
    .where(eq(coupons.id, couponId))

/** Counts these uses no longer. */
export const subtractUses = (tx: Tx, redemptionIds: readonly string[]) =>
  tx.execute(sql`
    update coupons set used = used - uses.count
    from (
      select coupon_id, count(*)::int as count from coupon_redemptions
      where id = any(${sql.param([...redemptionIds])}::uuid[]) group by coupon_id
    ) uses where coupons.id = uses.coupon_id`)

/** The paid uses of a club's test orders. */
export async function selectTestUses(tx: Tx, orgId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select r.id from coupon_redemptions r join orders on orders.id = r.order_id
    where orders.org_id = ${orgId} and orders.test_mode and r.status = 'used'`)
  return rows.map(({ id }) => id)
}

export async function selectHeldRedemptions(tx: Tx, orderIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .select({ id: couponRedemptions.id })
    .from(couponRedemptions)
    .where(and(inArray(couponRedemptions.orderId, [...orderIds]), eq(couponRedemptions.status, 'held')))
  return rows.map(({ id }) => id)
}
