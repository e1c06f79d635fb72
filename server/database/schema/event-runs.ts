import { index, integer, pgTable, primaryKey, sql, text, uniqueIndex, uuid } from '../sql.ts'
import { id, minor, moment, writtenAt } from './columns.ts'
import { events } from './events.ts'
import { members } from './members.ts'
import { orders } from './orders.ts'
import { organisations } from './organisations.ts'
import { refunds } from './payments.ts'

/** A job of an office on an event, order by order: a cancellation. At most one of a kind that was not stopped. */
export const eventRuns = pgTable(
  'event_runs',
  {
    id: id(),
    orgId: uuid('org_id')
      .notNull()
      .references(() => organisations.id),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id),
    kind: text('kind', { enum: ['cancel'] }).notNull(),
    /** `waiting`: nobody who may refund has answered yet. `declined`: one has, until it is asked again. */
    state: text('state', { enum: ['waiting', 'declined', 'running', 'done', 'stopped'] }).notNull(),
    refunds: text('refunds', { enum: ['all', 'none'] }).notNull(),
    /** Why nothing is refunded. */
    reason: text('reason'),
    startedBy: uuid('started_by')
      .notNull()
      .references(() => members.id),
    startedAt: writtenAt('started_at'),
    approvedBy: uuid('approved_by').references(() => members.id),
    approvedAt: moment('approved_at'),
    /** The last time that it was declined. */
    declinedBy: uuid('declined_by').references(() => members.id),
    declinedAt: moment('declined_at'),
    declineReason: text('decline_reason'),
    endedAt: moment('ended_at'),
    /** How often it came to an end: again after a retry. */
    ends: integer('ends').notNull().default(0),
    /** In common with the other dates of its series that were cancelled with it; null: it was cancelled alone. */
    press: uuid('press'),
  },
  (table) => [
    uniqueIndex('event_runs_one')
      .on(table.eventId, table.kind)
      .where(sql`state <> 'stopped'`),
    index('event_runs_unfinished')
      .on(table.id)
      .where(sql`state in ('waiting', 'running')`),
    index('event_runs_press')
      .on(table.press)
      .where(sql`press is not null`),
  ],
)

/** One order of a run. */
export const eventRunItems = pgTable(
  'event_run_items',
  {
    runId: uuid('run_id')
      .notNull()
      .references(() => eventRuns.id),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    /** `done`: its refund, if there is one, was requested in the same transaction, and has a status of its own. */
    state: text('state', { enum: ['waiting', 'done', 'failed', 'by_hand'] })
      .notNull()
      .default('waiting'),
    refundId: uuid('refund_id').references(() => refunds.id),
    /** The refunded amount, by the gateway or by the club's own hand. */
    amount: minor('amount').notNull().default(0),
    problem: text('problem'),
    /** When its guests heard of the cancellation, if that was before its refund. */
    toldAt: moment('told_at'),
    tries: integer('tries').notNull().default(0),
  },
  (table) => [
    primaryKey({ name: 'event_run_items_pk', columns: [table.runId, table.orderId] }),
    index('event_run_items_waiting')
      .on(table.runId, table.tries, table.orderId)
      .where(sql`state = 'waiting'`),
  ],
)
