import type { handMethods } from '#contract/orders/answers.ts'
import type { Reader } from '#server/database/db.ts'
import { afterCursor, cursorAfter, orderOf } from '#server/database/list-order.ts'
import { sql, type SQL } from '#server/database/sql.ts'
import { receiptLabel } from '../present.ts'
import { matches, paymentsOf, sorts, type WhichPayments } from './club-orders.ts'

/** The income of a line, or a refund of it: refunds have a negative amount and the day on which they were made. */
export interface PaymentRow {
  readonly type: 'payment' | 'refund'
  readonly at: string
  readonly receiptNumber: string | null
  readonly creditNoteNumber: string | null
  readonly number: string
  readonly buyer: string
  readonly email: string
  readonly title: string
  readonly memberName: string
  readonly category: string | null
  readonly startDate: string | null
  readonly endDate: string | null
  readonly method: 'card' | (typeof handMethods)[number]
  readonly discount: number
  readonly vat: number
  /** Through the portal; null for money taken by hand. */
  readonly amount: number | null
  /** Paid to the club, or refunded by it, outside the portal. */
  readonly byHand: number | null
  readonly currency: string
  readonly testMode: boolean
}

/**
 * The money of a club's orders, a row for each line and for each refund of one. A filter by day chooses refunds by the day on which they
 * were made, so that the rows of any period add up to what came in and went back in it.
 */
export async function readPaymentRows(
  db: Reader,
  orgId: string,
  { after, limit, ...which }: WhichPayments & { readonly after?: string | undefined; readonly limit: number },
): Promise<{ readonly rows: PaymentRow[]; readonly total: number; readonly next: string | null }> {
  const order = orderOf(sorts, which.sort ?? '-paid')
  const { rows: found } = await db.execute<{ total: number; page: Found[] }>(sql`
    with ${paymentsOf(orgId, which)},
    movements as (${movementsOf(orgId)}),
    matching as materialized (
      select row_id as id, line_id, refund_id, type, movement_method as method, amount, by_hand, paid_at as at, ${order.key} as key
      from (
        select payments.id, payments.currency, payments.total, number, kinds, search, at as paid_at, at as created_at, refunded, taken, returned, buyer, email,
          mode, status, payments.method, row_id, line_id, refund_id, type, movements.method as movement_method, amount, by_hand
        from movements join payments on payments.id = movements.order_id
      ) payments where ${matches(orgId, which)}
    )
    select (select count(*)::int from matching) as total,
      (select coalesce(json_agg(line order by ${order.by}), '[]') from (
        select page.id, page.key, page.type, page.at, page.method, page.amount, page.by_hand as "byHand", orders.number, orders.currency,
          orders.test_mode as "testMode", billing ->> 'name' as buyer, billing ->> 'email' as email, lines.title,
          lines.member_name as "memberName", lines.category_name as category, lines.start_date as "startDate", lines.end_date as "endDate",
          case type when 'refund' then -lines.discount else lines.discount end as discount,
          case type when 'refund' then -lines.vat else lines.vat end as vat,
          (select json_build_object('year', year, 'number', receipts.number, 'testMode', receipts.test_mode)
            from receipts where order_id = orders.id) as receipt,
          (select json_build_object('year', year, 'number', credit_notes.number, 'testMode', credit_notes.test_mode)
            from credit_notes where credit_notes.refund_id = page.refund_id) as "creditNote"
        from (select * from matching where ${afterCursor(order, after)} order by ${order.by} limit ${limit + 1}) page
        join order_lines lines on lines.id = page.line_id join orders on orders.id = lines.order_id
      ) line) as page`)
  const { total, page } = found[0]!
  const shown = page.slice(0, limit)
  const rows = shown.map(({ receipt, creditNote, ...row }) => ({
    ...row,
    receiptNumber: receipt && receiptLabel(receipt),
    creditNoteNumber: creditNote && receiptLabel(creditNote),
  }))
  return { rows, total, next: page.length > limit ? cursorAfter(shown.at(-1)!) : null }
}

type Numbered = Parameters<typeof receiptLabel>[0]

interface Found extends Omit<PaymentRow, 'receiptNumber' | 'creditNoteNumber'> {
  readonly id: string
  readonly key: string | number
  readonly receipt: Numbered | null
  readonly creditNote: Numbered | null
}

/** Each line as it was paid, each refund that was made, and each amount that the club refunded by hand; with an id of its own. */
const movementsOf = (orgId: string): SQL => sql`
  select lines.id as row_id, lines.order_id, lines.id as line_id, null::uuid as refund_id, 'payment' as type,
    case when hand_amount > 0 or manual.order_id is not null then null else lines.total end as amount,
    case when manual.order_id is null then nullif(hand_amount, 0) else lines.total end as by_hand,
    coalesce(orders.paid_at, orders.created_at) as at,
    coalesce(hand_method, case when lines.total = 0 then 'free' end, manual.method, 'card') as method
  from orders join order_lines lines on lines.order_id = orders.id left join event_entries entries on entries.id = lines.entry_id
    left join manual on manual.order_id = orders.id
  where orders.org_id = ${orgId}::uuid and orders.status in ('paid', 'refunded')
  union all
  select md5(line_id || ' refund')::uuid, refunds.order_id, line_id, refunds.id, 'refund',
    case when manual.order_id is null then -refund_lines.amount end, case when manual.order_id is not null then -refund_lines.amount end, done_at,
    case when refund_lines.amount = 0 then 'free' else coalesce(manual.method, 'card') end
  from refunds join refund_lines on refund_lines.refund_id = refunds.id left join manual on manual.order_id = refunds.order_id
  where refunds.org_id = ${orgId}::uuid and refunds.status = 'done'
  union all
  select md5(lines.id || ' paid back')::uuid, lines.order_id, lines.id, null, 'refund', null, -hand_amount, hand_returned_at, hand_method
  from event_entries entries join order_lines lines on lines.entry_id = entries.id join orders on orders.id = lines.order_id
  where orders.org_id = ${orgId}::uuid and hand_returned_at is not null`
