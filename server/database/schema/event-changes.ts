import type { WhenAndWhere } from '#contract/events/move.ts'
import { index, jsonb, pgTable, sql, timestamp, uuid } from '../sql.ts'
import { id } from './columns.ts'
import { events } from './events.ts'

/** When and where an event was before an office moved it, until its guests are told. */
export const eventChanges = pgTable(
  'event_changes',
  {
    id: id(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id),
    before: jsonb('before').$type<WhenAndWhere>().notNull(),
    /** The values that the guests were told. */
    after: jsonb('after').$type<WhenAndWhere>(),
    /** Under the lock of the event: whoever took a place before has to hear of it. */
    at: timestamp('at', { withTimezone: true, mode: 'date' }).notNull(),
    /** The action that tells, with all that it tells at once. */
    toldBy: uuid('told_by'),
    /** Stopped, or taken back, before anybody was told. */
    droppedAt: timestamp('dropped_at', { withTimezone: true, mode: 'date' }),
  },
  (table) => [
    index('event_changes_waiting')
      .on(table.eventId, table.at)
      .where(sql`told_by is null and dropped_at is null`),
    index('event_changes_told')
      .on(table.toldBy)
      .where(sql`told_by is not null`),
  ],
)
