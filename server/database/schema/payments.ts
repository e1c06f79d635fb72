import { boolean, index, integer, pgTable, sql, text, unique, uniqueIndex, uuid } from '../sql.ts'
import { id, minor, moment, writtenAt } from './columns.ts'
import { orderLines, orders } from './orders.ts'
import { organisations, seller } from './organisations.ts'

/** One attempt to pay an order; `status` changes in `payment-state.ts` only. */
export const payments = pgTable(
  'payments',
  {
    id: id(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    orgId: uuid('org_id')
      .notNull()
      .references(() => organisations.id),
    provider: text('provider').notNull().default('freepay'),
    status: text('status', {
      enum: [
        'created',
        'linking',
        'linked',
        'authorising',
        'authorised',
        'capturing',
        'captured',
        'declined',
        'unknown',
        'voided',
      ],
    })
      .notNull()
      .default('created'),
    amount: minor('amount').notNull(),
    currency: text('currency').notNull(),
    orderNumber: text('order_number').notNull(),
    testMode: boolean('test_mode').notNull(),
    /** The gateway's names for the window and for the authorisation. */
    paymentIdentifier: uuid('payment_identifier'),
    windowLink: text('window_link'),
    authorizationIdentifier: uuid('authorization_identifier'),
    savedCardIdentifier: uuid('saved_card_identifier'),
    gatewayReason: text('gateway_reason'),
    reason: text('reason'),
    acquirer: text('acquirer'),
    createdAt: writtenAt('created_at'),
    updatedAt: writtenAt('updated_at'),
    /** When the capture call in flight began; another caller takes over once it is too old to be answered. */
    capturingSince: moment('capturing_since'),
    capturedAt: moment('captured_at'),
    /** The browser that the window was opened for last; empty where a saved card was charged. */
    device: text('device').notNull().default(''),
    /** How often the gateway refused to capture it, or no longer knew it. */
    refusals: integer('refusals').notNull().default(0),
    /** When reconciliation last took it up, by the real clock. */
    checkedAt: moment('checked_at'),
  },
  (table) => [
    index('payments_order').on(table.orderId, table.id),
    uniqueIndex('payments_payment_identifier')
      .on(table.provider, table.paymentIdentifier)
      .where(sql`payment_identifier is not null`),
    uniqueIndex('payments_authorization')
      .on(table.provider, table.authorizationIdentifier)
      .where(sql`authorization_identifier is not null`),
    uniqueIndex('payments_one_capture')
      .on(table.orderId)
      .where(sql`status in ('capturing', 'captured')`),
    index('payments_not_settled')
      .on(table.orgId, table.id)
      .where(sql`status in ('linked', 'declined', 'authorising', 'authorised', 'capturing')`),
    index('payments_unfinished')
      .on(table.updatedAt)
      .where(sql`status in ('linking', 'authorised', 'capturing', 'unknown')`),
  ],
)

/**
 * Money on its way back: what the club must not keep, or what its office gave back of a paid order (`office`, with lines).
 * `requested` with the reason, `done` when the gateway confirmed, `failed` when it keeps refusing and the office has to look.
 * `status` changes in `refund-state.ts` only.
 */
export const refunds = pgTable(
  'refunds',
  {
    id: id(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    orgId: uuid('org_id')
      .notNull()
      .references(() => organisations.id),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    /** What is let go of, once. Null where the office gave back: the payment says of which authorisation. */
    authorizationIdentifier: uuid('authorization_identifier').unique(),
    amount: minor('amount').notNull(),
    currency: text('currency').notNull(),
    testMode: boolean('test_mode').notNull(),
    cause: text('cause', {
      enum: [
        'differs',
        'paid_otherwise',
        'authorised_twice',
        'places_taken',
        'capture_refused',
        'lapsed',
        'test_over',
        'office',
      ],
    }).notNull(),
    /** What is not as it was asked for, where the cause is `differs`. */
    differs: text('differs', { enum: ['amount', 'currency', 'order_number', 'test_mode'] }),
    /** The club's office has seen that. */
    notedAt: moment('noted_at'),
    /** `void`: it was only reserved on the card. `credit`: it was taken and is paid back. Null until it is known. */
    method: text('method', { enum: ['void', 'credit'] }),
    status: text('status', { enum: ['requested', 'done', 'failed'] })
      .notNull()
      .default('requested'),
    /** How often the gateway refused. */
    refusals: integer('refusals').notNull().default(0),
    createdAt: writtenAt('created_at'),
    /** Since when somebody is at it, by the real clock: names their claim. */
    attemptedAt: moment('attempted_at'),
    /** The gateway was asked to credit, and has not said no: until a person has looked, it is not asked again. */
    creditCalledAt: moment('credit_called_at'),
    /** What the gateway's list of credits adds up to at least once that call is among them. */
    creditedAfter: minor('credited_after'),
    /** When reconciliation last took it up, by the real clock. */
    checkedAt: moment('checked_at'),
    doneAt: moment('done_at'),
  },
  (table) => [
    index('refunds_order').on(table.orderId),
    index('refunds_unfinished')
      .on(table.orgId, table.id)
      .where(sql`status <> 'done'`),
    index('refunds_to_note')
      .on(table.orgId, table.paymentId)
      .where(sql`differs is not null and noted_at is null`),
    uniqueIndex('refunds_office_unfinished')
      .on(table.orderId)
      .where(sql`cause = 'office' and status <> 'done'`),
  ],
)

/** A line that its club gave back, once and whole. */
export const refundLines = pgTable(
  'refund_lines',
  {
    lineId: uuid('line_id')
      .primaryKey()
      .references(() => orderLines.id),
    refundId: uuid('refund_id')
      .notNull()
      .references(() => refunds.id),
    amount: minor('amount').notNull(),
  },
  (table) => [index('refund_lines_refund').on(table.refundId)],
)

/** The document for money that was taken and paid back. Its numbers come from the series of the receipts. */
export const creditNotes = pgTable(
  'credit_notes',
  {
    refundId: uuid('refund_id')
      .primaryKey()
      .references(() => refunds.id),
    orgId: uuid('org_id')
      .notNull()
      .references(() => organisations.id),
    year: integer('year').notNull(),
    testMode: boolean('test_mode').notNull(),
    number: integer('number').notNull(),
    issuedAt: writtenAt('issued_at'),
    seller: seller(),
  },
  (table) => [unique('credit_notes_number').on(table.orgId, table.year, table.testMode, table.number)],
)
