import type { ClubOrder } from '#contract/orders.ts'
import type { Db, Reader } from '#server/database/db.ts'
import { administeredOrganisation } from '#server/domains/organisations/index.ts'
import { selectRefundsOf, type RefundWithNote } from '#server/domains/payments/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { selectPaidOrders, selectReceipts } from './club-order-queries.ts'
import { selectEndedLines } from '../refunds/line-refund-queries.ts'
import { presentLine, presentRefund, receiptLabel } from '../present.ts'
import { selectLinesOf, type OrderLineRow, type OrderRow, type ReceiptRow } from '../queries.ts'

const PAGE = 50

interface Which {
  readonly orgId: string
  /** Part of a number, of the buyer's name or address, or of the name of somebody on a line. */
  readonly search?: string | undefined
  /** The last order of the page before. */
  readonly before?: string | undefined
}

/** What was bought from a club and paid, newest first; for its admins. */
export async function listClubOrders(
  db: Db,
  actor: MemberActor,
  { orgId, search = '', before }: Which,
): Promise<{ orders: ClubOrder[]; next: string | null }> {
  await administeredOrganisation(db, actor, orgId)
  const rows = await selectPaidOrders(db, { orgId, search: search.trim(), before: before ?? null }, PAGE + 1)
  const page = rows.slice(0, PAGE)
  return { orders: await readClubOrders(db, page), next: rows.length > PAGE ? page.at(-1)!.id : null }
}

/** Orders as their club's office sees them; as many queries for one as for all. */
export async function readClubOrders(db: Reader, orders: readonly OrderRow[]): Promise<ClubOrder[]> {
  const ids = orders.map(({ id }) => id)
  const lines = Map.groupBy(await selectLinesOf(db, ids), (line) => line.orderId)
  const refunds = Map.groupBy(await selectRefundsOf(db, ids), ({ refund }) => refund.orderId)
  const ended = await selectEndedLines(db, ids)
  const receipts = new Map((await selectReceipts(db, ids)).map((receipt) => [receipt.orderId, receipt]))
  return orders.map((order) =>
    present(order, lines.get(order.id) ?? [], refunds.get(order.id) ?? [], receipts.get(order.id), ended),
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
