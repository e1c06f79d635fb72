import type { Reader, Tx } from '#server/database/db.ts'
import { savedCards } from '#server/database/schema/index.ts'
import { and, desc, eq, inArray, isNull, sql } from '#server/database/sql.ts'

type SavedCardRow = typeof savedCards.$inferSelect

/** A member's saved cards, newest first; of one club or of all. */
export const selectSavedCards = (db: Reader, memberId: string, orgId?: string): Promise<SavedCardRow[]> =>
  db
    .select()
    .from(savedCards)
    .where(
      and(
        eq(savedCards.memberId, memberId),
        isNull(savedCards.deletedAt),
        orgId === undefined ? undefined : eq(savedCards.orgId, orgId),
      ),
    )
    .orderBy(desc(savedCards.createdAt), desc(savedCards.id))

/** Those of the identifiers that are our cards, deleted or not. */
export const selectCardsByIdentifier = (db: Reader, identifiers: readonly string[]): Promise<SavedCardRow[]> =>
  db
    .select()
    .from(savedCards)
    .where(inArray(savedCards.savedCardIdentifier, [...identifiers]))

export async function selectOptionalCard(db: Reader, id: string): Promise<SavedCardRow | null> {
  const [row] = await db.select().from(savedCards).where(eq(savedCards.id, id))
  return row ?? null
}

/** Using a card for something new, or deleting it, needs this lock. */
export async function lockCard(tx: Tx, id: string): Promise<SavedCardRow> {
  const [row] = await tx.select().from(savedCards).where(eq(savedCards.id, id)).for('update')
  if (!row) throw new Error('Saved card not found')
  return row
}

export const markCardDeleted = (tx: Tx, id: string) =>
  tx
    .update(savedCards)
    .set({ deletedAt: sql`coalesce(deleted_at, portal_now())` })
    .where(eq(savedCards.id, id))

/** Of a card that the gateway has deleted only the row is kept. */
export const markCardGone = (tx: Tx, id: string) =>
  tx
    .update(savedCards)
    .set({ gatewayDeletedAt: sql`portal_now()`, savedCardIdentifier: id, label: '', expires: '' })
    .where(eq(savedCards.id, id))
