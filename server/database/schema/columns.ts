import type { LocalText } from '#contract/local-text.ts'
import { bigint, customType, jsonb, sql, timestamp, uuid } from '../sql.ts'

/** A timestamp, read as a `Date`. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })

/** When the row was inserted, by the portal's clock. */
export const writtenAt = (name: string) =>
  moment(name)
    .notNull()
    .default(sql`portal_now()`)

/** A club's text in Danish and English. */
export const localText = (name: string) => jsonb(name).$type<LocalText>().notNull()

/** Integer minor units (øre). */
export const minor = (name: string) => bigint(name, { mode: 'number' })

export const id = () => uuid('id').primaryKey()

/** Bytes of a file. */
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
