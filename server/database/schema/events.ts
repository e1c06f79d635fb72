import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { id, minor, moment, writtenAt } from './columns.ts'
import { organisations } from './organisations.ts'

export const events = pgTable(
  'events',
  {
    id: id(),
    orgId: uuid('org_id')
      .notNull()
      .references(() => organisations.id),
    title: text('title').notNull(),
    /** Markdown. */
    description: text('description').notNull().default(''),
    kind: text('kind').notNull().default(''),
    place: text('place').notNull().default(''),
    startsAt: moment('starts_at').notNull(),
    endsAt: moment('ends_at').notNull(),
    /** Not to be seen before, except by those who may bypass it. */
    publicFrom: moment('public_from').notNull(),
    enabled: boolean('enabled').notNull().default(true),
    forMembers: boolean('for_members').notNull().default(false),
    guestsInvited: boolean('guests_invited').notNull().default(false),
    capacity: integer('capacity'),
    sold: integer('sold').notNull().default(0),
    createdAt: writtenAt('created_at'),
  },
  (table) => [
    index('events_org').on(table.orgId, table.endsAt),
    check('events_capacity', sql`capacity is null or sold <= capacity`),
  ],
)

/** Who pays what: adult, child … Prices in øre; the member price applies to members of the club. */
export const eventCategories = pgTable(
  'event_categories',
  {
    id: id(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id),
    /** Lower case. */
    category: text('category').notNull(),
    name: text('name').notNull(),
    price: minor('price').notNull(),
    memberPrice: minor('member_price'),
    capacity: integer('capacity'),
    sold: integer('sold').notNull().default(0),
    position: integer('position').notNull().default(0),
  },
  (table) => [
    unique('event_categories_event_category').on(table.eventId, table.category),
    check('event_categories_capacity', sql`capacity is null or sold <= capacity`),
  ],
)
