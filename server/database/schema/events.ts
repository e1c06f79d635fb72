import type { TemplateQuestion } from '#contract/events/question-templates.ts'
import type { Question } from '#contract/events/questions.ts'
import type { LocalText } from '#contract/local-text.ts'
import { boolean, date, index, integer, jsonb, pgTable, sql, text, unique, uuid } from '../sql.ts'
import type { RepeatRule } from '#contract/events/repeat.ts'
import { id, localText, minor, moment, writtenAt } from './columns.ts'
import { organisations } from './organisations.ts'

/** Events that repeat: which days they have. */
export const eventSeries = pgTable(
  'event_series',
  {
    id: id(),
    orgId: uuid('org_id')
      .notNull()
      .references(() => organisations.id),
    rule: jsonb('rule').$type<RepeatRule>().notNull(),
    /** The first day, from which the rule counts. */
    startsOn: date('starts_on', { mode: 'string' }).notNull(),
    version: integer('edits').notNull().default(1),
    createdAt: writtenAt('created_at'),
  },
  (table) => [index('event_series_org').on(table.orgId)],
)

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
    /** The search text for a map. */
    address: text('address').notNull().default(''),
    contactPhone: text('contact_phone').notNull().default(''),
    /** IANA time zone of the event's dates. */
    timeZone: text('time_zone').notNull().default('Europe/Copenhagen'),
    startsAt: moment('starts_at').notNull(),
    endsAt: moment('ends_at').notNull(),
    /** Hidden until then, except from those who may bypass it. */
    publicFrom: moment('public_from').notNull(),
    /** Whether it is published. A trigger writes it. */
    enabled: boolean('enabled').notNull().default(true),
    /** Changed in `event-state.ts` only. */
    status: text('status', { enum: ['draft', 'published', 'cancelled'] })
      .notNull()
      .default('published'),
    /** Counts what offices saved. */
    version: integer('edits').notNull().default(1),
    publishedAt: moment('published_at'),
    /** The club's message about the cancellation. */
    cancelTexts: jsonb('cancel_texts').$type<LocalText>(),
    /** The Danish text of each is `title`, `description` and `place`. */
    titleTexts: localText('title_texts').default({ da: '' }),
    descriptionTexts: localText('description_texts').default({ da: '' }),
    placeTexts: localText('place_texts').default({ da: '' }),
    doorsAt: moment('doors_at'),
    /** A buyer can cancel a paid place until so many hours before the start; null: not at all. */
    refundUntilHours: integer('refund_until_hours'),
    /** The series of memberships that make somebody a member for this event; null: every membership of the club. */
    memberSeries: text('member_series').array(),
    copiedFrom: uuid('copied_from'),
    seriesId: uuid('series_id').references(() => eventSeries.id),
    /** Its fields that no longer follow the series. */
    ownFields: text('own_fields').array().notNull().default([]),
    forMembers: boolean('for_members').notNull().default(false),
    guestsInvited: boolean('guests_invited').notNull().default(false),
    /** When tickets are sold; null means from when it is public, or until it ends. */
    saleFrom: moment('sale_from'),
    saleUntil: moment('sale_until'),
    onePerPerson: boolean('one_per_person').notNull().default(true),
    capacity: integer('capacity'),
    /** Paid places. Changed only with this row locked. */
    sold: integer('sold').notNull().default(0),
    /** Held entries, expired ones included. Counted by a trigger on the entries' status. */
    held: integer('held').notNull().default(0),
    /** Wishes of its waiting list that wait or have an offer. Changed only with this row locked. */
    waiting: integer('waiting').notNull().default(0),
    createdAt: writtenAt('created_at'),
    /** Counts changes of what a calendar shows. A trigger writes these three. */
    revision: integer('revision').notNull().default(0),
    /** Null: never since it was created. */
    changedAt: moment('changed_at'),
    /** When a public event was closed or hidden. */
    withdrawnAt: moment('withdrawn_at'),
    /** The public version at that time. Written by the database. */
    withdrawnAs: jsonb('withdrawn_as'),
    /** The text that is searched. */
    folded: text('folded')
      .notNull()
      .generatedAlwaysAs(
        sql`search_fold(title || ' ' || kind || ' ' || place || ' ' || coalesce(title_texts->>'en', ''))`,
      ),
  },
  (table) => [
    index('events_org').on(table.orgId, table.endsAt),
    index('events_copied')
      .on(table.copiedFrom)
      .where(sql`copied_from is not null`),
    index('events_of_series')
      .on(table.seriesId, table.startsAt, table.id)
      .where(sql`series_id is not null`),
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
      .using('gin', table.folded.op('gin_trgm_ops'))
      .where(sql`enabled`),
    index('events_letters')
      .using('gin', sql`(portal_pairs(folded) || string_to_array(folded, null))`)
      .where(sql`enabled`),
  ],
)

/** A limit for several categories together. Changed only with the event locked. */
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

/** A price category: adult, child … Prices in øre; the member price is for members of the club. */
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
    nameTexts: localText('name_texts').default({ da: '' }),
    /** After the phases. */
    price: minor('price').notNull(),
    memberPrice: minor('member_price'),
    /** Sold no longer. */
    closedAt: moment('closed_at'),
    capacity: integer('capacity'),
    sold: integer('sold').notNull().default(0),
    held: integer('held').notNull().default(0),
    /** The pool whose places it shares. */
    poolId: uuid('pool_id').references(() => eventPools.id),
    /** Age in years on the event's first day, both limits included. */
    minAge: integer('min_age'),
    maxAge: integer('max_age'),
    membersOnly: boolean('members_only').notNull().default(false),
    position: integer('position').notNull().default(0),
  },
  (table) => [
    unique('event_categories_event_category').on(table.eventId, table.category),
    index('event_categories_pool')
      .on(table.poolId)
      .where(sql`pool_id is not null`),
  ],
)

/** An earlier price of a category, such as early bird: charged until a moment, or until so many places of the category are taken. */
export const eventPhases = pgTable(
  'event_phases',
  {
    id: id(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id),
    categoryId: uuid('category_id')
      .notNull()
      .references(() => eventCategories.id),
    position: integer('position').notNull(),
    name: localText('name_texts').default({ da: '' }),
    price: minor('price').notNull(),
    memberPrice: minor('member_price'),
    until: moment('until'),
    places: integer('places'),
    /** Taken away by the club; kept for the places sold at its price. */
    removedAt: moment('removed_at'),
  },
  (table) => [
    index('event_phases_category').on(table.categoryId, table.position),
    index('event_phases_event').on(table.eventId),
  ],
)

/** A question of an event, as the contract's `Question`. Its answers name it. */
export const eventQuestions = pgTable(
  'event_questions',
  {
    id: id(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id),
    position: integer('position').notNull(),
    scope: text('scope').$type<Question['scope']>().notNull(),
    kind: text('kind').$type<Question['kind']>().notNull(),
    label: localText('label_texts'),
    help: localText('help_texts'),
    options: jsonb('options').$type<Question['options']>().notNull(),
    required: boolean('required').notNull(),
    categories: uuid('categories').array(),
    condition: jsonb('condition').$type<Question['condition']>(),
    when: text('asked_when').$type<Question['when']>().notNull(),
    until: date('until'),
    sensitive: boolean('sensitive').notNull(),
    purpose: localText('purpose_texts'),
    deleteDays: integer('delete_days').notNull(),
    readers: text('readers').$type<Question['readers'][number]>().array().notNull(),
    /** Taken away by the club; kept for its answers. */
    removedAt: moment('removed_at'),
  },
  (table) => [index('event_questions_event').on(table.eventId, table.position)],
)

/** A question that a club asks again, by value. */
export const questionTemplates = pgTable(
  'question_templates',
  {
    id: id(),
    orgId: uuid('org_id')
      .notNull()
      .references(() => organisations.id),
    question: jsonb('question').$type<TemplateQuestion>().notNull(),
    createdAt: writtenAt('created_at'),
  },
  (table) => [index('question_templates_org').on(table.orgId)],
)
