import { delayedKinds } from '#contract/audit/delayed-actions.ts'
import { index, jsonb, pgTable, sql, text, uniqueIndex, uuid } from '../sql.ts'
import { id, moment, writtenAt } from './columns.ts'
import { members } from './members.ts'
import { organisations } from './organisations.ts'

/** An action of an office, or of a person, that takes effect a minute later, and can be stopped until then. */
export const delayedActions = pgTable(
  'delayed_actions',
  {
    id: id(),
    /** Null for a person's own action. */
    orgId: uuid('org_id').references(() => organisations.id),
    actorId: uuid('actor_id')
      .notNull()
      .references(() => members.id),
    kind: text('kind', { enum: [...delayedKinds, 'erase'] }).notNull(),
    /** The order of a refund, the thread of an answer, an event, an import whose people are invited, a message to many, or a person. At most one action of a kind waits for it: a second club's for a person has an id of both. */
    thingId: uuid('thing_id').notNull(),
    /** Its name in the office. */
    label: text('label').notNull(),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    state: text('state', { enum: ['waiting', 'done', 'stopped', 'refused'] })
      .notNull()
      .default('waiting'),
    /** The error code, where it could not be carried out. */
    refusal: text('refusal'),
    dueAt: moment('due_at').notNull(),
    endedAt: moment('ended_at'),
    createdAt: writtenAt('created_at'),
  },
  (table) => [
    uniqueIndex('delayed_actions_waiting')
      .on(table.kind, table.thingId)
      .where(sql`state = 'waiting'`),
    index('delayed_actions_refused')
      .on(table.thingId)
      .where(sql`state = 'refused'`),
    index('delayed_actions_org').on(table.orgId, table.id),
  ],
)
