import { createPrivateKey, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'
import type { TicketKey } from '#contract/tickets.ts'
import { inTransaction, type Db, type Reader } from '#server/database/db.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { insertSigningKey, retireLostKeys, selectKeys, selectOptionalSigningKey } from './key-queries.ts'

const PURPOSE = 'ticket_keys.private_key'

export interface SigningKey {
  readonly kid: string
  readonly privateKey: KeyObject
}

/** The key that signs tickets, made when the first ticket needs it. Servers that need it at once make one. */
export async function signingKey(db: Db, secrets: Secrets): Promise<SigningKey> {
  const row = (await selectOptionalSigningKey(db)) ?? (await makeSigningKey(db, secrets))
  const bytes = Buffer.from(secrets.decrypt(PURPOSE, row.privateKeyEncrypted), 'base64url')
  return { kid: row.kid, privateKey: createPrivateKey({ key: bytes, format: 'der', type: 'pkcs8' }) }
}

/** Every public key that ever signed, as a JSON Web Key Set has them, the newest first. */
export async function publicTicketKeys(db: Reader): Promise<TicketKey[]> {
  const rows = await selectKeys(db)
  return rows.map(({ kid, publicKey }) => ({ kty: 'OKP', crv: 'Ed25519', kid, x: publicKey, use: 'sig', alg: 'EdDSA' }))
}

async function makeSigningKey(db: Db, secrets: Secrets) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const exported = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64url')
  await inTransaction(db, async (tx) => {
    await retireLostKeys(tx)
    await insertSigningKey(tx, {
      kid: randomBytes(4).toString('hex'),
      publicKey: publicKey.export({ format: 'jwk' }).x!,
      privateKeyEncrypted: secrets.encrypt(PURPOSE, exported),
    })
  })
  const made = await selectOptionalSigningKey(db)
  if (!made) throw new Error('No key to sign tickets could be made')
  return made
}
