import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/** Encrypts values for the database, and signs what clients send back. */
export interface Secrets {
  /** AES-256-GCM with the current key, bound to `purpose`: a value of one column cannot be used in another. */
  encrypt(purpose: string, text: string): string
  /** Decrypts with the current key or a previous one. Throws for another key or purpose, or when the value was changed. */
  decrypt(purpose: string, encrypted: string): string
  /** `encrypt` for a file that is kept for a day, and is not encrypted anew when the key changes. */
  encryptFile(purpose: string, bytes: Uint8Array): Buffer
  /** Null if it was encrypted with a key that is not known. */
  decryptFile(purpose: string, encrypted: Buffer): Buffer | null
  /** The prefix of values encrypted with the current key. */
  readonly presentForm: string
  /** A signature (base64url) of `text` for one purpose, with the current key. */
  sign(purpose: string, text: string): string
  /** Also accepts signatures by previous keys, so that what was handed out stays valid. */
  verify(purpose: string, text: string, signature: string): boolean
}

/**
 * @param secretsKey SECRETS_KEY: a strong text of 32 characters or more
 * @param previous SECRETS_KEY_PREVIOUS: keys that can still decrypt and verify
 */
export function createSecrets(secretsKey: string, previous: readonly string[] = []): Secrets {
  const present = keyOf(secretsKey)
  const keys = [present, ...previous.map(keyOf)]
  const presentForm = `v2.${present.id}.`

  return {
    presentForm,
    encrypt: (purpose, text) => presentForm + seal(present, purpose, Buffer.from(text)).toString('base64url'),
    decrypt(purpose, encrypted) {
      const parts = encrypted.split('.')
      // v1 does not name its key, so each one is tried.
      if (parts[0] === 'v1' && parts.length === 2) return openWithAny(keys, purpose, parts[1]!)
      if (parts[0] !== 'v2' || parts.length !== 3) throw new Error('Unknown format of an encrypted column')
      const key = keys.find(({ id }) => id === parts[1])
      if (!key) throw new Error('A secret in the database was encrypted with a SECRETS_KEY that is not known')
      return openText(key, purpose, parts[2]!)
    },
    encryptFile: (purpose, bytes) => Buffer.concat([Buffer.from(presentForm), seal(present, purpose, bytes)]),
    decryptFile(purpose, encrypted) {
      const form = encrypted.subarray(0, presentForm.length).toString('latin1')
      const key = keys.find(({ id }) => form === `v2.${id}.`)
      return key ? open(key, purpose, encrypted.subarray(form.length)) : null
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
  /** Identifies the key without revealing it. */
  readonly id: string
  readonly encryption: Buffer
  readonly signing: Buffer
}

function keyOf(secretsKey: string): Key {
  const derive = (use: string, bytes = 32) => Buffer.from(hkdfSync('sha256', secretsKey, 'member-portal', use, bytes))
  return { id: derive('id', 6).toString('base64url'), encryption: derive('encrypt'), signing: derive('sign') }
}

function seal({ encryption }: Key, purpose: string, bytes: Uint8Array): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', encryption, nonce).setAAD(Buffer.from(purpose))
  const body = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

function open({ encryption }: Key, purpose: string, bytes: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', encryption, bytes.subarray(0, 12), { authTagLength: 16 })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()])
}

const openText = (key: Key, purpose: string, data: string): string =>
  open(key, purpose, Buffer.from(data, 'base64url')).toString('utf8')

function openWithAny(keys: readonly Key[], purpose: string, data: string): string {
  let failure: unknown
  for (const key of keys) {
    try {
      return openText(key, purpose, data)
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

const signatureOf = ({ signing }: Key, purpose: string, text: string) =>
  createHmac('sha256', signing).update(`${purpose}\0${text}`).digest()

/** Tokens are stored as hashes, which are useless to whoever reads the database. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')

/** A token for a link: its parts, which have no dots, with our signature for one purpose. */
export function signedToken(secrets: Secrets, purpose: string, ...parts: readonly string[]): string {
  const text = parts.join('.')
  return `${text}.${secrets.sign(purpose, text)}`
}

/** The parts of such a token; null if we did not sign it for this purpose. */
export function readSignedToken(secrets: Secrets, purpose: string, token: string): string[] | null {
  const parts = token.split('.')
  const signature = parts.pop()!
  return secrets.verify(purpose, parts.join('.'), signature) ? parts : null
}
