import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#server/database/db.ts'
import { contactPasses } from '#server/database/schema/index.ts'

const isOpen = (passHash: string) =>
  and(eq(contactPasses.passHash, passHash), isNull(contactPasses.usedAt), sql`expires_at > portal_now()`)

/** A pass lasts an hour: as long as its challenge at least, whose salt it keeps from being used again. @returns false when it was */
export async function insertPass(tx: Tx, hashes: { saltHash: string; passHash: string }): Promise<boolean> {
  const { rowCount } = await tx
    .insert(contactPasses)
    .values({ ...hashes, expiresAt: sql`portal_now() + interval '1 hour'` })
    .onConflictDoNothing()
  return rowCount === 1
}

export async function selectIsValid(db: Reader, passHash: string): Promise<boolean> {
  const rows = await db.select({ passHash: contactPasses.passHash }).from(contactPasses).where(isOpen(passHash))
  return rows.length === 1
}

/** @returns false when it had ended or was used before */
export async function updateUsed(tx: Tx, passHash: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(contactPasses)
    .set({ usedAt: sql`portal_now()` })
    .where(isOpen(passHash))
  return rowCount === 1
}

export const deleteExpiredPasses = (db: Reader) =>
  db.execute(sql`delete from contact_passes where expires_at <= portal_now()`)
