import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { Challenge } from '#contract/visitors.ts'
import { portalNow } from '#server/database/clock.ts'
import type { Reader } from '#server/database/db.ts'
import type { Secrets } from '#server/database/secrets.ts'

const PURPOSE = 'contact-challenge'

/** Half of it on average is about a second's work on a phone. */
const MOST = 200_000

/** Milliseconds for which a challenge may be solved. */
const LIFE = 3_600_000

const targetOf = (salt: string, number: number) => createHash('sha256').update(`${salt}${number}`).digest('hex')

/** A number to be found. Nothing of it is kept: the signature says that the portal gave it out, and the salt until when. */
export async function makeChallenge(secrets: Secrets, db: Reader): Promise<Challenge> {
  const end = Math.floor(((await portalNow(db)).getTime() + LIFE) / 1000)
  const salt = `${randomBytes(12).toString('base64url')}.${end}.`
  const target = targetOf(salt, randomInt(MOST + 1))
  return { salt, target, most: MOST, signature: secrets.sign(PURPOSE, `${salt}${target}`) }
}

/** Whether this is the number of a challenge that the portal gave out and that has not ended. */
export function isSolved(
  secrets: Secrets,
  { salt, number, signature }: { salt: string; number: number; signature: string },
  now: Date,
): boolean {
  if (!secrets.verify(PURPOSE, `${salt}${targetOf(salt, number)}`, signature)) return false
  return Number(salt.split('.')[1]) * 1000 > now.getTime()
}
