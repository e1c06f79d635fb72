import type { AnswerValue } from '#contract/events/questions.ts'
import { handMethods } from '#contract/orders/answers.ts'
import { boolean, date, index, integer, jsonb, pgTable, sql, text, uniqueIndex, uuid } from '../sql.ts'
import { id, minor, moment, writtenAt } from './columns.ts'
import { eventCategories, eventPhases, eventPools, eventQuestions, events } from './events.ts'
import { members } from './members.ts'
import { orders } from './orders.ts'
import { organisations } from './organisations.ts'

/** A person's place at an event; once paid, the ticket. Its `status` changes in `entry-state.ts` only. */
export const eventEntries = pgTable(
  'event_entries',
  {
    id: id(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id),
    categoryId: uuid('category_id')
      .notNull()
      .references(() => eventCategories.id),
    poolId: uuid('pool_id').references(() => eventPools.id),
    /** The phase whose price was charged; null: the category's own. */
    phaseId: uuid('phase_id').references(() => eventPhases.id),
    orgId: uuid('org_id')
      .notNull()
      .references(() => organisations.id),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    /** `released`: the hold ended unpaid. `cancelled`: it was paid and then cancelled. */
    status: text('status', { enum: ['held', 'paid', 'released', 'cancelled'] })
      .notNull()
      .default('held'),
    /** When the hold expires; null once it is firm. */
    reservedUntil: moment('reserved_until'),
    /** As the event said when it was sold. */
    onePerPerson: boolean('one_per_person').notNull(),
    priceKind: text('price_kind', { enum: ['standard', 'member', 'member_in_basket'] })
      .notNull()
      .default('standard'),
    createdAt: writtenAt('created_at'),
    /** When an office marked the person as present, and who. */
    presentAt: moment('present_at'),
    presentBy: uuid('present_by'),
    /** Who in the office added it by hand, and why; null: bought on the portal. */
    addedBy: uuid('added_by'),
    addedReason: text('added_reason'),
    /** How it was paid outside the portal. */
    handMethod: text('hand_method', { enum: handMethods }),
    handAmount: minor('hand_amount'),
    /** When the club refunded it, after the place was cancelled. */
    handReturnedAt: moment('hand_returned_at'),
    /** How many required questions are open; `recountMissing` and whoever inserts a place write it. */
    answersMissing: integer('answers_missing').notNull().default(0),
    /** By what lists are sorted, filtered and added up; triggers write these three. The person's name as it is shown, in lower case. */
    sortName: text('sort_name').notNull().default(''),
    sortBorn: date('sort_born', { mode: 'string' }),
    /** The total of its order line. */
    sortTotal: minor('sort_total').notNull().default(0),
  },
  (table) => [
    uniqueIndex('event_entries_one_per_person')
      .on(table.eventId, table.memberId)
      .where(sql`one_per_person and status in ('held', 'paid')`),
    index('event_entries_held')
      .on(table.eventId, table.reservedUntil)
      .where(sql`status = 'held'`),
    index('event_entries_event').on(table.eventId, table.createdAt),
    index('event_entries_order').on(table.orderId),
    index('event_entries_by_hand')
      .on(table.orderId)
      .where(sql`hand_amount > 0`),
    index('event_entries_names')
      .on(table.eventId, table.sortName, table.id)
      .where(sql`status <> 'released'`),
    index('event_entries_unanswered')
      .on(table.eventId)
      .where(sql`status = 'paid' and answers_missing > 0`),
    index('event_entries_category').on(table.categoryId),
    index('event_entries_phase')
      .on(table.phaseId)
      .where(sql`phase_id is not null`),
    index('event_entries_pool')
      .on(table.poolId)
      .where(sql`pool_id is not null`),
    index('event_entries_member').on(table.memberId, table.id),
  ],
)

/** An answer to a question of an event, of a place or of an order. */
export const eventAnswers = pgTable(
  'event_answers',
  {
    id: id(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id),
    questionId: uuid('question_id')
      .notNull()
      .references(() => eventQuestions.id),
    /** One of the two. */
    entryId: uuid('entry_id').references(() => eventEntries.id),
    orderId: uuid('order_id').references(() => orders.id),
    value: jsonb('value').$type<AnswerValue>(),
    /** JSON, encrypted, of a sensitive question; instead of `value`. */
    valueEncrypted: text('value_encrypted'),
    answeredBy: uuid('answered_by').notNull(),
    answeredAt: moment('answered_at').notNull(),
  },
  (table) => [
    uniqueIndex('event_answers_entry').on(table.entryId, table.questionId),
    uniqueIndex('event_answers_order').on(table.orderId, table.questionId),
    index('event_answers_event').on(table.eventId),
    index('event_answers_question').on(table.questionId),
  ],
)

/** The proof that answers were deleted. */
export const eventAnswerDeletions = pgTable(
  'event_answer_deletions',
  {
    id: id(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id),
    sensitive: boolean('sensitive').notNull(),
    deleted: integer('deleted').notNull(),
    deletedAt: moment('deleted_at').notNull(),
  },
  (table) => [index('event_answer_deletions_event').on(table.eventId)],
)
