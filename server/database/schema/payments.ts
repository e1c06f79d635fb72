import { boolean, date, index, integer, pgTable, sql, text, unique, uniqueIndex, uuid } from '../sql.ts'
import { takenBy } from '#contract/orders/answers.ts'
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
    /** `manual`: taken by the office itself, and recorded as captured; no gateway knows of it. */
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
    /** The gateway's ids of the payment window and the authorisation. */
    paymentIdentifier: uuid('payment_identifier'),
    windowLink: text('window_link'),
    authorizationIdentifier: uuid('authorization_identifier'),
    savedCardIdentifier: uuid('saved_card_identifier'),
    gatewayReason: text('gateway_reason'),
    reason: text('reason'),
    acquirer: text('acquirer'),
    createdAt: writtenAt('created_at'),
    updatedAt: writtenAt('updated_at'),
    /** When the current capture call started. Another process takes over once it must have timed out. */
    capturingSince: moment('capturing_since'),
    capturedAt: moment('captured_at'),
    /** The browser that last opened the window; empty when a saved card was charged. */
    device: text('device').notNull().default(''),
    /** How often the gateway refused the capture or did not know the authorisation. */
    refusals: integer('refusals').notNull().default(0),
    /** When reconciliation last took it up, by the real clock. */
    checkedAt: moment('checked_at'),
    /** By hand: how, on which day, the club's own words about it, and who wrote it. */
    method: text('method', { enum: takenBy }),
    receivedOn: date('received_on', { mode: 'string' }),
    reference: text('reference').notNull().default(''),
    recordedBy: uuid('recorded_by'),
  },
  (table) => [
    index('payments_manual')
      .on(table.orgId, table.orderId)
      .where(sql`provider = 'manual'`),
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
    index('payments_unresolved')
      .on(table.createdAt)
      .where(sql`status in ('linked', 'declined', 'authorising', 'authorised', 'capturing')`),
    index('payments_unfinished')
      .on(table.updatedAt)
      .where(sql`status in ('linking', 'authorised', 'capturing', 'unknown')`),
  ],
)

/**
 * Money going back to the buyer: what the club must not keep, or an office's refund of a paid order (`office`, with lines). `waiting`
 * while an earlier one of the order is unfinished, `requested` with the reason, `done` when the gateway confirmed, `failed` when it keeps refusing and the office has to act.
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
    /** The authorisation, refunded once. Null for an office's refund: its payment has the authorisation. */
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
    /** For cause `differs`: what differs from the request. */
    differs: text('differs', { enum: ['amount', 'currency', 'order_number', 'test_mode'] }),
    /** The club's office has seen it. */
    notedAt: moment('noted_at'),
    /** `void`: it was only authorised. `credit`: it was captured and is credited. Null until known. */
    method: text('method', { enum: ['void', 'credit'] }),
    status: text('status', { enum: ['waiting', 'requested', 'done', 'failed'] })
      .notNull()
      .default('requested'),
    /** How often the gateway refused. */
    refusals: integer('refusals').notNull().default(0),
    createdAt: writtenAt('created_at'),
    /** When a process claimed it, by the real clock. Identifies the claim. */
    attemptedAt: moment('attempted_at'),
    /** A credit was requested and not refused. It is not requested again until a person has checked. */
    creditCalledAt: moment('credit_called_at'),
    /** The least total of the gateway's credits once that call is among them. */
    creditedAfter: minor('credited_after'),
    /** When reconciliation last took it up, by the real clock. */
    checkedAt: moment('checked_at'),
    doneAt: moment('done_at'),
    /** Of a payment by hand: when the club has paid the money back, and who wrote it. */
    returnedAt: moment('returned_at'),
    returnedBy: uuid('returned_by'),
  },
  (table) => [
    index('refunds_order').on(table.orderId),
    index('refunds_org').on(table.orgId, table.id),
    index('refunds_done')
      .on(table.orgId, table.doneAt)
      .where(sql`status = 'done'`),
    index('refunds_unfinished')
      .on(table.orgId, table.id)
      .where(sql`status <> 'done'`),
    index('refunds_to_note')
      .on(table.orgId, table.paymentId)
      .where(sql`differs is not null and noted_at is null`),
    uniqueIndex('refunds_office_under_way')
      .on(table.orderId)
      .where(sql`cause = 'office' and status in ('requested', 'failed')`),
  ],
)

/** A line refunded by the club, once and in full. */
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

/** The document of a refund of captured money, numbered in the same series as receipts. */
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
