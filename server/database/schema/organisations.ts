import type { LocalText } from '#contract/local-text.ts'
import { boolean, index, integer, jsonb, pgTable, primaryKey, sql, text, uuid } from '../sql.ts'
import { bytea, id, localText, moment, writtenAt } from './columns.ts'

/** The club's details as printed on a document. */
export interface SellerRow {
  name: string
  key: string
  cvr: string | null
  address: string
  email: string
}

/** The club's details when the document was issued; null in older rows, which show today's. */
export const seller = () => jsonb('seller').$type<SellerRow>()

/** The default currency of a club. */
export const DEFAULT_CURRENCY = 'DKK'

export const organisations = pgTable(
  'organisations',
  {
    id: id(),
    /** Upper case. Part of URLs and order numbers. */
    key: text('key').notNull().unique(),
    name: text('name').notNull(),
    description: localText('description_texts').default({ da: '' }),
    city: text('city').notNull().default(''),
    /** One line, for receipts. */
    address: text('address').notNull().default(''),
    cvr: text('cvr'),
    contactEmail: text('contact_email').notNull(),
    website: text('website'),
    /** ISO 4217. All prices of the club are in it; each order stores its own. */
    currency: text('currency').notNull().default(DEFAULT_CURRENCY),
    /** Tints what a club without a colour of its own shows. */
    hue: integer('hue').notNull().default(200),
    /** The club's own colour, `#rrggbb`. */
    colour: text('colour'),
    /** The versions of its pictures. */
    logo: text('logo'),
    cover: text('cover'),
    /** Days after a term's end during which the membership is still valid. */
    graceDays: integer('grace_days').notNull().default(31),
    /** Changes in `club-state.ts` only; `enabled` follows it. */
    state: text('state', { enum: ['draft', 'test', 'live', 'paused', 'closed'] })
      .notNull()
      .default('live'),
    /** When it first went live. */
    liveAt: moment('live_at'),
    /** Shown to members while it is paused. */
    pausedText: jsonb('paused_text').$type<LocalText>(),
    /** Where it is paid without a card; blank for nowhere. */
    bankRegistration: text('bank_registration').notNull().default(''),
    bankAccount: text('bank_account').notNull().default(''),
    mobilePay: text('mobilepay').notNull().default(''),
    phone: text('contact_phone').notNull().default(''),
    /** The versions of its texts that count today. */
    termsVersion: integer('terms_version'),
    privacyVersion: integer('privacy_version'),
    /** Counts the saved changes of its details. */
    version: integer('details_version').notNull().default(1),
    enabled: boolean('enabled').notNull().default(true),
    /** Megabytes that its pictures and documents may take. */
    storageMb: integer('storage_mb').notNull().default(1000),
    /** The client token with which the operator created it, hashed. */
    creationToken: text('creation_token').unique(),
    createdAt: writtenAt('created_at'),
    /** The text that is searched. */
    folded: text('folded')
      .notNull()
      .generatedAlwaysAs(sql`search_fold(name || ' ' || city || ' ' || description_da || ' ' || description_en)`),
  },
  (table) => [
    index('organisations_listed')
      .on(sql`danish_order(name)`, table.id)
      .where(sql`enabled`),
    index('organisations_search').using('gin', table.folded.op('gin_trgm_ops')),
  ],
)

/** A club's logo and its cover as served. In their own table, so that club rows stay small. */
export const clubPictures = pgTable(
  'club_pictures',
  {
    orgId: uuid('org_id')
      .notNull()
      .references(() => organisations.id),
    use: text('use', { enum: ['logo', 'cover'] }).notNull(),
    /** The version in the picture's URL, also in the club's row. */
    version: text('version').notNull(),
    contentType: text('content_type').notNull(),
    bytes: bytea('bytes').notNull(),
    /** For lists and phones, WebP. */
    small: bytea('small').notNull(),
    createdAt: writtenAt('created_at'),
  },
  (table) => [primaryKey({ columns: [table.orgId, table.use] })],
)
