import type { LocalText } from '#contract/local-text.ts'
import { languages } from '#contract/values.ts'
import { lineKinds } from '#contract/orders/answers.ts'
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  sql,
  text,
  unique,
  uniqueIndex,
  uuid,
} from '../sql.ts'
import { id, minor, moment, writtenAt } from './columns.ts'
import { eventCategories, events } from './events.ts'
import { members } from './members.ts'
import { membershipConfigurations, memberships, membershipTerms } from './memberships.ts'
import { organisations, seller } from './organisations.ts'

/** The billing address as typed, copied to the receipt. */
export interface BillingRow {
  name: string
  email: string
  phone: string
  addressLine1: string
  addressLine2: string
  addressLine3: string
  postCode: string
  city: string
  country: string
}

/** A purchase from one organisation, with its lines and payments. `status` changes in `order-state.ts` only. */
export const orders = pgTable(
  'orders',
  {
    id: id(),
    orgId: uuid('org_id')
      .notNull()
      .references(() => organisations.id),
    /** The signed-in buyer, who gets the receipt and the mails. */
    buyerId: uuid('buyer_id')
      .notNull()
      .references(() => members.id),
    /** Shown to people and the gateway, at most 20 characters. Never used as a key. */
    number: text('number').notNull(),
    status: text('status', { enum: ['open', 'paid', 'declined', 'expired', 'cancelled', 'refunded'] })
      .notNull()
      .default('open'),
    /** SHA-256 of the order's token, and the token encrypted, so that a repeated request gets the same answer. */
    tokenHash: text('token_hash').notNull().unique(),
    tokenEncrypted: text('token_encrypted').notNull(),
    clientTokenHash: text('client_token_hash').notNull(),
    /** SHA-256 of the priced lines: a client token cannot be reused for others. Null when the previous version wrote the row. */
    linesHash: text('lines_hash'),
    /** SHA-256 of the whole selection, for the previous version. */
    selectionHash: text('selection_hash').notNull(),
    total: minor('total').notNull(),
    currency: text('currency').notNull(),
    testMode: boolean('test_mode').notNull(),
    billing: jsonb('billing').$type<BillingRow>().notNull(),
    language: text('language', { enum: languages }).notNull(),
    initDevice: text('init_device').notNull().default(''),
    completionDevice: text('completion_device').notNull().default(''),
    /** When the hold on places expires; null once it is firm. */
    reservedUntil: moment('reserved_until'),
    holdExtensions: integer('hold_extensions').notNull().default(0),
    /** The buyer agreed to renewals with a saved card. */
    autoRenewal: boolean('auto_renewal').notNull().default(false),
    /** The kinds of its lines. */
    kinds: text('kinds', { enum: lineKinds }).array().notNull().default(['membership']),
    /** The event whose pages a payment returns to; null for the membership pages. */
    eventId: uuid('event_id').references(() => events.id),
    /** The coupon that was used. */
    couponCode: text('coupon_code'),
    /** For an automatic renewal: its places are held until then, whatever happens to the payments. */
    renewalUntil: moment('renewal_until'),
    /** An invoice: the last day to pay it. Its places are held until `holdEndOf`. */
    dueOn: date('due_on', { mode: 'string' }),
    /** How many reminders of an invoice were sent, and when the last one was. */
    reminders: integer('reminders').notNull().default(0),
    remindedAt: moment('reminded_at'),
    /** Who started it. An automatic renewal counts as the buyer's; `office`: added by hand: paid to the club, to be paid by an invoice, or free; `waiting_list`: places that its buyer waited for. */
    origin: text('origin', { enum: ['buyer', 'administrator', 'office', 'waiting_list'] })
      .notNull()
      .default('buyer'),
    /** The administrator who made it for its buyer. */
    preparedBy: uuid('prepared_by'),
    /** When its buyer agreed to it, where an administrator made it. */
    agreedAt: moment('agreed_at'),
    /** The order that replaced it. */
    replacedBy: uuid('replaced_by'),
    /** The versions of the club's texts that the buyer agreed to. */
    termsVersion: integer('terms_version'),
    privacyVersion: integer('privacy_version'),
    /** The trace that created it. */
    traceparent: text('traceparent'),
    /** The ids that a client working step by step gave the order, and the registration that it pays. */
    referenceKey: text('reference_key'),
    entryKey: text('entry_key'),
    /** Of a paid order: number, people and what was bought; written by triggers unless it was paid at once. Folded. */
    search: text('search').notNull().default(''),
    createdAt: writtenAt('created_at'),
    paidAt: moment('paid_at'),
  },
  (table) => [
    unique('orders_client_token').on(table.buyerId, table.clientTokenHash),
    uniqueIndex('orders_by_hand')
      .on(table.orgId, table.clientTokenHash)
      .where(sql`origin = 'office'`),
    index('orders_invoices')
      .on(table.orgId, table.dueOn, table.id)
      .where(sql`due_on is not null and status in ('open', 'declined')`),
    index('orders_lapsed')
      .on(table.orgId, table.dueOn, table.id)
      .where(sql`due_on is not null and status = 'expired'`),
    index('orders_buyer').on(table.buyerId, table.id),
    index('orders_org').on(table.orgId, table.id),
    // Covers the sums of a club's payments with `include (status, test_mode, currency, total, paid_at, created_at)`. How many orders are of
    // some days is in the statistics `orders_paid_moment`.
    index('orders_paid')
      .on(table.orgId, sql`(coalesce(paid_at, created_at))`, table.id)
      .where(sql`status in ('paid', 'refunded')`),
    index('orders_search')
      .using('gin', table.orgId, table.search.op('gin_trgm_ops'))
      .where(sql`status in ('paid', 'refunded')`),
    index('orders_totals')
      .on(table.orgId, table.total)
      .where(sql`status in ('paid', 'refunded')`),
    index('orders_tests')
      .on(table.orgId, table.id)
      .where(sql`test_mode and status in ('paid', 'refunded')`),
    index('orders_event')
      .on(table.eventId)
      .where(sql`event_id is not null`),
    index('orders_holding')
      .on(table.reservedUntil)
      .where(sql`status in ('open', 'declined') and reserved_until is not null`),
  ],
)

/** A purchase for one person. Only the columns of its kind are filled. */
export const orderLines = pgTable(
  'order_lines',
  {
    id: id(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    position: integer('position').notNull(),
    kind: text('kind', { enum: lineKinds }).notNull(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id),
    /** As shown at the purchase. */
    memberName: text('member_name').notNull(),
    title: text('title').notNull(),
    /** Null for lines that have no English name; a line keeps what it was called at the purchase. */
    titleTexts: jsonb('title_texts').$type<LocalText>(),
    configurationId: uuid('configuration_id').references(() => membershipConfigurations.id),
    membershipId: uuid('membership_id').references(() => memberships.id),
    termId: uuid('term_id').references(() => membershipTerms.id),
    /** First and last day of a season, or of an event. */
    startDate: date('start_date', { mode: 'string' }),
    endDate: date('end_date', { mode: 'string' }),
    eventId: uuid('event_id').references(() => events.id),
    categoryId: uuid('category_id').references(() => eventCategories.id),
    /** References `event_entries`, which references `orders`. */
    entryId: uuid('entry_id'),
    category: text('category'),
    categoryName: text('category_name'),
    categoryTexts: jsonb('category_texts').$type<LocalText>(),
    startsAt: moment('starts_at'),
    timeZone: text('time_zone'),
    priceKind: text('price_kind', { enum: ['standard', 'member', 'member_in_basket'] })
      .notNull()
      .default('standard'),
    price: minor('price').notNull(),
    vatRate: numeric('vat_rate', { precision: 6, scale: 3, mode: 'number' }).notNull(),
    vat: minor('vat').notNull(),
    surcharge: minor('surcharge').notNull(),
    /** The coupon's discount. */
    discount: minor('discount').notNull().default(0),
    total: minor('total').notNull(),
    refunded: minor('refunded').notNull().default(0),
    /** Name of the trial that this membership replaces. */
    replacesTrial: text('replaces_trial'),
    /** In both languages; null for lines of the version before. */
    replacesTexts: jsonb('replaces_texts').$type<LocalText>(),
  },
  (table) => [
    unique('order_lines_position').on(table.orderId, table.position),
    index('order_lines_category')
      .on(table.categoryId)
      .where(sql`category_id is not null`),
    index('order_lines_configuration')
      .on(table.configurationId)
      .where(sql`configuration_id is not null`),
    index('order_lines_member').on(table.memberId),
    index('order_lines_refunded')
      .on(table.orderId)
      .where(sql`refunded > 0`),
    index('order_lines_refunds_of_events')
      .on(table.eventId)
      .where(sql`refunded > 0 and event_id is not null`),
    uniqueIndex('order_lines_term')
      .on(table.termId)
      .where(sql`term_id is not null`),
    uniqueIndex('order_lines_entry')
      .on(table.entryId)
      .where(sql`entry_id is not null`),
  ],
)

/** The last receipt number by organisation, year and series. Locked while a number is assigned, so that there are no gaps. */
export const receiptCounters = pgTable(
  'receipt_counters',
  {
    orgId: uuid('org_id')
      .notNull()
      .references(() => organisations.id),
    year: integer('year').notNull(),
    testMode: boolean('test_mode').notNull(),
    last: integer('last').notNull(),
  },
  (table) => [primaryKey({ columns: [table.orgId, table.year, table.testMode] })],
)

/** Numbers that were skipped after a restore: receipts with them may have been issued after the backup. */
export const receiptGaps = pgTable(
  'receipt_gaps',
  {
    orgId: uuid('org_id')
      .notNull()
      .references(() => organisations.id),
    year: integer('year').notNull(),
    first: integer('first').notNull(),
    last: integer('last').notNull(),
    backupAt: moment('backup_at').notNull(),
    writtenAt: writtenAt('written_at'),
  },
  (table) => [primaryKey({ columns: [table.orgId, table.year, table.first] })],
)

export const receipts = pgTable(
  'receipts',
  {
    orderId: uuid('order_id')
      .primaryKey()
      .references(() => orders.id),
    orgId: uuid('org_id')
      .notNull()
      .references(() => organisations.id),
    year: integer('year').notNull(),
    testMode: boolean('test_mode').notNull(),
    number: integer('number').notNull(),
    issuedAt: writtenAt('issued_at'),
    seller: seller(),
  },
  (table) => [unique('receipts_number').on(table.orgId, table.year, table.testMode, table.number)],
)

/** Every status change: what, from, to, by whom, for whom and why. Rows are never changed. */
export const statusChanges = pgTable(
  'status_changes',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    thing: text('thing').notNull(),
    thingId: uuid('thing_id').notNull(),
    from: text('from_status'),
    to: text('to_status').notNull(),
    cause: text('cause').notNull(),
    /** Null for the portal itself: a callback, a job. */
    actorId: uuid('actor_id'),
    subjectId: uuid('subject_id'),
    at: writtenAt('at'),
  },
  (table) => [index('status_changes_thing').on(table.thing, table.thingId, table.id)],
)
