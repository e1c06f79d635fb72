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
  /** AES-256-GCM, bound to `purpose`: a text encrypted for one column cannot be read as another. */
  encrypt(purpose: string, text: string): string
  /** Throws when the text was changed, made for another purpose or with another SECRETS_KEY. */
  decrypt(purpose: string, encrypted: string): string
  /** A signature (base64url) of `text` for one purpose. */
  sign(purpose: string, text: string): string
  verify(purpose: string, text: string, signature: string): boolean
}

/** @param secretsKey SECRETS_KEY: any text of 32 characters or more; its strength is the caller's. */
export function createSecrets(secretsKey: string): Secrets {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', secretsKey, 'member-portal', use, 32))
  const encryptionKey = derive('encrypt')
  const signingKey = derive('sign')
  const signature = (purpose: string, text: string) =>
    createHmac('sha256', signingKey).update(`${purpose}\0${text}`).digest()

  return {
    encrypt(purpose, text) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, nonce).setAAD(Buffer.from(purpose))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`
    },
    decrypt(purpose, encrypted) {
      const [version, data] = encrypted.split('.')
      if (version !== 'v1' || !data) throw new Error('A secret in the database has an unknown form')
      const bytes = Buffer.from(data, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', encryptionKey, bytes.subarray(0, 12))
        .setAAD(Buffer.from(purpose))
        .setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
    sign: (purpose, text) => signature(purpose, text).toString('base64url'),
    verify(purpose, text, given) {
      const expected = signature(purpose, text)
      const bytes = Buffer.from(given, 'base64url')
      return bytes.length === expected.length && timingSafeEqual(bytes, expected)
    },
  }
}

/** How a token is stored: found again by its hash, useless to whoever reads the database. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')
