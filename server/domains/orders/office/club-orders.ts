import type { ClubOrder } from '#contract/orders.ts'
import type { Db, Reader } from '#server/database/db.ts'
import { orders, receipts } from '#server/database/schema/index.ts'
import { and, desc, inArray, lt, sql } from '#server/database/sql.ts'
import { requireMemberOf } from '#server/domains/members/index.ts'
import { type RefundWithNote, selectRefundsOf } from '#server/domains/payments/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { presentLine, presentRefund, receiptLabel } from '../present.ts'
import {
  type OrderLineRow,
  type OrderReader,
  type OrderRow,
  type ReceiptRow,
  selectLinesOf,
  visibleTo,
} from '../queries.ts'
import { selectEndedLines } from '../settlement/line-refund-queries.ts'

const PAGE = 50

interface Which {
  /** Part of an order or receipt number, of the buyer's name or address, or of a name on a line. */
  readonly search?: string | undefined
  /** The last order of the previous page. */
  readonly before?: string | undefined
}

/** A club's paid orders, newest first. */
export async function listClubOrders(
  db: Db,
  caller: OfficeCaller,
  { search = '', before }: Which,
): Promise<{ orders: ClubOrder[]; next: string | null }> {
  const rows = await selectPaidOrders(db, caller, { search: search.trim(), before: before ?? null }, PAGE + 1)
  const page = rows.slice(0, PAGE)
  return { orders: await readClubOrders(db, page), next: rows.length > PAGE ? page.at(-1)!.id : null }
}

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
    .limit(PAGE)
  return readClubOrders(db, rows)
}

/** Orders as their club's office sees them, in a fixed number of queries. */
export async function readClubOrders(db: Reader, rows: readonly OrderRow[]): Promise<ClubOrder[]> {
  const ids = rows.map(({ id }) => id)
  const lines = Map.groupBy(await selectLinesOf(db, ids), (line) => line.orderId)
  const refunds = Map.groupBy(await selectRefundsOf(db, ids), ({ refund }) => refund.orderId)
  const ended = await selectEndedLines(db, ids)
  const receiptOf = new Map((await selectReceipts(db, ids)).map((receipt) => [receipt.orderId, receipt]))
  return rows.map((order) =>
    present(order, lines.get(order.id) ?? [], refunds.get(order.id) ?? [], receiptOf.get(order.id), ended),
  )
}

function present(
  order: OrderRow,
  lines: readonly OrderLineRow[],
  refunds: readonly RefundWithNote[],
  receipt: ReceiptRow | undefined,
  ended: ReadonlySet<string>,
): ClubOrder {
  const { status, total, currency } = order
  const office = refunds.filter(({ refund }) => refund.cause === 'office')
  return {
    id: order.id,
    number: order.number,
    status,
    buyer: { name: order.billing.name, email: order.billing.email },
    testMode: order.testMode,
    total: { minor: total, currency },
    createdAt: order.createdAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    receiptNumber: receipt ? receiptLabel(receipt) : null,
    lines: lines.map((line) => presentLine(line, currency)),
    endedLines: lines.flatMap(({ id }) => (ended.has(id) ? [id] : [])),
    givenBack: refunds.map(presentRefund),
    can: {
      refund:
        status === 'paid' &&
        office.every(({ refund }) => refund.status === 'done') &&
        lines.some((line) => !ended.has(line.id)),
    },
  }
}

/** Paid orders visible to the reader, newest first, optionally before one of them and matching a text. */
const selectPaidOrders = (
  db: Reader,
  reader: OrderReader,
  { search, before }: { search: string; before: string | null },
  limit: number,
): Promise<OrderRow[]> =>
  db
    .select()
    .from(orders)
    .where(
      and(
        visibleTo(reader),
        inArray(orders.status, ['paid', 'refunded']),
        before ? lt(orders.id, before) : undefined,
        search ? mentions(search) : undefined,
      ),
    )
    .orderBy(desc(orders.id))
    .limit(limit)

/** Matches the text anywhere; `%`, `_` and `\` are literal. */
function mentions(text: string) {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return sql`(${orders.number} ilike ${pattern}
    or ${orders.billing} ->> 'name' ilike ${pattern} or ${orders.billing} ->> 'email' ilike ${pattern}
    or exists (select from order_lines where order_id = ${orders.id} and member_name ilike ${pattern})
    or exists (select from receipts where order_id = ${orders.id}
      and (case when test_mode then 'TEST-' else '' end) || year || '-' || lpad(number::text, 5, '0') ilike ${pattern}))`
}

const selectReceipts = (db: Reader, orderIds: readonly string[]): Promise<ReceiptRow[]> =>
  db
    .select()
    .from(receipts)
    .where(inArray(receipts.orderId, [...orderIds]))
