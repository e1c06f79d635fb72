import { waitingModes, wishStatuses } from '#contract/events/waiting.ts'
import { index, integer, pgTable, primaryKey, sql, text, uniqueIndex, uuid } from '../sql.ts'
import { id, moment, writtenAt } from './columns.ts'
import { eventCategories, events } from './events.ts'
import { members } from './members.ts'
import { orders } from './orders.ts'
import { organisations } from './organisations.ts'

/** Who waits for places at a sold-out event. `events.waiting` counts those that wait or have an offer. */
export const waitingWishes = pgTable(
  'waiting_wishes',
  {
    id: id(),
    orgId: uuid('org_id')
      .notNull()
      .references(() => organisations.id),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id),
    buyerId: uuid('buyer_id')
      .notNull()
      .references(() => members.id),
    mode: text('mode', { enum: waitingModes }).notNull(),
    /** Only of that mode. */
    atLeast: integer('at_least'),
    /** Changed in `wish-state.ts` only. */
    status: text('status', { enum: wishStatuses }).notNull(),
    joinedAt: writtenAt('joined_at'),
  },
  (table) => [
    uniqueIndex('waiting_wishes_live')
      .on(table.eventId, table.buyerId)
      .where(sql`status in ('waiting', 'offered')`),
    index('waiting_wishes_event').on(table.eventId, table.joinedAt, table.id),
    index('waiting_wishes_buyer').on(table.buyerId),
    index('waiting_wishes_org').on(table.orgId),
  ],
)

const wishId = () =>
  uuid('wish_id')
    .notNull()
    .references(() => waitingWishes.id)

/** Whom a wish is for. Those on an order of one of its offers no longer wait. */
export const waitingPeople = pgTable(
  'waiting_people',
  {
    wishId: wishId(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id),
    categoryId: uuid('category_id')
      .notNull()
      .references(() => eventCategories.id),
    position: integer('position').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.wishId, table.memberId], name: 'waiting_people_pkey' }),
    index('waiting_people_member').on(table.memberId),
    index('waiting_people_category').on(table.categoryId),
  ],
)

/** An order held for a wish; its state is the order's. */
export const waitingOffers = pgTable(
  'waiting_offers',
  {
    orderId: uuid('order_id')
      .primaryKey()
      .references(() => orders.id),
    wishId: wishId(),
    until: moment('until').notNull(),
    offeredAt: writtenAt('offered_at'),
    /** Of an office that offered out of turn, with its reason. */
    offeredBy: uuid('offered_by').references(() => members.id),
    reason: text('reason').notNull().default(''),
  },
  (table) => [
    index('waiting_offers_wish').on(table.wishId),
    index('waiting_offers_by')
      .on(table.offeredBy)
      .where(sql`offered_by is not null`),
  ],
)
