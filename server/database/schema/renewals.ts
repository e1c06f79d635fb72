import { boolean, date, index, integer, pgTable, sql, text, unique, uniqueIndex, uuid } from '../sql.ts'
import { id, minor, moment, writtenAt } from './columns.ts'
import { members } from './members.ts'
import { organisations } from './organisations.ts'

/** A card saved at the gateway for renewals at one club. A deleted card keeps its row. */
export const savedCards = pgTable(
  'saved_cards',
  {
    id: id(),
    orgId: uuid('org_id')
      .notNull()
      .references(() => organisations.id),
    /** The card's owner, who pays. */
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id),
    provider: text('provider').notNull().default('freepay'),
    /** The gateway's id. */
    savedCardIdentifier: text('saved_card_identifier').notNull(),
    /** `4100 00XX XXXX 0000`. */
    label: text('label').notNull(),
    /** `YYYY-MM`. */
    expires: text('expires').notNull(),
    /** No renewals since then. */
    unusedSince: moment('unused_since'),
    createdAt: writtenAt('created_at'),
    deletedAt: moment('deleted_at'),
    gatewayDeletedAt: moment('gateway_deleted_at'),
  },
  (table) => [
    unique('saved_cards_identifier').on(table.provider, table.savedCardIdentifier),
    index('saved_cards_member')
      .on(table.memberId)
      .where(sql`deleted_at is null`),
    index('saved_cards_org')
      .on(table.orgId, table.memberId)
      .where(sql`deleted_at is null`),
  ],
)

/**
 * One payer's charge at one club for memberships that end on one day; another one for what is sold once it was tried. `status` changes in
 * `charge-state.ts` only. Members and orders have no foreign keys, because one statement inserts a hundred thousand rows.
 */
export const renewalCharges = pgTable(
  'renewal_charges',
  {
    id: id(),
    orgId: uuid('org_id').notNull(),
    payerId: uuid('payer_id').notNull(),
    endDate: date('end_date', { mode: 'string' }).notNull(),
    status: text('status', { enum: ['announced', 'failing', 'given_up', 'paid'] })
      .notNull()
      .default('announced'),
    /** The next day to charge the card; null for never. */
    nextTry: date('next_try', { mode: 'string' }),
    tries: integer('tries').notNull().default(0),
    triedAt: moment('tried_at'),
    orderId: uuid('order_id'),
    /** Counts the announced changes; the flag below is true once the latest is announced. */
    round: integer('round').notNull().default(1),
    told: boolean('told').notNull().default(false),
    createdAt: writtenAt('created_at'),
  },
  (table) => [
    uniqueIndex('renewal_charges_untried')
      .on(table.payerId, table.orgId, table.endDate)
      .where(sql`status = 'announced' and tries = 0`),
    index('renewal_charges_payer').on(table.payerId, table.orgId, table.endDate),
    index('renewal_charges_due')
      .on(table.nextTry)
      .where(sql`next_try is not null`),
    index('renewal_charges_untold')
      .on(table.orgId, table.endDate)
      .where(sql`not told`),
    index('renewal_charges_failing')
      .on(table.orgId)
      .where(sql`status = 'failing'`),
    index('renewal_charges_order')
      .on(table.orderId)
      .where(sql`order_id is not null`),
  ],
)

/** A person's renewal in a charge, as announced. One for each person, club and year, whoever pays. */
export const renewals = pgTable(
  'renewals',
  {
    id: id(),
    chargeId: uuid('charge_id').notNull(),
    orgId: uuid('org_id').notNull(),
    memberId: uuid('member_id').notNull(),
    membershipId: uuid('membership_id').notNull(),
    /** The season it buys. */
    configurationId: uuid('configuration_id').notNull(),
    /** `membershipFor` of that season. */
    year: integer('year').notNull(),
    amount: minor('amount').notNull(),
    /** The amount that was announced before it rose, until the new one is announced. */
    raisedFrom: minor('raised_from'),
    withdrawnAt: moment('withdrawn_at'),
    withdrawnBecause: text('withdrawn_because'),
    createdAt: writtenAt('created_at'),
  },
  (table) => [
    unique('renewals_member').on(table.memberId, table.orgId, table.year),
    index('renewals_charge').on(table.chargeId),
  ],
)

/** Jobs that run once a day in Copenhagen time, and the last day they did. */
export const dailyJobs = pgTable('daily_jobs', {
  name: text('name').primaryKey(),
  day: date('day', { mode: 'string' }).notNull(),
})
