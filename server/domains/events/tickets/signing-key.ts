import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import type { TicketKey } from '#contract/events/tickets.ts'
import { batched } from '#server/database/batch.ts'
import { type Db, inTransaction, type Reader, type Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { ticketKeys } from '#server/database/schema/index.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { and, desc, eq, isNull, sql } from '#server/database/sql.ts'

const PURPOSE = 'ticket_keys.private_key'

export interface SigningKey {
  readonly kid: string
  readonly privateKey: KeyObject
}

/** The key that signs tickets, created with the first ticket. Servers that need it at the same time agree on one. */
export async function signingKey(db: Db, secrets: Secrets): Promise<SigningKey> {
  const row = (await currentKey(db, '')) ?? (await makeSigningKey(db, secrets))
  const bytes = Buffer.from(secrets.decrypt(PURPOSE, row.privateKeyEncrypted), 'base64url')
  return { kid: row.kid, privateKey: createPrivateKey({ key: bytes, format: 'der', type: 'pkcs8' }) }
}

/** All public keys ever used, as a JSON Web Key Set, newest first. */
export async function publicTicketKeys(db: Reader): Promise<TicketKey[]> {
  const rows = await selectKeys(db)
  return rows.map(({ kid, publicKey }) => ({ kty: 'OKP', crv: 'Ed25519', kid, x: publicKey, use: 'sig', alg: 'EdDSA' }))
}

async function makeSigningKey(db: Db, secrets: Secrets) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const exported = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64url')
  return inTransaction(db, async (tx) => {
    await retireLostKeys(tx)
    await insertSigningKey(tx, {
      kid: randomBytes(4).toString('hex'),
      publicKey: publicKey.export({ format: 'jwk' }).x!,
      privateKeyEncrypted: secrets.encrypt(PURPOSE, exported),
    })
    const made = await selectOptionalSigningKey(tx)
    if (!made) throw new Error('No key to sign tickets could be made')
    return made
  })
}

type TicketKeyRow = typeof ticketKeys.$inferSelect

/** All keys ever used, newest first. */
const selectKeys = (db: Reader): Promise<TicketKeyRow[]> => db.select().from(ticketKeys).orderBy(desc(ticketKeys.id))

/** The current key; null if there is none, or it was lost with its SECRETS_KEY. */
async function selectOptionalSigningKey(db: Reader): Promise<TicketKeyRow | null> {
  const [row] = await db
    .select()
    .from(ticketKeys)
    .where(and(isNull(ticketKeys.retiredAt), sql`${ticketKeys.privateKeyEncrypted} <> ''`))
  return row ?? null
}

/** Read once in a batch, so without an id. */
const currentKey = batched(async (db) => {
  const row = await selectOptionalSigningKey(db)
  return () => row
})

/** Retires lost keys, so that a new one can be created. */
const retireLostKeys = (tx: Tx) =>
  tx
    .update(ticketKeys)
    .set({ retiredAt: tx.now })
    .where(and(isNull(ticketKeys.retiredAt), eq(ticketKeys.privateKeyEncrypted, '')))

/** Inserts the current key, unless another server was first. */
const insertSigningKey = (tx: Tx, key: Pick<TicketKeyRow, 'kid' | 'publicKey' | 'privateKeyEncrypted'>) =>
  tx
    .insert(ticketKeys)
    .values({ id: newId(), ...key })
    .onConflictDoNothing()
