import type { UnresolvedPayment } from '#contract/payments.ts'
import type { Db } from '#server/database/db.ts'
import { orders, payments, refunds } from '#server/database/schema/index.ts'
import { and, asc, eq, gt, inArray, or, sql } from '#server/database/sql.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import type { Measure } from '#server/http/metrics.ts'

const PAGE = 100

interface Which {
  readonly after?: string | undefined
  readonly declined?: 'true' | 'false' | undefined
}

type Unresolved = Awaited<ReturnType<typeof selectUnresolved>>[number]

/** Payments that a club's office has to look up in the gateway's own portal. */
export async function listUnresolved(
  db: Db,
  { organisation }: OfficeCaller,
  { after, declined }: Which,
): Promise<{ payments: UnresolvedPayment[]; next: string | null }> {
  const windows = declined === 'true' ? (['linked', 'declined'] as const) : (['linked'] as const)
  const rows = await selectUnresolved(db, { orgId: organisation.id, after: after ?? null, windows }, PAGE + 1)
  const page = rows.slice(0, PAGE)
  return {
    payments: page.map(present),
    next: rows.length > PAGE ? page.at(-1)!.payment.id : null,
  }
}

function present({ payment, order, refund }: Unresolved): UnresolvedPayment {
  const kind = refund
    ? refund.status === 'done'
      ? 'differs'
      : 'not_given_back'
    : payment.status === 'linked' || payment.status === 'declined'
      ? 'window_left'
      : payment.status === 'authorising'
        ? 'charge_unanswered'
        : 'not_settled'
  const problem = refund?.status === 'failed' ? (refund.creditCalledAt ? 'unclear' : 'refused') : null
  return {
    paymentId: payment.id,
    orderId: order.id,
    orderNumber: order.number,
    buyer: { name: order.billing.name, email: order.billing.email },
    amount: refund
      ? { minor: refund.amount, currency: refund.currency }
      : { minor: payment.amount, currency: payment.currency },
    asked: { minor: payment.amount, currency: payment.currency },
    differs: refund?.differs ?? null,
    testMode: order.testMode,
    kind,
    since: (refund?.createdAt ?? payment.updatedAt).toISOString(),
    orderStatus: order.status,
    authorizationIdentifier: refund?.authorizationIdentifier ?? payment.authorizationIdentifier,
    refund: refund && { id: refund.id, cause: refund.cause, status: refund.status, problem },
    can: {
      resume: !refund,
      close: kind === 'differs' || payment.status === 'linked' || payment.status === 'authorising',
      retryRefund: problem === 'refused',
      confirmRefund: problem !== null && refund?.method === 'credit',
    },
  }
}

/** Long enough for everything that goes right, and for most that does not. */
const UNRESOLVED_MINUTES = 15

/** By then an authorisation has lapsed and an abandoned window does not matter. */
const DAYS = 90

/**
 * Unfinished payments of one organisation, oldest first, optionally after one of them. An abandoned window is left
 * out once its order is paid otherwise.
 */
export const selectUnresolved = (
  db: Db,
  { orgId, after, windows }: { orgId: string; after: string | null; windows: readonly ('linked' | 'declined')[] },
  limit: number,
) => {
  const old = sql`${payments.updatedAt} < portal_now() - make_interval(mins => ${UNRESOLVED_MINUTES})`
  const recent = sql`${payments.createdAt} > portal_now() - make_interval(days => ${DAYS})`
  const unpaid = sql`${orders.status} not in ('paid', 'refunded')`
  // Few of many: without these ids all payments of the club would be read.
  const ids = sql`(
    select id from payments
      where org_id = ${orgId}::uuid and status in ('linked', 'declined', 'authorising', 'authorised', 'capturing')
    union all select payment_id from refunds where org_id = ${orgId}::uuid and status <> 'done'
    union all select payment_id from refunds where org_id = ${orgId}::uuid and differs is not null and noted_at is null)`
  return db
    .select({ payment: payments, order: orders, refund: refunds })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .leftJoin(
      refunds,
      and(
        eq(refunds.paymentId, payments.id),
        sql`case ${refunds.status}
          when 'failed' then true
          when 'requested' then ${refunds.createdAt} < portal_now() - make_interval(mins => ${UNRESOLVED_MINUTES})
          else ${refunds.differs} is not null and ${refunds.notedAt} is null
            and ${refunds.createdAt} > portal_now() - make_interval(days => ${DAYS}) end`,
      ),
    )
    .where(
      and(
        sql`${payments.id} in ${ids}`,
        after ? gt(payments.id, after) : undefined,
        or(
          and(
            inArray(payments.status, [...windows]),
            sql`${payments.paymentIdentifier} is not null`,
            old,
            recent,
            unpaid,
          ),
          and(sql`${payments.status} in ('authorised', 'capturing')`, old, recent),
          and(eq(payments.status, 'authorising'), old, recent, unpaid),
          // Whatever the age of the payment: an office may refund last year's purchase.
          sql`${refunds.id} is not null`,
        ),
      ),
    )
    .orderBy(asc(payments.id))
    .limit(limit)
}

/** Unfinished payments and refunds of all clubs, as `org_id` and `since`. Abandoned windows and tests are left out. */
export const unfinishedMoney = sql`
  select org_id, updated_at as since from payments
  where status in ('authorised', 'capturing') and not test_mode
    and updated_at < portal_now() - make_interval(mins => ${UNRESOLVED_MINUTES})
  union all
  select org_id, created_at from refunds
  where status <> 'done' and not test_mode and created_at < portal_now() - make_interval(mins => ${UNRESOLVED_MINUTES})`

/** Counts the unfinished payments of all organisations, by kind. Abandoned windows and tests are left out. */
export async function countUnresolved(db: Db): Promise<Record<'not_settled' | 'not_given_back', number>> {
  const old = sql`portal_now() - make_interval(mins => ${UNRESOLVED_MINUTES})`
  const { rows } = await db.execute<{ not_settled: number; not_given_back: number }>(sql`
    select
      (select count(*) from ${payments} where status in ('authorised', 'capturing') and updated_at < ${old} and not test_mode)::int as not_settled,
      (select count(*) from ${refunds} where status <> 'done' and created_at < ${old} and not test_mode)::int as not_given_back`)
  return rows[0]!
}

/** The operator's metric of unfinished payments of all clubs. */
export const unresolvedPayments = (db: Db): Measure => ({
  name: 'portal_unresolved_payments',
  help: 'Payments that came to no end within 15 minutes: the gateway, or the key of a club, needs a look',
  labels: ['kind'],
  read: async () => Object.entries(await countUnresolved(db)).map(([kind, value]) => ({ labels: { kind }, value })),
})
