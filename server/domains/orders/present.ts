import type { GivenBack, OrderLine } from '#contract/orders.ts'
import type { RefundWithNote } from '#server/domains/payments/index.ts'
import type { OrderLineRow, ReceiptRow } from './queries.ts'

export function presentLine(line: OrderLineRow, currency: string): OrderLine {
  const money = (minor: number) => ({ minor, currency })
  return {
    id: line.id,
    kind: line.kind,
    memberId: line.memberId,
    memberName: line.memberName,
    title: line.title,
    startDate: line.startDate,
    endDate: line.endDate,
    parts: {
      price: money(line.price),
      vatRate: line.vatRate,
      vat: money(line.vat),
      surcharge: money(line.surcharge),
      total: money(line.total),
    },
    membershipId: line.membershipId,
    termId: line.termId,
    refunded: money(line.refunded),
  }
}

/** `2026-00042`; receipts of test orders have a series of their own and say so. */
export const receiptLabel = ({ year, number, testMode }: Pick<ReceiptRow, 'year' | 'number' | 'testMode'>): string =>
  `${testMode ? 'TEST-' : ''}${year}-${String(number).padStart(5, '0')}`

export const presentRefund = ({ refund, creditNote, lineIds }: RefundWithNote): GivenBack => ({
  id: refund.id,
  amount: { minor: refund.amount, currency: refund.currency },
  cause: refund.cause,
  lineIds,
  method: refund.method,
  status: refund.status,
  doneAt: refund.doneAt?.toISOString() ?? null,
  creditNoteNumber: creditNote && receiptLabel(creditNote),
})
