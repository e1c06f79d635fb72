import { pgTable, sql, text, uniqueIndex } from '../sql.ts'
import { id, moment, writtenAt } from './columns.ts'

/** Ed25519 keys that sign the codes on tickets. Public ones are kept for good; one signs at a time. */
export const ticketKeys = pgTable(
  'ticket_keys',
  {
    id: id(),
    /** Names the key on a ticket: 8 hexadecimal digits. */
    kid: text('kid').notNull().unique(),
    /** The 32 bytes in base64url, as `x` of a JSON Web Key has them. */
    publicKey: text('public_key').notNull(),
    /** PKCS #8 in base64url, under SECRETS_KEY; empty: lost with it. */
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
