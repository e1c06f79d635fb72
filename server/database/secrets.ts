import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/** Keeps what must not be readable in the database, and signs what leaves the server and comes back. */
export interface Secrets {
  /** AES-256-GCM under the present key, bound to `purpose`: a text encrypted for one column cannot be read as another. */
  encrypt(purpose: string, text: string): string
  /** Reads under the present key and those before. Throws when changed, made for another purpose or under another key. */
  decrypt(purpose: string, encrypted: string): string
  /** How every text begins that the present key encrypted. */
  readonly presentForm: string
  /** A signature (base64url) of `text` for one purpose, under the present key. */
  sign(purpose: string, text: string): string
  /** Also true for a signature under a key before the present one, so that what was handed out stays valid. */
  verify(purpose: string, text: string, signature: string): boolean
}

/**
 * @param secretsKey SECRETS_KEY: any text of 32 characters or more; its strength is the caller's.
 * @param previous SECRETS_KEY_PREVIOUS: other keys that still read and verify.
 */
export function createSecrets(secretsKey: string, previous: readonly string[] = []): Secrets {
  const present = keyOf(secretsKey)
  const keys = [present, ...previous.map(keyOf)]
  const presentForm = `v2.${present.id}.`

  return {
    presentForm,
    encrypt: (purpose, text) => presentForm + seal(present, purpose, text),
    decrypt(purpose, encrypted) {
      const parts = encrypted.split('.')
      // The first form does not say which key it was: authentication finds out.
      if (parts[0] === 'v1' && parts.length === 2) return openWithAny(keys, purpose, parts[1]!)
      if (parts[0] !== 'v2' || parts.length !== 3) throw new Error('A secret in the database has an unknown form')
      const key = keys.find(({ id }) => id === parts[1])
      if (!key) throw new Error('A secret in the database was encrypted with a SECRETS_KEY that is not known')
      return open(key, purpose, parts[2]!)
    },
    sign: (purpose, text) => signatureOf(present, purpose, text).toString('base64url'),
    verify(purpose, text, given) {
      const bytes = Buffer.from(given, 'base64url')
      return keys.some((key) => {
        const expected = signatureOf(key, purpose, text)
        return bytes.length === expected.length && timingSafeEqual(bytes, expected)
      })
    },
  }
}

interface Key {
  /** Names the key without telling anything of it. */
  readonly id: string
  readonly encryption: Buffer
  readonly signing: Buffer
}

function keyOf(secretsKey: string): Key {
  const derive = (use: string, bytes = 32) => Buffer.from(hkdfSync('sha256', secretsKey, 'member-portal', use, bytes))
  return { id: derive('id', 6).toString('base64url'), encryption: derive('encrypt'), signing: derive('sign') }
}

function seal({ encryption }: Key, purpose: string, text: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', encryption, nonce).setAAD(Buffer.from(purpose))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
}

function open({ encryption }: Key, purpose: string, data: string): string {
  const bytes = Buffer.from(data, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', encryption, bytes.subarray(0, 12), { authTagLength: 16 })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

function openWithAny(keys: readonly Key[], purpose: string, data: string): string {
  let failure: unknown
  for (const key of keys) {
    try {
      return open(key, purpose, data)
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

const signatureOf = ({ signing }: Key, purpose: string, text: string) =>
  createHmac('sha256', signing).update(`${purpose}\0${text}`).digest()

/** How a token is stored: found again by its hash, useless to whoever reads the database. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')
