import type { Db } from '#server/database/db.ts'
import { count, keyOf, requireLeft, uncount } from './rate-windows.ts'
import { networkOf, type Rate } from './rate.ts'

/** Which secret is tried, by whom, and what is a wrong try. */
interface Attempt<T> extends Rate {
  /** The secret's name; the same limits for every call that tries it. */
  readonly what: string
  readonly perIp: number
  readonly ip: string
  readonly memberId: string
  readonly isMiss: (outcome: { readonly answer: T } | { readonly error: unknown }) => boolean
}

/**
 * Runs what tries a secret, while not too many tries were wrong. A member's try counts before it is known and is taken back when it
 * was no miss, so that many at once are no more than one after the other; at an address, which many share, misses only. Give it no
 * transaction: a miss counts whatever becomes of the call. Throws `too_many_requests`.
 */
export async function bruteForceLimit<T>(
  db: Db,
  { what, calls, perIp, seconds = 60, ip, memberId, isMiss }: Attempt<T>,
  run: () => Promise<T>,
): Promise<T> {
  const address = { key: keyOf(`${what}\0ip ${networkOf(ip)}`), limit: perIp }
  const member = { key: keyOf(`${what}\0of ${memberId}`), limit: calls }
  await requireLeft(db, address, seconds)
  try {
    await count(db, [member], seconds)
  } catch (refusal) {
    await uncount(db, member.key)
    throw refusal
  }
  const outcome = await run().then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  )
  if (isMiss(outcome)) await count(db, [address], seconds)
  else await uncount(db, member.key)
  if ('error' in outcome) throw outcome.error
  return outcome.answer
}
