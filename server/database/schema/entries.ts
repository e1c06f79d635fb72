import { boolean, index, pgTable, sql, text, uniqueIndex, uuid } from '../sql.ts'
import { id, moment, writtenAt } from './columns.ts'
import { eventCategories, eventPhases, eventPools, events } from './events.ts'
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
    index('event_entries_member').on(table.memberId, table.id),
  ],
)
