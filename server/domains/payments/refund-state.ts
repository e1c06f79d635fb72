import { batched } from '#server/database/batch.ts'
import { type Cause, changeStatus, sourcesOf, type Transitions } from '#server/database/change-status.ts'
import type { Reader, Tx } from '#server/database/db.ts'
import { whenOne } from '#server/database/prepared.ts'
import { creditNotes, payments, refunds } from '#server/database/schema/index.ts'
import { and, asc, eq, getTableColumns, inArray, isNull, sql } from '#server/database/sql.ts'

/** A refund with its authorisation: one that is returned, or of which a part was refunded; null where the club took the money itself. */
export type RefundRow = typeof refunds.$inferSelect

/** One of the gateway's money. */
export type GatewayRefund = RefundRow & { readonly authorizationIdentifier: string }
type CreditNoteRow = typeof creditNotes.$inferSelect

/** A refund with its credit note, if there is one, and the refunded lines. */
export interface RefundWithNote {
  readonly refund: RefundRow
  readonly creditNote: CreditNoteRow | null
  readonly lineIds: string[]
}

const columns = {
  ...getTableColumns(refunds),
  authorizationIdentifier: sql<
    string | null
  >`coalesce(${refunds.authorizationIdentifier}, ${payments.authorizationIdentifier})`,
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

/** The refund that returns an authorisation. Refunds of lines by an office are left out: that payment is kept. */
export async function selectOptionalRefundOf(db: Reader, authorizationIdentifier: string): Promise<RefundRow | null> {
  const [row] = await db
    .select()
    .from(refunds)
    .where(eq(refunds.authorizationIdentifier, authorizationIdentifier))
    .prepare('refunds.of-authorization')
    .execute()
  return row ? { ...row, authorizationIdentifier } : null
}

/** Finished and unfinished refunds of orders, oldest first. */
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

export const selectRefunds = batched<RefundWithNote[]>(async (db, orderIds) => {
  const rows = await selectRefundsOf(db, orderIds)
  return (id) => rows.filter(({ refund }) => refund.orderId === id)
})

/**
 * `waiting`: an earlier refund of the order is unfinished. `failed`: the gateway keeps refusing, or its answer is unknown, and the office has to look. A refund that is done
 * stays done.
 */
export const refundTransitions: Transitions<RefundRow['status']> = {
  waiting: ['requested'],
  requested: ['done', 'failed'],
  failed: ['requested', 'done'],
  done: [],
}

/** @param done what the gateway did, and the amount in minor units; for `done` only */
export async function transitionRefund(
  tx: Tx,
  id: string,
  to: RefundRow['status'],
  cause: Cause,
  done?: { method: NonNullable<RefundRow['method']>; amount: number },
): Promise<boolean> {
  const moved = await changeStatus(tx, {
    table: 'refunds',
    ids: [id],
    from: sourcesOf(refundTransitions, to),
    to,
    set: done
      ? sql`method = ${done.method}, amount = ${done.amount}, done_at = portal_now()`
      : sql`refusals = 0, attempted_at = null`,
    cause,
  })
  return moved.length === 1
}

/** Claims a refund, unless somebody claimed it less than so many seconds ago. @returns null if it is not claimed */
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
 * Records that the gateway is about to be asked to credit.
 * @param creditedAfter the gateway's total of credits once it has done so
 * @returns false if a call was recorded before, or somebody else has claimed the refund: then it must not be asked
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

/** Clears a recorded call that credited nothing, so that it can be made again. */
export const withdrawCreditCall = (tx: Tx, id: string) =>
  tx.update(refunds).set({ creditCalledAt: null, creditedAfter: null }).where(eq(refunds.id, id))
