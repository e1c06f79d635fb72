import { type AnyPgColumn, boolean, index, integer, pgTable, sql, text, uniqueIndex, uuid } from '../sql.ts'
import { id, localText, minor, moment, writtenAt } from './columns.ts'
import { events } from './events.ts'
import { members } from './members.ts'
import { orders } from './orders.ts'
import { organisations } from './organisations.ts'

/** A discount code for the tickets of an order. */
export const coupons = pgTable(
  'coupons',
  {
    id: id(),
    orgId: uuid('org_id')
      .notNull()
      .references(() => organisations.id),
    /** Null for all events of the club. */
    eventId: uuid('event_id').references(() => events.id),
    /** As shown, in capitals. */
    code: text('code').notNull(),
    /** As compared, without dashes and spaces. */
    codeKey: text('code_key')
      .notNull()
      .generatedAlwaysAs(sql`translate(code, ' -', '')`),
    name: localText('name_texts'),
    /** Exactly one is set: whole percent of each line, or øre off the total. */
    percent: integer('percent'),
    amount: minor('amount'),
    /** Null for all categories. */
    categories: text('categories').array(),
    validFrom: moment('valid_from'),
    validUntil: moment('valid_until'),
    /** Limits in all and per buyer; null for none. */
    totalLimit: integer('total_limit'),
    perMemberLimit: integer('per_member_limit'),
    /** Shown to everybody. */
    listed: boolean('listed').notNull().default(false),
    enabled: boolean('enabled').notNull().default(true),
    /** Paid uses. Changed only with this row locked. */
    used: integer('used').notNull().default(0),
    /** Counts what the office wrote. */
    version: integer('edits').notNull().default(1),
    /** Codes that were made together, for one use each: the id of the first. */
    batchId: uuid('batch_id').references((): AnyPgColumn => coupons.id),
    createdAt: writtenAt('created_at'),
  },
  (table) => [
    uniqueIndex('coupons_code_of_club').on(table.orgId, table.codeKey),
    index('coupons_event')
      .on(table.eventId)
      .where(sql`event_id is not null`),
    index('coupons_org').on(table.orgId, table.id),
    index('coupons_batch')
      .on(table.batchId)
      .where(sql`batch_id is not null`),
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
    /** Null while a buyer has no order yet. */
    orderId: uuid('order_id').references(() => orders.id),
    /** The buyer. */
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id),
    status: text('status', { enum: ['held', 'used', 'released'] })
      .notNull()
      .default('held'),
    /** When the hold expires; null once it is firm. */
    reservedUntil: moment('reserved_until'),
    /** The discount in øre. */
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
