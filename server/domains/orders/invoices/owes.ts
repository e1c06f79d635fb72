import { EXPIRES_AFTER_DAYS, type OwedOrder, type OwesPage, type RefundByHand } from '#contract/orders/by-hand.ts'
import type { TakenBy } from '#contract/orders/answers.ts'
import { addDays, copenhagenToday } from '#server/database/clock.ts'
import { type Reader, type Tx } from '#server/database/db.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import { afterCursor, cursorAfter, orderOf } from '#server/database/list-order.ts'
import { momentOf } from '#server/database/local-time.ts'
import { containsWords } from '#server/database/search-sql.ts'
import { sql, type SQL } from '#server/database/sql.ts'
import { recordOfficeChange } from '#server/domains/audit/index.ts'
import type { OrganisationRow } from '#server/domains/organisations/index.ts'
import { selectOptionalPayment, selectOptionalRefund } from '#server/domains/payments/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { receiptLabel } from '../present.ts'
import { type OrderRow, selectOrder } from '../queries.ts'

const PAGE = 50

/** The last day on which an invoice can be paid: a week after its last reminder. */
export const expiryDay = (dueOn: string): string => addDays(dueOn, EXPIRES_AFTER_DAYS)

/** Until when what an invoice holds is nobody else's: the end of its last day. */
export const holdEndOf = (dueOn: string): Date => momentOf(`${addDays(expiryDay(dueOn), 1)}T00:00`, 'Europe/Copenhagen')

/** Whether the club has written where an invoice is paid. */
export const hasAccount = ({ bankAccount, mobilePay }: Pick<OrganisationRow, 'bankAccount' | 'mobilePay'>): boolean =>
  bankAccount !== '' || mobilePay !== ''

/** Whether an order is an invoice that is not paid. */
export const isOpenInvoice = ({ dueOn, status }: Pick<OrderRow, 'dueOn' | 'status'>): boolean =>
  dueOn !== null && (status === 'open' || status === 'declined')

export interface WhichOwed {
  readonly search?: string | undefined
  readonly overdue?: 'true' | 'false' | undefined
  /** Only these. */
  readonly ids?: readonly string[] | undefined
  /** Also those that lapsed within a year: their money may come late. */
  readonly withExpired?: boolean
}

/** A club's unpaid invoices, of `orders`. The hold of one whose card is being charged does not run out. */
export function owedBy(orgId: string, { search = '', overdue, ids, withExpired = false }: WhichOwed): SQL {
  const isOwed = sql`orders.status in ('open', 'declined') and (orders.reserved_until is null or orders.reserved_until > portal_now())`
  const isExpired = sql`orders.status = 'expired' and orders.due_on > ${copenhagenToday} - 366`
  const conditions = [
    sql`orders.org_id = ${orgId}::uuid and orders.due_on is not null and (${withExpired ? sql`${isOwed} or ${isExpired}` : isOwed})`,
  ]
  if (overdue !== undefined) conditions.push(sql`(orders.due_on < ${copenhagenToday}) = ${overdue === 'true'}`)
  if (ids) conditions.push(sql`orders.id = any(${sql.param([...ids])}::uuid[])`)
  if (search.trim())
    conditions.push(
      containsWords(
        sql`search_fold(orders.number || ' ' || (orders.billing ->> 'name') || ' ' || (orders.billing ->> 'email') || ' ' ||
          coalesce((select string_agg(member_name || ' ' || title, ' ') from order_lines where order_id = orders.id), ''))
          || ' ' || (select string_agg(folded, ' ') from members where id = orders.buyer_id
            or id in (select member_id from order_lines where order_id = orders.id))`,
        search,
      ),
    )
  return sql.join(conditions, sql` and `)
}

const longestFirst = orderOf({ due: { key: sql`due_on`, type: 'date' } }, 'due')

type Found = Omit<OwedOrder, 'expiresOn' | 'amount'> & {
  readonly key: string
  readonly total: number
  readonly currency: string
}

/** Unpaid invoices, the longest overdue first, with the sum of all that match and have not lapsed. */
export async function listOwes(
  db: Reader,
  { organisation: { id: orgId } }: OfficeCaller,
  which: WhichOwed & { readonly after?: string | undefined },
): Promise<OwesPage> {
  const page = await readOwed(db, orgId, { ...which, withExpired: Boolean(which.search?.trim()), limit: PAGE })
  const { rows } = await db.execute<{ sum: number; overdue: number; currency: string }>(sql`
    select coalesce(sum(total), 0)::float8 as sum, coalesce(sum(total) filter (where due_on < ${copenhagenToday}), 0)::float8 as overdue,
      (select currency from organisations where id = ${orgId}::uuid) as currency
    from orders where ${owedBy(orgId, which)} and not test_mode`)
  const { sum, overdue, currency } = rows[0]!
  return {
    orders: page.rows,
    total: page.total,
    next: page.next,
    sum: { minor: sum, currency },
    overdue: { minor: overdue, currency },
  }
}

/** Unpaid invoices with a page of any size. */
export async function readOwed(
  db: Reader,
  orgId: string,
  { after, limit, ...which }: WhichOwed & { readonly after?: string | undefined; readonly limit: number },
): Promise<{ readonly rows: OwedOrder[]; readonly total: number; readonly next: string | null }> {
  const { rows } = await db.execute<{ total: number; page: Found[] }>(sql`
    with matching as materialized (select id, due_on, ${longestFirst.key} as key from orders where ${owedBy(orgId, which)})
    select (select count(*)::int from matching) as total,
      (select coalesce(json_agg(found order by ${longestFirst.by}), '[]') from (
        select page.id, page.key, orders.number, orders.buyer_id as "memberId",
          json_build_object('name', coalesce(nullif(billing ->> 'name', ''), (select ${fullNameOf('members')} from members where id = buyer_id)),
            'email', billing ->> 'email') as buyer,
          (select string_agg(distinct title, ', ') from order_lines where order_id = orders.id) as what,
          orders.total, orders.currency, orders.due_on as "dueOn", ${copenhagenToday} - orders.due_on as overdue, reminders,
          reminded_at as "remindedAt", created_at as "createdAt", test_mode as "testMode", orders.status = 'expired' as expired,
          orders.status <> 'expired' and reserved_until is null as confirming
        from (select * from matching where ${afterCursor(longestFirst, after)} order by ${longestFirst.by} limit ${limit + 1}) page
        join orders on orders.id = page.id
      ) found) as page`)
  const { total, page } = rows[0]!
  const shown = page.slice(0, limit)
  return {
    rows: shown.map(({ total: minor, currency, ...one }) => ({
      ...one,
      amount: { minor, currency },
      expiresOn: expiryDay(one.dueOn),
      createdAt: new Date(one.createdAt).toISOString(),
      remindedAt: one.remindedAt && new Date(one.remindedAt).toISOString(),
    })),
    total,
    next: page.length > limit ? cursorAfter(shown.at(-1)!) : null,
  }
}

interface OwedSum {
  readonly orders: number
  readonly sum: number
  readonly overdue: number
}

/** The sum of a club's unpaid invoices, for its page of today. Tests are left out. */
export async function selectOwed(db: Reader, orgId: string): Promise<OwedSum> {
  const { rows } = await db.execute<OwedSum & Record<string, unknown>>(sql`
    select count(*)::int as orders, coalesce(sum(total), 0)::float8 as sum,
      coalesce(sum(total) filter (where due_on < ${copenhagenToday}), 0)::float8 as overdue
    from orders where ${owedBy(orgId, {})} and not test_mode`)
  return rows[0]!
}

/** How many refunds a club has yet to make itself. */
export async function countRefundsByHand(db: Reader, orgId: string): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from payments join refunds on refunds.payment_id = payments.id where ${isRefundByHand(orgId)}`)
  return rows[0]!.count
}

/** For rows of `payments` and `refunds`: the club has yet to return money that it took itself. In a test nothing is returned. */
export const isToReturn = sql`(payments.provider = 'manual' and not payments.test_mode and refunds.status = 'done' and refunds.returned_at is null)`

const isRefundByHand = (orgId: string): SQL => sql`payments.org_id = ${orgId}::uuid and ${isToReturn}`

const MOST_REFUNDS = 200

/** Refunds that the club has yet to make itself, of money that it took itself. */
export async function listRefundsByHand(db: Reader, { organisation }: OfficeCaller): Promise<RefundByHand[]> {
  const { rows } = await db.execute<RefundByHandRow>(sql`
    select refunds.id as "refundId", orders.id as "orderId", orders.number, orders.billing ->> 'name' as name, orders.billing ->> 'email' as email,
      orders.billing ->> 'phone' as phone, refunds.amount::float8 as amount, refunds.currency, payments.method, payments.reference,
      refunds.done_at as since, notes.year, notes.number as "noteNumber"
    from payments join refunds on refunds.payment_id = payments.id join orders on orders.id = refunds.order_id
    left join credit_notes notes on notes.refund_id = refunds.id
    where ${isRefundByHand(organisation.id)}
    order by refunds.done_at, refunds.id limit ${MOST_REFUNDS}`)
  return rows.map(({ name, email, amount, currency, since, year, noteNumber, ...row }) => ({
    ...row,
    buyer: { name, email },
    amount: { minor: amount, currency },
    since: new Date(since).toISOString(),
    creditNoteNumber: noteNumber === null ? null : receiptLabel({ year: year!, number: noteNumber, testMode: false }),
  }))
}

interface RefundByHandRow extends Record<string, unknown> {
  readonly refundId: string
  readonly orderId: string
  readonly number: string
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly amount: number
  readonly currency: string
  readonly method: TakenBy
  readonly reference: string
  readonly since: string
  readonly year: number | null
  readonly noteNumber: number | null
}

/** Ticks off that the club has made a refund itself. Once is enough. */
export async function tickRefund(
  tx: Tx,
  caller: OfficeCaller,
  { refundId }: { readonly refundId: string },
): Promise<void> {
  const refund = await selectOptionalRefund(tx, refundId)
  const payment = refund && (await selectOptionalPayment(tx, refund.paymentId))
  if (!refund || refund.orgId !== caller.organisation.id || payment?.provider !== 'manual' || refund.status !== 'done')
    throw new Problem('refund_not_found')
  const { rowCount } = await tx.execute(sql`
    update refunds set returned_at = portal_now(), returned_by = ${caller.actor.actorId}::uuid where id = ${refundId} and returned_at is null`)
  if (!rowCount) return
  const { number, id } = await selectOrder(tx, refund.orderId)
  await recordOfficeChange(tx, caller, {
    name: 'refund_returned',
    thing: 'order',
    thingId: id,
    label: number,
    after: { amount: refund.amount },
  })
}
