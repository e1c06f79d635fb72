import { index, integer, pgTable, sql, text, uniqueIndex, uuid } from '../sql.ts'
import { bytea, id, localText, writtenAt } from './columns.ts'
import { events } from './events.ts'
import { organisations } from './organisations.ts'

/** The bytes of pictures as served, without metadata, each once in a club. */
export const storedPictures = pgTable(
  'stored_pictures',
  {
    id: id(),
    orgId: uuid('org_id')
      .notNull()
      .references(() => organisations.id),
    hash: text('hash').notNull(),
    bytes: bytea('bytes').notNull(),
    /** The picture at 720 pixels, for cards and phones. */
    small: bytea('small'),
    createdAt: writtenAt('created_at'),
  },
  (table) => [uniqueIndex('stored_pictures_of_club').on(table.orgId, table.hash)],
)

/** An event's picture. In its own table, so that event rows stay small. */
export const eventPictures = pgTable(
  'event_pictures',
  {
    eventId: uuid('event_id')
      .primaryKey()
      .references(() => events.id),
    /** The version in the picture's URL. */
    version: text('version').notNull(),
    contentType: text('content_type').notNull(),
    /** Empty where `storedId` names them. */
    bytes: bytea('bytes').notNull(),
    small: bytea('small'),
    storedId: uuid('stored_id').references(() => storedPictures.id),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    /** The centre of a crop, in per cent from the left and from the top. */
    focalX: integer('focal_x').notNull().default(50),
    focalY: integer('focal_y').notNull().default(50),
    alt: localText('alt_texts').default({ da: '' }),
    createdAt: writtenAt('created_at'),
  },
  (table) => [
    index('event_pictures_stored')
      .on(table.storedId)
      .where(sql`stored_id is not null`),
  ],
)

/** The bytes of an event's picture, with `stored_pictures` joined. Those in its own row are newer or from before. */
export const pictureBytes = sql`case when octet_length(event_pictures.bytes) > 0 or stored_pictures.id is null then event_pictures.bytes
  else stored_pictures.bytes end`
