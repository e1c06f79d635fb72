import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { id, minor, moment, writtenAt } from './columns.ts'
import { orders } from './orders.ts'
import { organisations } from './organisations.ts'

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
      enum: ['created', 'linking', 'linked', 'authorised', 'capturing', 'captured', 'declined', 'unknown', 'voided'],
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
  },
  (table) => [
    index('payments_order').on(table.orderId, table.id),
    uniqueIndex('payments_payment_identifier')
      .on(table.provider, table.paymentIdentifier)
      .where(sql`payment_identifier is not null`),
    uniqueIndex('payments_authorization')
      .on(table.provider, table.authorizationIdentifier)
      .where(sql`authorization_identifier is not null`),
    index('payments_unfinished')
      .on(table.updatedAt)
      .where(sql`status in ('linking', 'authorised', 'capturing', 'unknown')`),
  ],
)
