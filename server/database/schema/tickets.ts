import { pgTable, sql, text, uniqueIndex } from '../sql.ts'
import { id, moment, writtenAt } from './columns.ts'

/** Ed25519 keys that sign ticket codes. One signs at a time; public keys are kept for good. */
export const ticketKeys = pgTable(
  'ticket_keys',
  {
    id: id(),
    /** The key's id on a ticket: 8 hexadecimal digits. */
    kid: text('kid').notNull().unique(),
    /** 32 bytes in base64url, as in `x` of a JWK. */
    publicKey: text('public_key').notNull(),
    /** PKCS #8 in base64url, encrypted. Empty when SECRETS_KEY was lost. */
    privateKeyEncrypted: text('private_key_encrypted').notNull(),
    createdAt: writtenAt('created_at'),
    retiredAt: moment('retired_at'),
  },
  () => [
    uniqueIndex('ticket_keys_signing')
      .on(sql`(retired_at is null)`)
      .where(sql`retired_at is null`),
  ],
)
