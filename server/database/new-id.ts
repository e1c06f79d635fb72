import { createHash, randomBytes } from 'node:crypto'

/** A UUID version 7: new rows stay close together in an index. */
export function newId(): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(Date.now(), 0, 6)
  return uuidOf(bytes, 0x70)
}

/** The id that follows from a seed, always the same. A UUID version 8. */
export const idOf = (seed: string): string => uuidOf(createHash('sha256').update(seed).digest(), 0x80)

function uuidOf(bytes: Buffer, version: number): string {
  bytes[6] = (bytes[6]! & 0x0f) | version
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex', 0, 16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** 40 random letters and digits (238 bits): the form of the `{product}token`. */
export function newToken(): string {
  let token = ''
  while (token.length < 40) {
    for (const byte of randomBytes(64)) {
      // 248 = 4 × 62: higher bytes would favour some letters.
      if (byte < 248 && token.length < 40) token += alphabet[byte % 62]
    }
  }
  return token
}
