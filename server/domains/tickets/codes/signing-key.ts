import { createPrivateKey, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { TicketKey } from '#contract/tickets.ts'
import { inTransaction, type Db, type Reader } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { ticketKeys } from '#server/database/schema/index.ts'
import type { Secrets } from '#server/database/secrets.ts'

const PURPOSE = 'ticket_keys.private_key'

export interface SigningKey {
  readonly kid: string
  readonly privateKey: KeyObject
}

/** The key that signs tickets, made when the first ticket needs it. Servers that need it at once make one. */
export async function signingKey(db: Db, secrets: Secrets): Promise<SigningKey> {
  const row = (await selectSigningKey(db)) ?? (await makeSigningKey(db, secrets))
  const bytes = Buffer.from(secrets.decrypt(PURPOSE, row.privateKeyEncrypted), 'base64url')
  return { kid: row.kid, privateKey: createPrivateKey({ key: bytes, format: 'der', type: 'pkcs8' }) }
}

/** Every public key that ever signed, as a JSON Web Key Set has them, the newest first. */
export async function publicTicketKeys(db: Reader): Promise<TicketKey[]> {
  const rows = await db.select().from(ticketKeys).orderBy(desc(ticketKeys.id))
  return rows.map(({ kid, publicKey }) => ({ kty: 'OKP', crv: 'Ed25519', kid, x: publicKey, use: 'sig', alg: 'EdDSA' }))
}

/** An empty one was lost with the SECRETS_KEY that it stood under. */
async function selectSigningKey(db: Reader) {
  const [row] = await db
    .select()
    .from(ticketKeys)
    .where(and(isNull(ticketKeys.retiredAt), sql`${ticketKeys.privateKeyEncrypted} <> ''`))
  return row ?? null
}

async function makeSigningKey(db: Db, secrets: Secrets) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const exported = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64url')
  await inTransaction(db, async (tx) => {
    await tx
      .update(ticketKeys)
      .set({ retiredAt: tx.now })
      .where(and(isNull(ticketKeys.retiredAt), eq(ticketKeys.privateKeyEncrypted, '')))
    await tx
      .insert(ticketKeys)
      .values({
        id: newId(),
        kid: randomBytes(4).toString('hex'),
        publicKey: publicKey.export({ format: 'jwk' }).x!,
        privateKeyEncrypted: secrets.encrypt(PURPOSE, exported),
      })
      // Somebody else was first: theirs is the key.
      .onConflictDoNothing()
  })
  const made = await selectSigningKey(db)
  if (!made) throw new Error('No key to sign tickets could be made')
  return made
}
