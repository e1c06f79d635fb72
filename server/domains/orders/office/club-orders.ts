import type { Filter } from '#contract/filters.ts'
import { paymentFilterFields, type PaymentSort } from '#contract/orders/office.ts'
import type { OrderByHand } from '#contract/orders/by-hand.ts'
import { type ClubOrder, type ClubOrderPage, MOST_OF_MEMBER } from '#contract/orders/orders.ts'
import type { Money } from '#contract/values.ts'
import { type Db, onOneConnection, type Reader } from '#server/database/db.ts'
import { filterSql } from '#server/database/filter-sql.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import { afterCursor, cursorAfter, orderOf, type ListOrder } from '#server/database/list-order.ts'
import { eventEntries, orders, receipts } from '#server/database/schema/index.ts'
import { and, desc, inArray, sql, type SQL } from '#server/database/sql.ts'
import { requireMemberOf } from '#server/domains/members/index.ts'
import { type RefundWithNote, selectRefundsOf } from '#server/domains/payments/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { selectDelayed } from '#server/domains/audit/index.ts'
import { presentLine, presentRefund, receiptLabel } from '../present.ts'
import { type OrderLineRow, type OrderRow, type ReceiptRow, selectLinesOf, visibleTo } from '../queries.ts'
import { selectEndedLines } from '../line-kinds.ts'
import { findsPayment, isAmount } from './payment-search.ts'
import { selectReceiptGaps } from './receipt-gaps.ts'

const PAGE = 50

export interface WhichPayments {
  readonly search?: string | undefined
  readonly filter?: Filter<keyof typeof paymentFilterFields> | undefined
  /** Only these. */
  readonly ids?: readonly string[] | undefined
  readonly sort?: PaymentSort | undefined
}

interface Page {
  readonly orders: ClubOrder[]
  readonly total: number
  readonly sums: { paid: Money; refunded: Money; byHand: Money }[]
  readonly receiptGaps?: ClubOrderPage['receiptGaps']
  readonly next: string | null
}

/** A club's paid orders with the sums of all that match, newest first. */
export const listClubOrders = (
  db: Db,
  { organisation }: OfficeCaller,
  which: WhichPayments & { readonly after?: string | undefined },
): Promise<Page> =>
  onOneConnection(db, async (one) => {
    const [page, receiptGaps] = await Promise.all([
      readPaidOrders(one, organisation.id, { ...which, limit: PAGE }),
      selectReceiptGaps(one, organisation.id),
    ])
    return receiptGaps.length > 0 ? { ...page, receiptGaps } : page
  })

/** Paid orders with a page of any size. */
async function readPaidOrders(
  db: Reader,
  orgId: string,
  { after, limit, ...which }: WhichPayments & { readonly after?: string | undefined; readonly limit: number },
): Promise<Page> {
  const order = orderOf(sorts, which.sort ?? '-paid')
  // One search finds all matches. Where most orders match, each part reads only what it needs: the sums an index, the usual page its rows.
  const isWide = !which.filter && !which.ids && (!which.search?.trim() || isAmount(which.search))
  const once = isWide ? sql`not materialized` : sql`materialized`
  const { rows } = await db.execute<{ sums: Sum[]; page: { id: string; key: string | number }[] }>(sql`
    with ${paymentsOf(orgId, which)},
    matching as ${once} (
      select id, currency, mode, by_card as total, refunded_to_card as refunded, taken, returned, kept, ${order.key} as key from payments where ${matches(orgId, which)})
    select (select coalesce(json_agg(sums order by currency), '[]') from (
        select currency, mode, count(*)::int as count, sum(total)::bigint as paid, sum(refunded)::bigint as refunded,
          sum(taken - returned + kept)::bigint as by_hand
        from matching group by currency, mode
      ) sums) as sums,
      (select coalesce(json_agg(page order by ${order.by}), '[]') from (
        select id, key from matching where ${afterCursor(order, after)} order by ${order.by} limit ${limit + 1}
      ) page) as page`)
  const { sums, page } = rows[0]!
  const shown = page.slice(0, limit)
  const found = new Map((await selectOrders(db, shown)).map((one) => [one.id, one]))
  return {
    orders: await readClubOrders(
      db,
      shown.map(({ id }) => found.get(id)!),
    ),
    total: sums.reduce((total, { count }) => total + count, 0),
    sums: sums
      .filter(({ mode }) => mode === 'live')
      .slice(0, 10)
      .map(({ currency, paid, refunded, by_hand }) => ({
        paid: { minor: paid, currency },
        refunded: { minor: refunded, currency },
        byHand: { minor: by_hand, currency },
      })),
    next: page.length > limit ? cursorAfter(shown.at(-1)!) : null,
  }
}

interface Sum {
  readonly currency: string
  readonly mode: 'live' | 'test'
  readonly count: number
  readonly paid: number
  readonly refunded: number
  readonly by_hand: number
}

/**
 * A club's paid orders with what they are filtered, ordered and added up by, as the query `payments`. What was refunded is looked up for
 * each of the few that a search finds, and otherwise read for all at once. All that is joined is grouped by order, so that a page that does not
 * need it does not join it.
 */
export const paymentsOf = (orgId: string, { search = '', ids }: Pick<WhichPayments, 'search' | 'ids'>): SQL => sql`
  refunded_lines as materialized (select order_id, refunded from order_lines
    where refunded > 0 and order_id in (select id from orders where org_id = ${orgId}::uuid and status in ('paid', 'refunded'))
  ),
  by_hand as (
    select order_id, sum(hand_amount)::bigint as taken, max(hand_method) as method,
      coalesce(sum(hand_amount) filter (where hand_returned_at is not null), 0)::bigint as returned
    from event_entries where org_id = ${orgId}::uuid and hand_amount > 0 group by order_id
  ),
  manual as (
    select order_id, max(method) as method from payments where org_id = ${orgId}::uuid and provider = 'manual' and status = 'captured' group by order_id
  ),
  payments as not materialized (
    select id, currency, total, case when manual.order_id is null then total else 0 end as by_card,
      case when manual.order_id is null then coalesce(refunded, 0) else 0 end as refunded_to_card,
      case when manual.order_id is null then 0 else total - coalesce(refunded, 0) end as kept,
      coalesce(manual.method, by_hand.method, case when total = 0 then 'free' else 'card' end) as method, number, kinds, search, paid_at, created_at, coalesce(refunded, 0) as refunded,
      coalesce(taken, 0) as taken, coalesce(returned, 0) as returned,
      billing ->> 'name' as buyer, billing ->> 'email' as email, case when test_mode then 'test' else 'live' end as mode,
      case when status = 'refunded' then 'refunded' when refunded > 0 then 'partly_refunded' else 'paid' end as status
    from orders
      left join ${ids || (search.trim() && !isAmount(search)) ? refundedOfOne : refundedOfAll}
      left join by_hand on by_hand.order_id = orders.id
      left join manual on manual.order_id = orders.id
    where org_id = ${orgId}::uuid and status in ('paid', 'refunded')
  )`

const refundedOfAll = sql`(
  select order_id, sum(refunded)::bigint as refunded from refunded_lines group by order_id) refunded on refunded.order_id = orders.id`

const refundedOfOne = sql`lateral (
  select sum(refunded)::bigint as refunded from order_lines where order_id = orders.id and refunded > 0) refunded on true`

const paidAt = sql`coalesce(paid_at, created_at)`

/** Through the portal, or outside of it. */
const paidInAll = sql`(total + taken)`

export const sorts: Readonly<Record<PaymentSort, ListOrder>> = {
  '-paid': { key: paidAt, type: 'timestamptz', descending: true },
  paid: { key: paidAt, type: 'timestamptz' },
  amount: { key: paidInAll, type: 'bigint' },
  '-amount': { key: paidInAll, type: 'bigint', descending: true },
  buyer: { key: sql`danish_order(buyer)`, type: 'text' },
  '-buyer': { key: sql`danish_order(buyer)`, type: 'text', descending: true },
}

const columns = {
  paid: { moment: paidAt },
  status: sql`status`,
  kind: (values: SQL) => sql`kinds && ${values}::text[]`,
  amount: paidInAll,
  refunded: sql`(refunded + returned)`,
  buyer: sql`buyer`,
  email: sql`email`,
  mode: sql`mode`,
  method: sql`method`,
}

export function matches(orgId: string, { search = '', filter, ids }: WhichPayments): SQL {
  const conditions = [filterSql(filter, paymentFilterFields, columns)]
  if (ids) conditions.push(sql`id = any(${sql.param([...ids])}::uuid[])`)
  if (search.trim()) conditions.push(findsPayment(orgId, search))
  return sql.join(conditions, sql` and `)
}

const selectOrders = (db: Reader, page: readonly { readonly id: string }[]): Promise<OrderRow[]> =>
  db
    .select()
    .from(orders)
    .where(
      inArray(
        orders.id,
        page.map(({ id }) => id),
      ),
    )

/** The newest that one of its members bought, or in which something is for them. */
export async function listOrdersOfMember(
  db: Db,
  caller: OfficeCaller,
  { memberId }: { readonly memberId: string },
): Promise<ClubOrder[]> {
  await requireMemberOf(db, caller.organisation.id, memberId)
  const rows = await db
    .select()
    .from(orders)
    .where(
      and(
        visibleTo(caller),
        inArray(orders.status, ['paid', 'refunded']),
        sql`${orders.id} in (
          select id from orders where buyer_id = ${memberId}::uuid
          union select order_id from order_lines where member_id = ${memberId}::uuid)`,
      ),
    )
    .orderBy(desc(orders.id))
    .limit(MOST_OF_MEMBER)
  return readClubOrders(db, rows)
}

/** Orders as their club's office sees them, in a fixed number of queries. */
export async function readClubOrders(db: Reader, rows: readonly OrderRow[]): Promise<ClubOrder[]> {
  const ids = rows.map(({ id }) => id)
  const [allLines, allRefunds, ended, byHand, delayed, allReceipts, taken] = await Promise.all([
    selectLinesOf(db, ids),
    selectRefundsOf(db, ids),
    selectEndedLines(db, ids),
    selectByHand(db, rows),
    selectDelayed(db, 'refund', ids),
    selectReceipts(db, ids),
    selectTaken(db, rows),
  ])
  const lines = Map.groupBy(allLines, (line) => line.orderId)
  const refunds = Map.groupBy(allRefunds, ({ refund }) => refund.orderId)
  const receiptOf = new Map(allReceipts.map((receipt) => [receipt.orderId, receipt]))
  return rows.map((order) =>
    present(order, lines.get(order.id) ?? [], refunds.get(order.id) ?? [], receiptOf.get(order.id), {
      ended,
      delayed: delayed.has(order.id),
      byHand: byHand.get(order.id),
      taken: taken.get(order.id),
    }),
  )
}

function present(
  order: OrderRow,
  lines: readonly OrderLineRow[],
  refunds: readonly RefundWithNote[],
  receipt: ReceiptRow | undefined,
  {
    ended,
    delayed,
    byHand,
    taken,
  }: {
    readonly ended: ReadonlySet<string>
    readonly delayed: boolean
    readonly byHand: ByHand | undefined
    readonly taken: ClubOrder['taken']
  },
): ClubOrder {
  const { status, total, currency } = order
  const refundByHand = refunds.reduce(
    (sum, { refund: { status: state, returnedAt, authorizationIdentifier, amount } }) =>
      state === 'done' && returnedAt === null && authorizationIdentifier === null ? sum + amount : sum,
    0,
  )
  return {
    id: order.id,
    number: order.number,
    status,
    buyer: { name: order.billing.name, email: order.billing.email },
    testMode: order.testMode,
    total: { minor: total, currency },
    byHand: byHand ? { ...byHand, amount: { minor: byHand.amount, currency } } : null,
    ...(taken && { taken }),
    ...(order.dueOn !== null && { dueOn: order.dueOn }),
    ...(taken && refundByHand > 0 && !order.testMode && { refundByHand: { minor: refundByHand, currency } }),
    createdAt: order.createdAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    receiptNumber: receipt ? receiptLabel(receipt) : null,
    // An office reads the names that it gave first.
    lines: lines.map((line) => presentLine(line, currency, 'da')),
    endedLines: lines.flatMap(({ id }) => (ended.has(id) ? [id] : [])),
    givenBack: refunds.map(presentRefund),
    refundDelayed: delayed,
    can: {
      refund: status === 'paid' && !delayed && lines.some((line) => !ended.has(line.id)),
    },
  }
}

interface ByHand extends Omit<NonNullable<ClubOrder['byHand']>, 'amount'> {
  readonly amount: number
}

/** Payments outside the portal for those of the orders that an office made. */
async function selectByHand(db: Reader, rows: readonly OrderRow[]): Promise<ReadonlyMap<string, ByHand>> {
  const ids = rows.filter(({ origin }) => origin === 'office').map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const entries = await db
    .select({
      orderId: eventEntries.orderId,
      method: eventEntries.handMethod,
      amount: eventEntries.handAmount,
      returnedAt: eventEntries.handReturnedAt,
    })
    .from(eventEntries)
    .where(inArray(eventEntries.orderId, ids))
  return new Map(
    entries.map(({ orderId, method, amount, returnedAt }) => [
      orderId,
      { method: method ?? 'free', amount: amount ?? 0, paidBack: returnedAt !== null },
    ]),
  )
}

/** Payments that the club took itself for those of the orders that an office made. */
async function selectTaken(db: Reader, rows: readonly OrderRow[]): Promise<ReadonlyMap<string, ClubOrder['taken']>> {
  const ids = rows.filter(({ origin, total }) => origin === 'office' && total > 0).map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const { rows: found } = await db.execute<NonNullable<ClubOrder['taken']> & { orderId: string }>(sql`
    select order_id as "orderId", method, received_on::text as "receivedOn", reference,
      coalesce((select ${fullNameOf('members')} from members where id = recorded_by), '') as by
    from payments where order_id = any(${sql.param(ids)}::uuid[]) and provider = 'manual' and status = 'captured'`)
  return new Map(found.map(({ orderId, ...taken }) => [orderId, taken]))
}

const selectReceipts = (db: Reader, orderIds: readonly string[]): Promise<ReceiptRow[]> =>
  db
    .select()
    .from(receipts)
    .where(inArray(receipts.orderId, [...orderIds]))

/** An order of an office's, for whoever made it. */
export async function readOrderByHand(db: Reader, id: string): Promise<OrderByHand> {
  const [order] = await readClubOrders(db, await selectOrders(db, [{ id }]))
  const { number, status, buyer, lines, total, taken = null, dueOn = null, receiptNumber } = order!
  return {
    id,
    number,
    status,
    buyer,
    lines: lines.map(({ title, memberName, parts }) => ({ title, memberName, total: parts.total })),
    total,
    taken,
    dueOn,
    receiptNumber,
  }
}
