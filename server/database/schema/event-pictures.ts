import { integer, pgTable, text, uuid } from '../sql.ts'
import { bytea, localText, writtenAt } from './columns.ts'
import { events } from './events.ts'

/** An event's picture as it is served, wide and without metadata; its own table, so that events stay narrow. */
export const eventPictures = pgTable('event_pictures', {
  eventId: uuid('event_id')
    .primaryKey()
    .references(() => events.id),
  /** Names these bytes in the picture's address. */
  version: text('version').notNull(),
  contentType: text('content_type').notNull(),
  bytes: bytea('bytes').notNull(),
  /** The same 720 pixels wide, for cards and phones. */
  small: bytea('small'),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  alt: localText('alt_texts').default({ da: '' }),
  createdAt: writtenAt('created_at'),
})
