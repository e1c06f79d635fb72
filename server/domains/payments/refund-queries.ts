import { and, asc, eq, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { creditNotes, refunds } from '#server/database/schema/index.ts'

export type RefundRow = typeof refunds.$inferSelect
export type CreditNoteRow = typeof creditNotes.$inferSelect

/** Asks for an authorisation to be let go of. Asked again, the first cause stands. */
export const insertRefund = (
  tx: Tx,
  values: Omit<typeof refunds.$inferInsert, 'id' | 'status' | 'method' | 'refusals' | 'doneAt'>,
) =>
  tx
    .insert(refunds)
    .values({ ...values, id: newId() })
    .onConflictDoNothing({ target: refunds.authorizationIdentifier })

export async function selectOptionalRefund(db: Reader, id: string): Promise<RefundRow | null> {
  const [row] = await db.select().from(refunds).where(eq(refunds.id, id))
  return row ?? null
}

export async function selectOptionalRefundOf(db: Reader, authorizationIdentifier: string): Promise<RefundRow | null> {
  const [row] = await db.select().from(refunds).where(eq(refunds.authorizationIdentifier, authorizationIdentifier))
  return row ?? null
}

/** What was given back of an order, or is on its way, oldest first; with the credit note where there is one. */
export const selectRefunds = (db: Reader, orderId: string) =>
  db
    .select({ refund: refunds, creditNote: creditNotes })
    .from(refunds)
    .leftJoin(creditNotes, eq(creditNotes.refundId, refunds.id))
    .where(eq(refunds.orderId, orderId))
    .orderBy(asc(refunds.id))

/** Takes the call to the gateway for oneself, unless one made less than so many seconds ago may still be answered. */
export async function claimRefund(tx: Tx, id: string, staleSeconds: number): Promise<boolean> {
  const rows = await tx
    .update(refunds)
    .set({ attemptedAt: sql`clock_timestamp()` })
    .where(
      and(
        eq(refunds.id, id),
        eq(refunds.status, 'requested'),
        sql`(${refunds.attemptedAt} is null or ${refunds.attemptedAt} < clock_timestamp() - make_interval(secs => ${staleSeconds}))`,
      ),
    )
    .returning({ id: refunds.id })
  return rows.length === 1
}

/** The call was answered with a refusal: the next one need not wait. @returns how many there were */
export async function noteRefundRefusal(tx: Tx, id: string): Promise<number> {
  const [row] = await tx
    .update(refunds)
    .set({ refusals: sql`refusals + 1`, attemptedAt: null })
    .where(eq(refunds.id, id))
    .returning({ refusals: refunds.refusals })
  return row!.refusals
}

export const insertCreditNote = (tx: Tx, note: Omit<CreditNoteRow, 'issuedAt'>) => tx.insert(creditNotes).values(note)
