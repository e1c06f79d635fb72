import type { LocalText } from '#contract/local-text.ts'
import { boolean, index, jsonb, pgTable, primaryKey, sql, text, uuid } from '../sql.ts'
import { id, moment, writtenAt } from './columns.ts'
import { eventEntries } from './entries.ts'
import { events } from './events.ts'
import { members } from './members.ts'
import { organisations } from './organisations.ts'

/** A move of which guests were notified. Its id is the batch of the changes that it is made of. */
export const eventMoves = pgTable(
  'event_moves',
  {
    id: id(),
    orgId: uuid('org_id')
      .notNull()
      .references(() => organisations.id),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id),
    /** The club's words to its guests. */
    texts: jsonb('texts').$type<LocalText>(),
    /** Until when they can have their money back; null: they are not asked. */
    keepUntil: moment('keep_until'),
    /** Guests were notified although it is no move. */
    small: boolean('small').notNull().default(false),
    /** In common with the other dates of its series that were saved with it; null: it was saved alone. */
    press: uuid('press'),
    createdAt: writtenAt('created_at'),
  },
  (table) => [
    index('event_moves_event').on(table.eventId, table.id),
    index('event_moves_org').on(table.orgId),
    index('event_moves_press')
      .on(table.press)
      .where(sql`press is not null`),
  ],
)

/** The answer for a ticket. Without one it is kept. */
export const eventMoveAnswers = pgTable(
  'event_move_answers',
  {
    moveId: uuid('move_id')
      .notNull()
      .references(() => eventMoves.id),
    entryId: uuid('entry_id')
      .notNull()
      .references(() => eventEntries.id),
    answer: text('answer', { enum: ['keep', 'refund'] }).notNull(),
    answeredBy: uuid('answered_by')
      .notNull()
      .references(() => members.id),
    answeredAt: writtenAt('answered_at'),
  },
  (table) => [
    primaryKey({ name: 'event_move_answers_pk', columns: [table.moveId, table.entryId] }),
    index('event_move_answers_entry').on(table.entryId),
    index('event_move_answers_by').on(table.answeredBy),
  ],
)
