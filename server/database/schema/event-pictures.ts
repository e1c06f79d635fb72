import { integer, pgTable, text, uuid } from '../sql.ts'
import { bytea, localText, writtenAt } from './columns.ts'
import { events } from './events.ts'

/** An event's picture as served, without metadata. In its own table, so that event rows stay small. */
export const eventPictures = pgTable('event_pictures', {
  eventId: uuid('event_id')
    .primaryKey()
    .references(() => events.id),
  /** The version in the picture's URL. */
  version: text('version').notNull(),
  contentType: text('content_type').notNull(),
  bytes: bytea('bytes').notNull(),
  /** The picture at 720 pixels, for cards and phones. */
  small: bytea('small'),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  /** What a crop keeps, in per cent from the left and from the top. */
  focalX: integer('focal_x').notNull().default(50),
  focalY: integer('focal_y').notNull().default(50),
  alt: localText('alt_texts').default({ da: '' }),
  createdAt: writtenAt('created_at'),
})
