import type { Download } from '#contract/endpoint.ts'
import type { Receipt } from '#contract/orders/orders.ts'
import type { Language } from '#contract/values.ts'
import type { Db, Reader } from '#server/database/db.ts'
import { drawInThread } from '#server/documents/draw-in-thread.ts'
import { selectPrintedFace } from '#server/domains/organisations/index.ts'
import { isByHand, selectPayments, selectRefunds } from '#server/domains/payments/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { selectSeasons, withRenewals } from '../paid-term-queries.ts'
import { presentLine, receiptLabel } from '../present.ts'
import { type OrderRow, selectLines, selectOptionalOrderOf, selectOptionalReceipt } from '../queries.ts'
import { partiesOf } from './document-parties.ts'
import { receiptTitle } from './line-words.ts'

/** The receipt of the order that bought a term or a ticket, for its buyer. Takes the id of either. */
export async function showReceipt(
  db: Reader,
  actor: MemberActor,
  { historyId, language }: { historyId: string; language?: Language | undefined },
): Promise<Receipt> {
  const order = await selectOptionalOrderOf(db, actor, historyId)
  const receipt = order && (await receiptOf(db, order, language ?? actor.via.language))
  if (!receipt) throw new Problem('not_found')
  return receipt
}

/** @returns null if the order is unpaid or was free */
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
    lines: withRenewals(
      lines.map((line) => presentLine(line, order.currency, locale)),
      await selectSeasons(db, order.id),
    ),
    net: money(order.total - vat),
    vat: money(vat),
    total: money(order.total),
    // Only refunds of lines: a payment that was not kept has a credit note of its own, unrelated to this receipt.
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
      ...(payment && isByHand(payment) && { taken: { method: payment.method!, receivedOn: payment.receivedOn! } }),
    },
  }
}

/** The receipt of one season's purchase as a PDF. @param language defaults to the reader's */
export async function receiptPdf(
  db: Db,
  actor: MemberActor,
  { historyId, language }: { historyId: string; language?: Language | undefined },
): Promise<Download> {
  const receipt = await showReceipt(db, actor, { historyId, language })
  return drawReceipt(db, receipt, language ?? actor.via.language)
}

/** Renders a receipt as a PDF in one language. */
export async function drawReceipt(db: Reader, receipt: Receipt, locale: Language): Promise<Download> {
  const face = await selectPrintedFace(db, receipt.organisation)
  const name = receiptTitle(receipt.lines, locale)
  const bytes = await drawInThread(new URL('./draw-receipt.ts', import.meta.url), { receipt, face }, locale)
  return { contentType: 'application/pdf', fileName: `${name.replaceAll(' ', '-')}-${receipt.number}.pdf`, bytes }
}
