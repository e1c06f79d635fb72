import type { Db } from '#server/database/db.ts'
import { networkOf } from './network-of.ts'
import { count, keyOf, requireLeft, uncount } from './rate-windows.ts'
import type { Rate } from './rate.ts'

/** Whoever tries a secret. */
export interface Guesser {
  readonly ip: string
  readonly memberId: string
}

/** What came of trying a secret. */
export type Tried<T> = { readonly missed: boolean } & ({ readonly answer: T } | { readonly error: unknown })

/**
 * Runs what tries a secret, while not too many tries were wrong. A member's try counts before it is known and is taken back when it
 * was no miss, so that many at once are no more than one after the other; at an address, which many share, misses only. Give it no
 * transaction: a miss counts whatever becomes of the call. Throws `too_many_requests`.
 * @param what the secret's name; the same limits for every call that tries it
 */
export async function guess<T>(
  db: Db,
  { what, calls, perIp, seconds = 60 }: Rate & { readonly what: string; readonly perIp: number },
  { ip, memberId }: Guesser,
  run: () => Promise<Tried<T>>,
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
  const tried = await run()
  if (tried.missed) await count(db, [address], seconds)
  else await uncount(db, member.key)
  if ('error' in tried) throw tried.error
  return tried.answer
}
