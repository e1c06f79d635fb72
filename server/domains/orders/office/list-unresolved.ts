import type { UnresolvedPayment } from '#contract/payments/payments.ts'
import type { Db, Reader } from '#server/database/db.ts'
import { isOneOf } from '#server/database/prepared.ts'
import { orders, payments, refunds } from '#server/database/schema/index.ts'
import { and, asc, eq, gt, inArray, sql, type SQL } from '#server/database/sql.ts'
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

function present({ payment, order, refund, windowClosed }: Unresolved): UnresolvedPayment {
  const kind = refund
    ? refund.status === 'done'
      ? 'differs'
      : 'not_given_back'
    : payment.status === 'linked' || payment.status === 'declined'
      ? windowClosed
        ? 'window_closed'
        : 'window_left'
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

/** How long the gateway's window is open. Whoever left it before that may have paid; later, nearly all changed their mind. */
const WINDOW_MINUTES = 60

const ago = (minutes: number) => sql`portal_now() - make_interval(mins => ${minutes})`

/** A payment's refund, where it has one that needs a look. */
const refundToLookAt = sql`${refunds.paymentId} = ${payments.id} and case ${refunds.status}
  when 'failed' then true
  when 'requested' then ${refunds.createdAt} < ${ago(UNRESOLVED_MINUTES)}
  else ${refunds.differs} is not null and ${refunds.notedAt} is null and ${refunds.createdAt} > ${ago(DAYS * 24 * 60)} end`

const windowClosed = sql<boolean>`(${payments.status} = 'linked' and ${refunds.id} is null and ${payments.createdAt} <= ${ago(WINDOW_MINUTES)})`

type Window = 'linked' | 'declined'

/**
 * Whether a payment, with its order and such a refund, needs a look. An abandoned window is left out once its order is paid otherwise.
 * @param orgIds null: of any club
 */
function needsALook(orgIds: readonly string[] | null, windows: readonly Window[]): SQL {
  const old = sql`${payments.updatedAt} < ${ago(UNRESOLVED_MINUTES)}`
  const recent = sql`${payments.createdAt} > ${ago(DAYS * 24 * 60)}`
  const unpaid = sql`${orders.status} not in ('paid', 'refunded')`
  const ofClub = orgIds === null ? sql`true` : isOneOf(sql`org_id`, orgIds)
  // Few of many: without these ids all payments would be read.
  return sql`${payments.id} in (
      select id from payments where ${ofClub} and created_at > ${ago(DAYS * 24 * 60)}
        and status in ('linked', 'declined', 'authorising', 'authorised', 'capturing')
      union all select payment_id from refunds where ${ofClub} and status <> 'done'
      union all select payment_id from refunds where ${ofClub} and differs is not null and noted_at is null)
    and (
      (${inArray(payments.status, [...windows])} and ${payments.paymentIdentifier} is not null and ${old} and ${recent} and ${unpaid})
      or (${payments.status} in ('authorised', 'capturing') and ${old} and ${recent})
      or (${payments.status} = 'authorising' and ${old} and ${recent} and ${unpaid})
      -- Whatever the age of the payment: an office may refund last year's purchase.
      or ${refunds.id} is not null)`
}

/** Unfinished payments of one organisation, oldest first, optionally after one of them. */
export const selectUnresolved = (
  db: Db,
  { orgId, after, windows }: { orgId: string; after: string | null; windows: readonly Window[] },
  limit: number,
) =>
  db
    .select({ payment: payments, order: orders, refund: refunds, windowClosed })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .leftJoin(refunds, refundToLookAt)
    .where(and(needsALook([orgId], windows), after ? gt(payments.id, after) : undefined))
    .orderBy(asc(payments.id))
    .limit(limit)

/**
 * Payments that need a look at clubs now, as `org_id`, `kind`, `since` and `test_mode`: the rows of their lists but closed windows, for
 * whoever counts them.
 */
const unresolvedOf = (orgIds: readonly string[] | null): SQL => sql`
  select ${payments.orgId} as org_id, coalesce(${refunds.createdAt}, ${payments.updatedAt}) as since, ${payments.testMode} as test_mode,
    case when ${refunds.status} = 'done' then 'differs' when ${refunds.id} is not null then 'not_given_back'
      when ${payments.status} in ('authorised', 'capturing') then 'not_settled' else 'window_left' end as kind
  from ${payments} join ${orders} on ${orders.id} = ${payments.orderId} left join ${refunds} on ${refundToLookAt}
  where ${needsALook(orgIds, ['linked'])} and not ${windowClosed}`

/** Those of all clubs. */
export const unresolvedOfAll = unresolvedOf(null)

/** How many payments of each club need a look, where some do: the number that its office and the operator are shown. */
export async function countUnresolved(db: Reader, orgIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (orgIds.length === 0) return new Map()
  const { rows } = await db.execute<{ org_id: string; count: number }>(
    sql`select org_id, count(*)::int as count from (${unresolvedOf(orgIds)}) unresolved group by org_id`,
  )
  return new Map(rows.map(({ org_id, count }) => [org_id, count]))
}

/** Payments that the portal did not finish by itself in all clubs, by kind. Abandoned windows and tests are left out. */
export async function countUnfinished(db: Db): Promise<Record<'not_settled' | 'not_given_back', number>> {
  const { rows } = await db.execute<{ not_settled: number; not_given_back: number }>(sql`
    select count(*) filter (where kind = 'not_settled')::int as not_settled,
      count(*) filter (where kind = 'not_given_back')::int as not_given_back
    from (${unresolvedOfAll}) unresolved where not test_mode`)
  return rows[0]!
}

/** The operator's metric of unfinished payments of all clubs. */
export const unresolvedPayments = (db: Db): Measure => ({
  name: 'portal_unresolved_payments',
  help: 'Payments that came to no end within 15 minutes: the gateway, or the key of a club, needs a look',
  labels: ['kind'],
  read: async () => Object.entries(await countUnfinished(db)).map(([kind, value]) => ({ labels: { kind }, value })),
})
