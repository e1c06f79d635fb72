import { newToken } from '#server/database/new-id.ts'
import { hashToken, type Secrets } from '#server/database/secrets.ts'
import type { Reader, Tx } from '#server/database/db.ts'
import { Problem } from '#server/http/problem.ts'
import { isSolved } from './challenge.ts'
import { insertPass, selectIsValid, updateUsed } from './pass-queries.ts'

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
