import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge, SolvedChallenge } from '#contract/conversations/visitors.ts'
import { portalNow } from '#server/database/clock.ts'
import type { Reader, Tx } from '#server/database/db.ts'
import { newToken } from '#server/database/new-id.ts'
import { contactPasses } from '#server/database/schema/index.ts'
import { hashToken, type Secrets } from '#server/database/secrets.ts'
import { and, eq, isNull, sql } from '#server/database/sql.ts'
import { Problem } from '#server/http/problem.ts'

/** PBKDF2 rounds per attempt, and the number of attempts: about a second's work on a phone. */
const COST = 5000
const [FEWEST, MOST] = [50, 200]

/** Milliseconds in which a challenge can be solved. */
const LIFE = 3_600_000

/** A challenge for a visitor's browser. It is not stored; its signature proves that it is ours. */
export async function makeChallenge(secrets: Secrets, db: Reader): Promise<Challenge> {
  const expiresAt = new Date((await portalNow(db)).getTime() + LIFE)
  const work = { algorithm: 'PBKDF2/SHA-256', cost: COST, counter: randomInt(MOST, FEWEST), deriveKey, expiresAt }
  return (await createChallenge({ ...work, ...keysOf(secrets) })) as Challenge
}

/** Exchanges a solved challenge for a pass, once. Throws `challenge_failed`. */
export async function issuePass(secrets: Secrets, tx: Tx, solved: SolvedChallenge): Promise<{ pass: string }> {
  const { expiresAt, salt } = solved.challenge.parameters
  const { verified } = await verifySolution({ ...solved, deriveKey, ...keysOf(secrets) })
  if (!verified || expiresAt * 1000 <= tx.now.getTime()) throw new Problem('challenge_failed')
  const pass = newToken()
  if (!(await insertPass(tx, { saltHash: hashToken(salt), passHash: hashToken(pass) })))
    throw new Problem('challenge_failed')
  return { pass }
}

/** Both keys are needed: without the second one altcha-lib does not check the solution. */
const keysOf = (secrets: Secrets) => ({
  hmacSignatureSecret: secrets.sign('contact-challenge', 'challenge'),
  hmacKeySignatureSecret: secrets.sign('contact-challenge', 'answer'),
})

/** @returns the hash under which the files of a pass are stored. Throws `challenge_failed` if it is expired or used */
export async function requirePass(db: Reader, pass: string): Promise<string> {
  const passHash = hashToken(pass)
  if (!(await selectIsValid(db, passHash))) throw new Problem('challenge_failed')
  return passHash
}

/** Uses up a pass, which is valid for one message. */
export async function spendPass(tx: Tx, pass: string): Promise<string> {
  const passHash = hashToken(pass)
  if (!(await updateUsed(tx, passHash))) throw new Problem('challenge_failed')
  return passHash
}

const isOpen = (passHash: string) =>
  and(eq(contactPasses.passHash, passHash), isNull(contactPasses.usedAt), sql`expires_at > portal_now()`)

/**
 * A pass lasts an hour, at least as long as its challenge, so that no challenge is used twice.
 * @returns false if it was
 */
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

/** @returns false if it is expired or used */
async function updateUsed(tx: Tx, passHash: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(contactPasses)
    .set({ usedAt: sql`portal_now()` })
    .where(isOpen(passHash))
  return rowCount === 1
}

export const deleteExpiredPasses = (db: Reader) =>
  db.execute(sql`delete from contact_passes where expires_at <= portal_now()`)
