import { boolean, index, integer, pgTable, sql, text, uniqueIndex, uuid } from '../sql.ts'
import { id, localText, minor, moment, writtenAt } from './columns.ts'
import { events } from './events.ts'
import { members } from './members.ts'
import { orders } from './orders.ts'
import { organisations } from './organisations.ts'

/** A code that takes something off the tickets of an order. */
export const coupons = pgTable(
  'coupons',
  {
    id: id(),
    orgId: uuid('org_id')
      .notNull()
      .references(() => organisations.id),
    /** Null: any event of the club. */
    eventId: uuid('event_id').references(() => events.id),
    /** As it is shown, in capitals. */
    code: text('code').notNull(),
    /** As it is compared: without dashes and spaces. */
    codeKey: text('code_key')
      .notNull()
      .generatedAlwaysAs(sql`translate(code, ' -', '')`),
    name: localText('name_texts'),
    /** Exactly one of them: whole percent of each line, or øre of all together. */
    percent: integer('percent'),
    amount: minor('amount'),
    /** Null: every category. */
    categories: text('categories').array(),
    validFrom: moment('valid_from'),
    validUntil: moment('valid_until'),
    /** Uses in all, and by one buyer; null: no limit. */
    totalLimit: integer('total_limit'),
    perMemberLimit: integer('per_member_limit'),
    /** Shown to everybody. */
    listed: boolean('listed').notNull().default(false),
    enabled: boolean('enabled').notNull().default(true),
    /** Paid uses; changed under the lock of this row only. */
    used: integer('used').notNull().default(0),
    createdAt: writtenAt('created_at'),
  },
  (table) => [
    uniqueIndex('coupons_code_of_club').on(table.orgId, table.codeKey),
    // Not against the limit: a club may lower it while codes are being paid.
  ],
)

/** A use of a code. Its `status` changes in `redemption-state.ts` only. */
export const couponRedemptions = pgTable(
  'coupon_redemptions',
  {
    id: id(),
    couponId: uuid('coupon_id')
      .notNull()
      .references(() => coupons.id),
    orgId: uuid('org_id')
      .notNull()
      .references(() => organisations.id),
    /** Null: kept for a buyer who has no order yet. */
    orderId: uuid('order_id').references(() => orders.id),
    /** Who buys. */
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id),
    status: text('status', { enum: ['held', 'used', 'released'] })
      .notNull()
      .default('held'),
    /** Held until then; null once the hold is firm. */
    reservedUntil: moment('reserved_until'),
    /** What it takes off in all, in øre. */
    off: minor('off').notNull().default(0),
    createdAt: writtenAt('created_at'),
  },
  (table) => [
    uniqueIndex('coupon_redemptions_order')
      .on(table.orderId)
      .where(sql`order_id is not null`),
    uniqueIndex('coupon_redemptions_claim')
      .on(table.couponId, table.memberId)
      .where(sql`order_id is null`),
    index('coupon_redemptions_held')
      .on(table.couponId, table.reservedUntil)
      .where(sql`status = 'held'`),
    index('coupon_redemptions_member').on(table.couponId, table.memberId),
  ],
)
