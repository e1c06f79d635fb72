import { boolean, index, jsonb, pgTable, pgView, sql, text, uniqueIndex, uuid } from '../sql.ts'
import { id, moment, writtenAt } from './columns.ts'
import { members } from './members.ts'

/** A super admin acting as a member. Ends by itself when it is not used for a while. */
export const impersonations = pgTable(
  'impersonations',
  {
    id: id(),
    actorId: uuid('actor_id')
      .notNull()
      .references(() => members.id),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id),
    startedAt: writtenAt('started_at'),
    usedAt: writtenAt('used_at'),
    endedAt: moment('ended_at'),
  },
  (table) => [
    uniqueIndex('impersonations_live')
      .on(table.actorId)
      .where(sql`ended_at is null`),
    index('impersonations_member').on(table.memberId),
  ],
)

/** The audit log: who did what for whom. A trigger refuses changes. */
export const acts = pgTable(
  'acts',
  {
    id: id(),
    at: writtenAt('at'),
    /** Who was signed in. */
    actorId: uuid('actor_id')
      .notNull()
      .references(() => members.id),
    subjectId: uuid('subject_id')
      .notNull()
      .references(() => members.id),
    /** Null when acting for themselves. */
    actingAs: text('acting_as', { enum: ['participant', 'relative', 'relative_participant', 'impersonator'] }),
    name: text('name').notNull(),
    data: jsonb('data').$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [index('acts_actor').on(table.actorId, table.id), index('acts_subject').on(table.subjectId, table.id)],
)

/** The members that somebody may act for, without disabled people. Only this database view decides it. */
export const peopleInReach = pgView('people_in_reach', {
  /** Who may act, signed in or not. */
  agentId: uuid('actor_id').notNull(),
  memberId: uuid('member_id').notNull(),
  actingAs: text('acting_as', { enum: ['participant', 'relative', 'relative_participant'] }).notNull(),
  archived: boolean('archived').notNull(),
}).existing()

/** The clubs where a member ever held a membership. */
export const clubsOfMembers = pgView('clubs_of_members', {
  memberId: uuid('member_id').notNull(),
  orgId: uuid('org_id').notNull(),
  orgKey: text('org_key').notNull(),
}).existing()
