import { inTransaction, type Db, type Tx } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { transitionPayment } from '#server/domains/payments/index.ts'
import { enqueueRefund } from './refund-job.ts'
import { enqueueSettlement } from './settle-job.ts'

/** So many in one transaction. */
const CHUNK = 500

/**
 * Takes up every payment that came to no end, and money on its way back: their jobs gave up, or wait for longer than the
 * gateway was away. @returns how many
 */
export async function reconcilePayments(db: Db): Promise<number> {
  await inTransaction(db, async (tx) => {
    for (const id of await selectForgottenLinks(tx, CHUNK)) {
      await transitionPayment(tx, id, 'voided', { reason: 'its link was never handed out' })
    }
  })
  const payments = await takeAll(db, takeUnsettledPayments, (tx, { orderId, authorizationIdentifier }) =>
    enqueueSettlement(tx, orderId, authorizationIdentifier, { hurry: true }),
  )
  return (
    payments + (await takeAll(db, takeUnfinishedRefunds, (tx, refund) => enqueueRefund(tx, refund, { hurry: true })))
  )
}

async function takeAll<T>(
  db: Db,
  take: (tx: Tx, limit: number) => Promise<T[]>,
  takeUp: (tx: Tx, unfinished: T) => Promise<void>,
): Promise<number> {
  for (let taken = 0; ;) {
    const chunk = await inTransaction(db, async (tx) => {
      const unfinished = await take(tx, CHUNK)
      for (const one of unfinished) await takeUp(tx, one)
      return unfinished.length
    })
    taken += chunk
    if (chunk < CHUNK) return taken
  }
}

/** An authorisation that has to come to an end: taken and delivered, or given back. */
interface Unfinished {
  readonly orderId: string
  readonly authorizationIdentifier: string
}

/** A minute old and not looked at for as long; from its second day on once an hour. */
const due = (since: string) =>
  sql.raw(`${since} < portal_now() - interval '1 minute' and coalesce(checked_at, '-infinity') < clock_timestamp() -
    case when ${since} < portal_now() - interval '1 day' then interval '1 hour' else interval '50 seconds' end`)

/** Takes payments that are authorised and not settled, those first that nobody looked at for longest. */
async function takeUnsettledPayments(tx: Tx, limit: number): Promise<Unfinished[]> {
  const { rows } = await tx.execute<Unfinished & Record<string, unknown>>(sql`
    update payments set checked_at = clock_timestamp() where id in (
      select id from payments
      where status in ('authorised', 'capturing') and authorization_identifier is not null and ${due('updated_at')}
      order by checked_at nulls first limit ${limit} for update skip locked
    ) returning order_id as "orderId", authorization_identifier as "authorizationIdentifier"`)
  return rows
}

/** Money on its way back. */
interface UnfinishedRefund {
  readonly refundId: string
  readonly orderId: string
  /** Null: lines that an office gave back. */
  readonly authorizationIdentifier: string | null
}

/** Takes money on its way back in the same way. */
async function takeUnfinishedRefunds(tx: Tx, limit: number): Promise<UnfinishedRefund[]> {
  const { rows } = await tx.execute<UnfinishedRefund & Record<string, unknown>>(sql`
    update refunds set checked_at = clock_timestamp() where id in (
      select id from refunds where status = 'requested' and ${due('created_at')}
      order by checked_at nulls first limit ${limit} for update skip locked
    ) returning id as "refundId", order_id as "orderId", authorization_identifier as "authorizationIdentifier"`)
  return rows
}

/** Attempts whose process died while it asked for a link: nobody can have seen their windows. */
async function selectForgottenLinks(tx: Tx, limit: number): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from payments where status = 'linking' and updated_at < portal_now() - interval '1 minute' limit ${limit}`,
  )
  return rows.map((row) => row.id)
}
