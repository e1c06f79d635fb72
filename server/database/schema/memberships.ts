import {
  type AnyPgColumn,
  boolean,
  date,
  index,
  integer,
  numeric,
  pgTable,
  sql,
  text,
  unique,
  uniqueIndex,
  uuid,
} from '../sql.ts'
import { id, localText, minor, moment, writtenAt } from './columns.ts'
import { members } from './members.ts'
import { organisations } from './organisations.ts'

/** A season on sale. Prices in øre; `vatRate` in percent. */
export const membershipConfigurations = pgTable(
  'membership_configurations',
  {
    id: id(),
    orgId: uuid('org_id')
      .notNull()
      .references(() => organisations.id),
    /** The kind of period, which decides the price rules. */
    periodKind: text('period_kind', { enum: ['season'] })
      .notNull()
      .default('season'),
    /** In Danish, for orders and receipts. A trigger keeps it and `nameTexts` in step. */
    name: text('name').notNull(),
    nameTexts: localText('name_texts').default({ da: '' }),
    /** Its benefits; empty where the club wrote nothing. */
    benefits: localText('benefits').default({ da: '' }),
    /** Seasons of a series follow each other. By default a trigger takes it from the name without its years. */
    series: text('series').notNull().default(''),
    price: minor('price').notNull(),
    vatRate: numeric('vat_rate', { precision: 6, scale: 3, mode: 'number' }).notNull().default(0),
    surcharge: minor('surcharge').notNull().default(0),
    startDate: date('start_date', { mode: 'string' }).notNull(),
    endDate: date('end_date', { mode: 'string' }).notNull(),
    offerStartDate: date('offer_start_date', { mode: 'string' }).notNull(),
    /** May be held together with another membership of the same club and period. */
    combinable: boolean('combinable').notNull().default(false),
    /** Age in years on the season's first day, both limits included; null for none. */
    minAge: integer('min_age'),
    maxAge: integer('max_age'),
    /** A trial, replaced by a full membership. */
    isTrial: boolean('is_trial').notNull().default(false),
    /** A supporter's membership, never suggested to new members. */
    isPassive: boolean('is_passive').notNull().default(false),
    /** False for drafts and for what is no longer sold: everything that sells or renews requires it. */
    enabled: boolean('enabled').notNull().default(true),
    /** Null for a draft, which only the office sees. */
    publishedAt: moment('published_at').default(sql`portal_now()`),
    /** Counts what offices saved. */
    version: integer('version').notNull().default(1),
    /** The season before, of which this one is a copy. */
    copiedFrom: uuid('copied_from').references((): AnyPgColumn => membershipConfigurations.id),
    createdAt: writtenAt('created_at'),
  },
  (table) => [
    index('membership_configurations_org').on(table.orgId, table.offerStartDate),
    index('membership_configurations_copied')
      .on(table.copiedFrom)
      .where(sql`copied_from is not null`),
  ],
)

/** A member's membership of an organisation. Its status follows from its terms. */
export const memberships = pgTable(
  'memberships',
  {
    id: id(),
    orgId: uuid('org_id')
      .notNull()
      .references(() => organisations.id),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id),
    enabled: boolean('enabled').notNull().default(false),
    autoRenewal: boolean('auto_renewal').notNull().default(false),
    autoRenewCycle: text('auto_renew_cycle'),
    savedCardIdentifier: text('saved_card_identifier'),
    /** When and why automatic renewal ended without anybody switching it off; null once it is switched on again. */
    renewalEndedAt: moment('renewal_ended_at'),
    renewalEndedBecause: text('renewal_ended_because', { enum: ['declined', 'not_renewed'] }),
    /** `expired`: declined because the card had run out. `not_renewable`: a trial or an optional extra. */
    renewalEndedDetail: text('renewal_ended_detail', { enum: ['expired', 'not_renewable'] }),
    /** The last change of status that was recorded. */
    oldStatus: text('old_status'),
    newStatus: text('new_status'),
    referenceKey: text('reference_key'),
    updateDate: writtenAt('update_date'),
  },
  (table) => [
    unique('memberships_org_member').on(table.orgId, table.memberId),
    index('memberships_member').on(table.memberId),
    index('memberships_declined')
      .on(table.orgId, table.renewalEndedAt)
      .where(sql`renewal_ended_because = 'declined'`),
    index('memberships_saved_card')
      .on(table.savedCardIdentifier)
      .where(sql`saved_card_identifier is not null`),
  ],
)

/**
 * One season of a membership ("history"). `held` by an open order until `reservedUntil`, `active` once paid, `released`
 * when the order ended unpaid, `cancelled` when the money was refunded.
 */
export const membershipTerms = pgTable(
  'membership_terms',
  {
    id: id(),
    membershipId: uuid('membership_id')
      .notNull()
      .references(() => memberships.id),
    orgId: uuid('org_id')
      .notNull()
      .references(() => organisations.id),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id),
    configurationId: uuid('configuration_id')
      .notNull()
      .references(() => membershipConfigurations.id),
    orderId: uuid('order_id'),
    /** The earlier of the years of start and end. */
    membershipFor: integer('membership_for').notNull(),
    startDate: date('start_date', { mode: 'string' }).notNull(),
    endDate: date('end_date', { mode: 'string' }).notNull(),
    /** Of a trial: the term that replaced it, and its original last day. */
    gaveWayTo: uuid('gave_way_to'),
    plannedEndDate: date('planned_end_date', { mode: 'string' }),
    gdprAgreement: boolean('gdpr_agreement').notNull().default(false),
    status: text('status', { enum: ['held', 'active', 'released', 'cancelled'] })
      .notNull()
      .default('held'),
    /** When the hold expires; null once it is firm: paid, or being captured. */
    reservedUntil: moment('reserved_until'),
    referenceKey: text('reference_key'),
    statusChangeDate: writtenAt('status_change_date'),
    createdAt: writtenAt('created_at'),
  },
  (table) => [
    /** Prevents a second live term of a season. */
    uniqueIndex('membership_terms_live')
      .on(table.membershipId, table.configurationId)
      .where(sql`status in ('held', 'active')`),
    index('membership_terms_membership').on(table.membershipId, table.startDate),
    index('membership_terms_configuration').on(table.configurationId),
    index('membership_terms_order').on(table.orderId),
    index('membership_terms_gave_way')
      .on(table.gaveWayTo)
      .where(sql`gave_way_to is not null`),
    index('membership_terms_start')
      .on(table.startDate)
      .where(sql`status = 'active'`),
    index('membership_terms_org_end')
      .on(table.orgId, table.endDate)
      .where(sql`status = 'active'`),
    index('membership_terms_paid')
      .on(table.orgId, table.membershipId)
      .where(sql`status in ('active', 'cancelled')`),
  ],
)

/**
 * A season that somebody is about to buy, saved step by step before there is an order. It reserves nothing. The order takes over its ids:
 * `id` becomes the term's, `paymentId` the line's.
 */
export const termDrafts = pgTable(
  'term_drafts',
  {
    id: id(),
    membershipId: uuid('membership_id')
      .notNull()
      .references(() => memberships.id),
    configurationId: uuid('configuration_id')
      .notNull()
      .references(() => membershipConfigurations.id),
    /** The future buyer. */
    draftedBy: uuid('drafted_by')
      .notNull()
      .references(() => members.id),
    /** Null until there is a draft of its payment. */
    paymentId: uuid('payment_id'),
    billingName: text('billing_name').notNull().default(''),
    billingAddress: text('billing_address').notNull().default(''),
    billingEmail: text('billing_email').notNull().default(''),
    billingPhone: text('billing_phone').notNull().default(''),
    initDevice: text('init_device').notNull().default(''),
    /** The client's name for the purchase. */
    referenceKey: text('reference_key'),
    createdAt: writtenAt('created_at'),
    updatedAt: writtenAt('updated_at'),
  },
  (table) => [
    unique('term_drafts_one').on(table.draftedBy, table.membershipId, table.configurationId),
    index('term_drafts_updated').on(table.updatedAt),
  ],
)
