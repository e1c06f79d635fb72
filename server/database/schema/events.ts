import { boolean, index, integer, pgTable, sql, text, unique, uuid } from '../sql.ts'
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
    /** What a map is asked for. */
    address: text('address').notNull().default(''),
    /** IANA name; days of the event are days there. */
    timeZone: text('time_zone').notNull().default('Europe/Copenhagen'),
    startsAt: moment('starts_at').notNull(),
    endsAt: moment('ends_at').notNull(),
    /** Not to be seen before, except by those who may bypass it. */
    publicFrom: moment('public_from').notNull(),
    enabled: boolean('enabled').notNull().default(true),
    forMembers: boolean('for_members').notNull().default(false),
    guestsInvited: boolean('guests_invited').notNull().default(false),
    /** Tickets are sold from then until then; null: from when it is public, until it ends. */
    saleFrom: moment('sale_from'),
    saleUntil: moment('sale_until'),
    onePerPerson: boolean('one_per_person').notNull().default(true),
    capacity: integer('capacity'),
    /** Paid places; changed under the lock of this row only. */
    sold: integer('sold').notNull().default(0),
    /** Entries that are held, also those whose time has run out; the database counts them whenever an entry's status changes. */
    held: integer('held').notNull().default(0),
    createdAt: writtenAt('created_at'),
    /** What a search looks at, in lower case. */
    search: text('search')
      .notNull()
      .generatedAlwaysAs(sql`lower(title || ' ' || kind || ' ' || place)`),
  },
  (table) => [
    index('events_org').on(table.orgId, table.endsAt),
    index('events_next')
      .on(table.startsAt, table.id)
      .where(sql`enabled`),
    index('events_next_of_org')
      .on(table.orgId, table.startsAt, table.id)
      .where(sql`enabled`),
    index('events_next_of_kind')
      .on(table.kind, table.startsAt, table.id)
      .where(sql`enabled`),
    index('events_next_of_org_kind')
      .on(table.orgId, table.kind, table.startsAt, table.id)
      .where(sql`enabled`),
    index('events_span')
      .using('gist', sql`tstzrange(starts_at, greatest(starts_at, ends_at))`)
      .where(sql`enabled`),
    index('events_words')
      .using('gin', table.search.op('gin_trgm_ops'))
      .where(sql`enabled`),
    index('events_letters')
      .using('gin', sql`(portal_pairs(search) || string_to_array(search, null))`)
      .where(sql`enabled`),
  ],
)

/** Categories that share places: no more of all of them together than this. Changed under the lock of the event. */
export const eventPools = pgTable(
  'event_pools',
  {
    id: id(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id),
    name: text('name').notNull().default(''),
    capacity: integer('capacity').notNull(),
    sold: integer('sold').notNull().default(0),
    held: integer('held').notNull().default(0),
  },
  (table) => [index('event_pools_event').on(table.eventId)],
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
    held: integer('held').notNull().default(0),
    /** Shares its places with the other categories of the pool. */
    poolId: uuid('pool_id').references(() => eventPools.id),
    /** Whole years on the event's first day, both included. */
    minAge: integer('min_age'),
    maxAge: integer('max_age'),
    membersOnly: boolean('members_only').notNull().default(false),
    position: integer('position').notNull().default(0),
  },
  (table) => [unique('event_categories_event_category').on(table.eventId, table.category)],
)
