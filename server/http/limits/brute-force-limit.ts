import type { Db } from '#server/database/db.ts'
import { count, keyOf, requireLeft, uncount } from './rate-windows.ts'
import { networkOf, type Rate } from './rate.ts'

/** An attempt at a secret: which one, by whom, and what counts as wrong. */
interface Attempt<T> extends Rate {
  /** The secret's name. Routes that try the same secret share its limits. */
  readonly what: string
  readonly perIp: number
  readonly ip: string
  readonly memberId: string
  readonly isMiss: (outcome: { readonly answer: T } | { readonly error: unknown }) => boolean
}

/**
 * Runs an attempt at a secret unless too many failed lately. A member's attempt is counted first and uncounted when it succeeds, so that
 * parallel attempts gain nothing. At an IP address, which many people share, only misses count. Takes no transaction, because a miss
 * must count even when the call fails. Throws `too_many_requests`.
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
