import { inTransaction, type Db, type Tx } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { transitionPayment } from '#server/domains/payments/index.ts'
import { lockOrder } from '../queries.ts'
import { enqueueRefund } from './refund-payment.ts'
import { startNextRefund } from './refund-lines.ts'
import { enqueueSettlement } from './settle-job.ts'

/** Rows per transaction. */
const CHUNK = 500

/**
 * Requeues every unfinished payment and refund whose job gave up or is waiting for longer than the gateway was down.
 * @returns how many
 */
export async function reconcilePayments(db: Db): Promise<number> {
  await inTransaction(db, async (tx) => {
    for (const id of await selectForgottenLinks(tx, CHUNK)) {
      await transitionPayment(tx, id, 'voided', { reason: 'its link was never handed out' })
    }
  })
  for (const orderId of await selectForgottenRefunds(db, CHUNK)) {
    await inTransaction(db, async (tx) => {
      await lockOrder(tx, orderId)
      await startNextRefund(tx, orderId)
    })
  }
  const payments = await takeAll(db, claimUnsettledPayments, (tx, { orderId, authorizationIdentifier }) =>
    enqueueSettlement(tx, orderId, authorizationIdentifier, { hurry: true }),
  )
  return (
    payments + (await takeAll(db, claimUnfinishedRefunds, (tx, refund) => enqueueRefund(tx, refund, { hurry: true })))
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

/** An authorisation that has to be captured or refunded. */
interface Unfinished {
  readonly orderId: string
  readonly authorizationIdentifier: string
}

/** At least a minute old and not checked for as long; after a day, once an hour. */
const due = (since: string) =>
  sql.raw(`${since} < portal_now() - interval '1 minute' and coalesce(checked_at, '-infinity') < clock_timestamp() -
    case when ${since} < portal_now() - interval '1 day' then interval '1 hour' else interval '50 seconds' end`)

/** Takes payments that are authorised and not settled, least recently checked first. */
async function claimUnsettledPayments(tx: Tx, limit: number): Promise<Unfinished[]> {
  const { rows } = await tx.execute<Unfinished & Record<string, unknown>>(sql`
    update payments set checked_at = clock_timestamp() where id in (
      select id from payments
      where status in ('authorised', 'capturing') and authorization_identifier is not null and ${due('updated_at')}
      order by checked_at nulls first limit ${limit} for update skip locked
    ) returning order_id as "orderId", authorization_identifier as "authorizationIdentifier"`)
  return rows
}

/** A refund that is not finished. */
interface UnfinishedRefund {
  readonly refundId: string
  readonly orderId: string
  /** Null: a refund of lines by the office. */
  readonly authorizationIdentifier: string | null
}

/** Takes unfinished refunds in the same way. */
async function claimUnfinishedRefunds(tx: Tx, limit: number): Promise<UnfinishedRefund[]> {
  const { rows } = await tx.execute<UnfinishedRefund & Record<string, unknown>>(sql`
    update refunds set checked_at = clock_timestamp() where id in (
      select id from refunds where status = 'requested' and ${due('created_at')}
      order by checked_at nulls first limit ${limit} for update skip locked
    ) returning id as "refundId", order_id as "orderId", authorization_identifier as "authorizationIdentifier"`)
  return rows
}

/** Orders with a refund that waits for none: the earlier one ended in a process of the version before. */
async function selectForgottenRefunds(db: Db, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct order_id as id from refunds where status = 'waiting' and not exists (
      select from refunds earlier where earlier.order_id = refunds.order_id and earlier.cause = 'office'
        and earlier.status in ('requested', 'failed')) limit ${limit}`)
  return rows.map((row) => row.id)
}

/** Attempts whose process died while it requested a link: nobody can have seen their windows. */
async function selectForgottenLinks(tx: Tx, limit: number): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from payments where status = 'linking' and updated_at < portal_now() - interval '1 minute' limit ${limit}`,
  )
  return rows.map((row) => row.id)
}
