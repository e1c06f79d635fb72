import { createHash, randomBytes } from 'node:crypto'
import { lockKey, type Tx } from './db.ts'

/** A UUID version 7: new rows stay close together in an index. */
export function newId(): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(Date.now(), 0, 6)
  return uuidOf(bytes, 0x70)
}

/** The id that follows from a seed, always the same. A UUID version 8. */
export const idOf = (seed: string): string => uuidOf(createHash('sha256').update(seed).digest(), 0x80)

/**
 * The id of what an office makes with a token. Sent again because an answer was lost, it is this id again, and waits until the first is there;
 * asked for otherwise, it is another one.
 */
export async function idByToken(
  tx: Tx,
  {
    actor,
    organisation,
  }: { readonly actor: { readonly actorId: string }; readonly organisation: { readonly id: string } },
  token: string | undefined,
  asked: readonly unknown[],
): Promise<string> {
  if (token === undefined) return newId()
  const id = idOf(JSON.stringify([organisation.id, actor.actorId, token, asked]))
  await lockKey(tx, `made ${id}`)
  return id
}

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
