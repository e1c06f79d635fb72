import type { Receipt } from '#contract/orders.ts'
import type { Language } from '#contract/values.ts'
import type { Reader } from '#server/database/db.ts'
import { selectPayments, selectRefunds } from '#server/domains/payments/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { partiesOf } from './document-parties.ts'
import { presentLine, receiptLabel } from '../present.ts'
import { selectLines, selectOptionalOrderOf, selectOptionalReceipt, type OrderRow } from '../queries.ts'

/** The receipt of the order that bought a term or a ticket, by the id of either, for its buyer. */
export async function showReceipt(
  db: Reader,
  actor: MemberActor,
  { historyId, language }: { historyId: string; language?: Language | undefined },
): Promise<Receipt> {
  const order = await selectOptionalOrderOf(db, actor.memberId, historyId)
  const receipt = order && (await receiptOf(db, order, language ?? actor.via.language))
  if (!receipt) throw new Problem('not_found')
  return receipt
}

/** @returns null for an order without receipt: not paid, or nothing to pay */
export async function receiptOf(db: Reader, order: OrderRow, locale: Language): Promise<Receipt | null> {
  const row = await selectOptionalReceipt(db, order.id)
  if (!row) return null
  const lines = await selectLines(db, order.id)
  const payment = (await selectPayments(db, order.id)).find((one) => one.status === 'captured')
  const refunds = await selectRefunds(db, order.id)
  const money = (minor: number) => ({ minor, currency: order.currency })
  const vat = lines.reduce((sum, line) => sum + line.vat, 0)
  return {
    ...(await partiesOf(db, order, row, locale)),
    lines: lines.map((line) => presentLine(line, order.currency)),
    net: money(order.total - vat),
    vat: money(vat),
    total: money(order.total),
    // A payment that never became the order's has its own: it is no part of what this receipt is for.
    creditNotes: refunds.flatMap(({ refund, creditNote }) =>
      refund.cause === 'office' && creditNote
        ? [
            {
              refundId: refund.id,
              number: receiptLabel(creditNote),
              amount: money(refund.amount),
              issuedAt: creditNote.issuedAt.toISOString(),
            },
          ]
        : [],
    ),
    payment: {
      provider: payment?.provider ?? '',
      paidAt: (order.paidAt ?? row.issuedAt).toISOString(),
      authorizationIdentifier: payment?.authorizationIdentifier ?? null,
    },
  }
}
