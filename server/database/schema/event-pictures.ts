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
    /** Where the bytes are in the bucket; those here are empty then. */
    bucketKey: text('bucket_key'),
    smallKey: text('small_key'),
    /** Bytes of both together; null in rows of the version before. */
    size: integer('size'),
    createdAt: writtenAt('created_at'),
  },
  (table) => [
    uniqueIndex('stored_pictures_of_club').on(table.orgId, table.hash),
    index('stored_pictures_in_bucket')
      .on(table.bucketKey)
      .where(sql`bucket_key is not null`),
    index('stored_pictures_small_in_bucket')
      .on(table.smallKey)
      .where(sql`small_key is not null`),
  ],
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

const isOwn = sql`octet_length(event_pictures.bytes) > 0 or stored_pictures.id is null`
const largeBytes = sql`case when ${isOwn} then event_pictures.bytes else stored_pictures.bytes end`
const largeKey = sql`case when not (${isOwn}) then bucket_key end`

/** Where the bytes of an event's picture are, with `stored_pictures` joined. Those in its own row are newer or from before. */
export const pictureColumns = sql`${largeBytes} as bytes, ${largeKey} as "bucketKey"`

/** For the picture at 720 pixels, or the large one if that has none. */
export const smallPictureColumns = sql`coalesce(event_pictures.small, stored_pictures.small, ${largeBytes}) as bytes,
  case when event_pictures.small is null then coalesce(small_key, ${largeKey}) end as "bucketKey"`
