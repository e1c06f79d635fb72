import { createHash, randomBytes, randomInt } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Challenge } from '#contract/visitors.ts'
import { portalNow } from '#server/database/clock.ts'
import type { Reader, Tx } from '#server/database/db.ts'
import { newToken } from '#server/database/new-id.ts'
import { contactPasses } from '#server/database/schema/index.ts'
import { hashToken, type Secrets } from '#server/database/secrets.ts'
import { Problem } from '#server/http/problem.ts'

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
function isSolved(
  secrets: Secrets,
  { salt, number, signature }: { salt: string; number: number; signature: string },
  now: Date,
): boolean {
  if (!secrets.verify(PURPOSE, `${salt}${targetOf(salt, number)}`, signature)) return false
  return Number(salt.split('.')[1]) * 1000 > now.getTime()
}

/** Gives a pass for a solved challenge, once for each. Throws `challenge_failed`. */
export async function givePass(
  secrets: Secrets,
  tx: Tx,
  solved: { salt: string; number: number; signature: string },
): Promise<{ pass: string }> {
  if (!isSolved(secrets, solved, tx.now)) throw new Problem('challenge_failed')
  const pass = newToken()
  if (!(await insertPass(tx, { saltHash: hashToken(solved.salt), passHash: hashToken(pass) })))
    throw new Problem('challenge_failed')
  return { pass }
}

/** @returns by what the files of a pass are kept. Throws `challenge_failed` for one that ended or was used */
export async function requirePass(db: Reader, pass: string): Promise<string> {
  const passHash = hashToken(pass)
  if (!(await selectIsValid(db, passHash))) throw new Problem('challenge_failed')
  return passHash
}

/** The same for good: it lets through no second message. */
export async function spendPass(tx: Tx, pass: string): Promise<string> {
  const passHash = hashToken(pass)
  if (!(await updateUsed(tx, passHash))) throw new Problem('challenge_failed')
  return passHash
}

const isOpen = (passHash: string) =>
  and(eq(contactPasses.passHash, passHash), isNull(contactPasses.usedAt), sql`expires_at > portal_now()`)

/** A pass lasts an hour: as long as its challenge at least, whose salt it keeps from being used again. @returns false when it was */
async function insertPass(tx: Tx, hashes: { saltHash: string; passHash: string }): Promise<boolean> {
  const { rowCount } = await tx
    .insert(contactPasses)
    .values({ ...hashes, expiresAt: sql`portal_now() + interval '1 hour'` })
    .onConflictDoNothing()
  return rowCount === 1
}

async function selectIsValid(db: Reader, passHash: string): Promise<boolean> {
  const rows = await db.select({ passHash: contactPasses.passHash }).from(contactPasses).where(isOpen(passHash))
  return rows.length === 1
}

/** @returns false when it had ended or was used before */
async function updateUsed(tx: Tx, passHash: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(contactPasses)
    .set({ usedAt: sql`portal_now()` })
    .where(isOpen(passHash))
  return rowCount === 1
}

export const deleteExpiredPasses = (db: Reader) =>
  db.execute(sql`delete from contact_passes where expires_at <= portal_now()`)
