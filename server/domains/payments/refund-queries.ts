import { and, asc, eq, getTableColumns, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#server/database/db.ts'
import { whenOne } from '#server/database/prepared.ts'
import { newId } from '#server/database/new-id.ts'
import { creditNotes, payments, refundLines, refunds } from '#server/database/schema/index.ts'
import { sellerOf } from '#server/domains/organisations/index.ts'

/** A refund with the authorisation that it is of, whether it is let go of or given back in part. */
export type RefundRow = typeof refunds.$inferSelect & { readonly authorizationIdentifier: string }
type CreditNoteRow = typeof creditNotes.$inferSelect

/** What was given back, with its credit note where there is one, and the lines of the order that it was for. */
export interface RefundWithNote {
  readonly refund: RefundRow
  readonly creditNote: CreditNoteRow | null
  readonly lineIds: string[]
}

type NewRefund = Pick<
  typeof refunds.$inferInsert,
  | 'orderId'
  | 'orgId'
  | 'paymentId'
  | 'authorizationIdentifier'
  | 'amount'
  | 'currency'
  | 'testMode'
  | 'cause'
  | 'differs'
>

/** Asks for an authorisation to be let go of. Asked again, the first cause stands. */
export const insertRefund = (tx: Tx, values: NewRefund & { authorizationIdentifier: string }) =>
  tx
    .insert(refunds)
    .values({ ...values, id: newId() })
    .onConflictDoNothing({ target: refunds.authorizationIdentifier })

/** Asks for lines of a paid order to be given back, each whole. @returns the refund's id */
export async function insertLineRefund(
  tx: Tx,
  values: Omit<NewRefund, 'amount' | 'cause' | 'authorizationIdentifier'>,
  lines: readonly { readonly id: string; readonly total: number }[],
): Promise<string> {
  const refundId = newId()
  const amount = lines.reduce((sum, line) => sum + line.total, 0)
  await tx.insert(refunds).values({ ...values, id: refundId, amount, cause: 'office' })
  await tx.insert(refundLines).values(lines.map(({ id, total }) => ({ lineId: id, refundId, amount: total })))
  return refundId
}

const columns = {
  ...getTableColumns(refunds),
  authorizationIdentifier: sql<string>`coalesce(${refunds.authorizationIdentifier}, ${payments.authorizationIdentifier})`,
}

export async function selectOptionalRefund(db: Reader, id: string): Promise<RefundRow | null> {
  const [row] = await db
    .select(columns)
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(refunds.id, id))
    .prepare('refunds.by-id')
    .execute()
  return row ?? null
}

/** Whether an authorisation is let go of. What an office gave back of one is another matter: that payment stands. */
export async function selectOptionalRefundOf(db: Reader, authorizationIdentifier: string): Promise<RefundRow | null> {
  const [row] = await db
    .select()
    .from(refunds)
    .where(eq(refunds.authorizationIdentifier, authorizationIdentifier))
    .prepare('refunds.of-authorization')
    .execute()
  return row ? { ...row, authorizationIdentifier } : null
}

/** What was given back of orders, or is on its way, oldest first. */
export const selectRefundsOf = (db: Reader, orderIds: readonly string[]): Promise<RefundWithNote[]> =>
  db
    .select({
      refund: columns,
      creditNote: creditNotes,
      lineIds: sql<string[]>`array(
        select line_id from refund_lines where refund_id = ${refunds.id} order by line_id)`,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .leftJoin(creditNotes, eq(creditNotes.refundId, refunds.id))
    .where(inArray(refunds.orderId, [...orderIds]))
    .orderBy(asc(refunds.id))
    .prepare(whenOne('refunds.of-order', orderIds))
    .execute()

/** The same of one order. */
export const selectRefunds = (db: Reader, orderId: string): Promise<RefundWithNote[]> => selectRefundsOf(db, [orderId])

/** What an office gave back of a payment so far, in minor units. */
export async function sumRefunded(db: Reader, paymentId: string): Promise<number> {
  const { rows } = await db.execute<{ sum: number }>(sql`
    select coalesce(sum(amount), 0)::float8 as sum from refunds
    where payment_id = ${paymentId} and cause = 'office' and status = 'done'`)
  return rows[0]!.sum
}

/** Takes the calls to the gateway for oneself, unless somebody who began less than so many seconds ago may still be at them. */
export async function claimRefund(tx: Tx, id: string, staleSeconds: number): Promise<RefundRow | null> {
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
  return rows.length === 1 ? selectOptionalRefund(tx, id) : null
}

/**
 * Writes down that the gateway is about to be asked to credit.
 * @param creditedAfter what its list of credits adds up to once it has done so
 * @returns false when that stands there already, or somebody else has claimed the refund meanwhile: then it must not be asked
 */
export async function recordCreditCall(tx: Tx, { id, attemptedAt }: RefundRow, creditedAfter: number) {
  const rows = await tx
    .update(refunds)
    .set({ method: 'credit', creditCalledAt: sql`portal_now()`, creditedAfter })
    .where(
      and(
        eq(refunds.id, id),
        eq(refunds.status, 'requested'),
        isNull(refunds.creditCalledAt),
        eq(refunds.attemptedAt, attemptedAt!),
      ),
    )
    .returning({ id: refunds.id })
  return rows.length === 1
}

/** Nothing was credited, as the gateway or a person who looked says: it may be asked again. */
export const withdrawCreditCall = (tx: Tx, id: string) =>
  tx.update(refunds).set({ creditCalledAt: null, creditedAfter: null }).where(eq(refunds.id, id))

/** The call was answered with a refusal: the next one need not wait. @returns how many there were */
export async function recordRefundRefusal(tx: Tx, id: string): Promise<number> {
  const [row] = await tx
    .update(refunds)
    .set({ refusals: sql`refusals + 1`, attemptedAt: null })
    .where(eq(refunds.id, id))
    .returning({ refusals: refunds.refusals })
  return row!.refusals
}

/** The office has seen that a payment was not what had been asked for. */
export const recordDifference = (tx: Tx, paymentId: string) =>
  tx
    .update(refunds)
    .set({ notedAt: sql`portal_now()` })
    .where(and(eq(refunds.paymentId, paymentId), isNotNull(refunds.differs), isNull(refunds.notedAt)))

export const insertCreditNote = (tx: Tx, note: Omit<CreditNoteRow, 'issuedAt' | 'seller'>) =>
  tx.insert(creditNotes).values({ ...note, seller: sellerOf(note.orgId) })
