import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { payments, savedCards } from '#server/database/schema/index.ts'
import type { PaymentRow } from './queries.ts'

type SavedCardRow = typeof savedCards.$inferSelect

/** The cards that a member left and has not deleted, newest first; of one club or of all. */
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

/** Those of the identifiers that are cards of ours, deleted or not. */
export const selectCardsByIdentifier = (db: Reader, identifiers: readonly string[]): Promise<SavedCardRow[]> =>
  db
    .select()
    .from(savedCards)
    .where(inArray(savedCards.savedCardIdentifier, [...identifiers]))

export async function selectOptionalCard(db: Reader, id: string): Promise<SavedCardRow | null> {
  const [row] = await db.select().from(savedCards).where(eq(savedCards.id, id))
  return row ?? null
}

/** Whoever uses a card for something new, or deletes it, holds this lock. */
export async function lockCard(tx: Tx, id: string): Promise<SavedCardRow> {
  const [row] = await tx.select().from(savedCards).where(eq(savedCards.id, id)).for('update')
  if (!row) throw new Error('A card named by another row is gone')
  return row
}

/** @returns false when the card is somebody's already */
export async function insertCard(
  tx: Tx,
  values: Pick<SavedCardRow, 'orgId' | 'memberId' | 'savedCardIdentifier' | 'label' | 'expires'>,
): Promise<boolean> {
  const rows = await tx
    .insert(savedCards)
    .values({ id: newId(), ...values })
    .onConflictDoNothing({ target: [savedCards.provider, savedCards.savedCardIdentifier] })
    .returning({ id: savedCards.id })
  return rows.length === 1
}

export const markCardDeleted = (tx: Tx, id: string) =>
  tx
    .update(savedCards)
    .set({ deletedAt: sql`coalesce(deleted_at, portal_now())` })
    .where(eq(savedCards.id, id))

export const markCardGone = (tx: Tx, id: string) =>
  tx
    .update(savedCards)
    .set({ gatewayDeletedAt: sql`portal_now()` })
    .where(eq(savedCards.id, id))

/** What was said of the card with which a window was paid; nobody vouches for it before it is read at the gateway. */
export const recordReportedCard = (tx: Tx, paymentId: string, savedCardIdentifier: string) =>
  tx.update(payments).set({ savedCardIdentifier }).where(eq(payments.id, paymentId))

/** The payment that paid an order. */
export async function selectOptionalCapturedPayment(db: Reader, orderId: string): Promise<PaymentRow | null> {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.status, 'captured')))
    .orderBy(asc(payments.id))
    .limit(1)
  return row ?? null
}

/** Whether a payment of any order has this authorisation. */
export async function isAuthorizationKnown(db: Reader, authorizationIdentifier: string): Promise<boolean> {
  const [row] = await db
    .select({ id: payments.id })
    .from(payments)
    .where(eq(payments.authorizationIdentifier, authorizationIdentifier))
    .limit(1)
  return row !== undefined
}
