import type { Challenge } from '#contract/visitors.ts'
import { sha256 } from './sha256.ts'

/** The number that a challenge asks for; null when there is none. A second or so of work. */
export function search({ salt, target, most }: Pick<Challenge, 'salt' | 'target' | 'most'>): number | null {
  const encoder = new TextEncoder()
  for (let number = 0; number <= most; number++)
    if (sha256(encoder.encode(`${salt}${number}`)) === target) return number
  return null
}
