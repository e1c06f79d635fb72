import { createHash } from 'node:crypto'
import { type Gateway, isKnownKey } from '#server/domains/payments/index.ts'
import { Problem } from '#server/http/problem.ts'

export type TriedKey = 'good' | 'refused' | 'unknown'

/** The gateway's answer about a key; `unknown` while it does not answer. */
export async function tryGatewayKey(gateway: Gateway, key: string): Promise<TriedKey> {
  try {
    return (await isKnownKey(gateway, key)) ? 'good' : 'refused'
  } catch (error) {
    if (error instanceof Problem) return 'unknown'
    throw error
  }
}

/** Tells two keys apart; the key cannot be found from it. */
export const fingerprintOf = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 8)
