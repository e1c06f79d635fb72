import type { WhenAndWhere } from '#contract/events/move.ts'
import { index, jsonb, pgTable, sql, timestamp, uuid } from '../sql.ts'
import { id } from './columns.ts'
import { events } from './events.ts'

/** When and where an event was before an office moved it, until its guests are notified. */
export const eventChanges = pgTable(
  'event_changes',
  {
    id: id(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id),
    before: jsonb('before').$type<WhenAndWhere>().notNull(),
    /** The values of the last notification to guests. */
    after: jsonb('after').$type<WhenAndWhere>(),
    /** Under the lock of the event: whoever took a place before has to hear of it. */
    at: timestamp('at', { withTimezone: true, mode: 'date' }).notNull(),
    /** The batch that notifies of it; one notifies of several changes. */
    toldBy: uuid('told_by'),
    /** Stopped, or undone, before anybody was notified. */
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
