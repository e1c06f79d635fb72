import type { Filter } from '#contract/filters.ts'
import type { LocalText } from '#contract/local-text.ts'
import { boolean, date, index, integer, jsonb, pgTable, primaryKey, sql, text, unique, uuid } from '../sql.ts'
import { id, localText, moment, writtenAt } from './columns.ts'
import { members } from './members.ts'
import { organisations } from './organisations.ts'

/** How somebody came to a club. */
const peopleSources = ['joined', 'bought', 'imported', 'added', 'asked'] as const

/** A club's register: what it knows of a person. Written by `joinClub` and with each paid order. */
export const clubPeople = pgTable(
  'club_people',
  {
    orgId: uuid('org_id')
      .notNull()
      .references(() => organisations.id),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id),
    /** Given by `numberPeople`, and never to another. */
    number: integer('number'),
    since: date('since', { mode: 'string' }).notNull(),
    source: text('source', { enum: peopleSources }).notNull(),
    /** The day from which they have left the club. */
    leftOn: date('left_on', { mode: 'string' }),
    leftReason: text('left_reason'),
    tags: text('tags').array().notNull().default([]),
    /** The club's own fields: values by the id of the field. */
    fields: jsonb('fields').$type<Record<string, string | number | boolean>>().notNull().default({}),
    /** Made by this club and without a sign-in: its office may edit the person. */
    managed: boolean('managed').notNull().default(false),
    createdAt: writtenAt('created_at'),
    version: integer('version').notNull().default(1),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.memberId] }),
    unique('club_people_number').on(table.orgId, table.number),
    index('club_people_member').on(table.memberId),
    index('club_people_unnumbered')
      .on(table.orgId)
      .where(sql`number is null`),
  ],
)

/** The last number that a club gave. */
export const clubPeopleCounters = pgTable('club_people_counters', {
  orgId: uuid('org_id')
    .primaryKey()
    .references(() => organisations.id),
  last: integer('last').notNull(),
})

/** A field that a club added to its register. */
export const clubFields = pgTable(
  'club_fields',
  {
    id: id(),
    orgId: uuid('org_id')
      .notNull()
      .references(() => organisations.id),
    label: localText('label'),
    kind: text('kind', { enum: ['text', 'number', 'date', 'choice', 'yes_no'] }).notNull(),
    /** The choices of a choice. */
    options: jsonb('options').$type<LocalText[]>().notNull().default([]),
    /** Always the office. */
    whoSees: text('who_sees', { enum: ['office', 'person'] }).notNull(),
    position: integer('position').notNull(),
    archivedAt: moment('archived_at'),
    version: integer('version').notNull().default(1),
  },
  (table) => [index('club_fields_org').on(table.orgId, table.position)],
)

/** A filter of the register with its columns and order, under a name. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: id(),
    orgId: uuid('org_id')
      .notNull()
      .references(() => organisations.id),
    /** Null: shared by the office. */
    ownerId: uuid('owner_id').references(() => members.id),
    name: text('name').notNull(),
    filter: jsonb('filter').$type<Filter>(),
    columns: text('columns').array().notNull().default([]),
    sort: text('sort'),
    position: integer('position').notNull(),
    version: integer('version').notNull().default(1),
  },
  (table) => [
    index('saved_views_org').on(table.orgId, table.position),
    index('saved_views_owner')
      .on(table.ownerId)
      .where(sql`owner_id is not null`),
  ],
)
