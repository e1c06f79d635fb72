import type { Receipt } from '#contract/orders/orders.ts'
import type { Language } from '#contract/values.ts'
import { drawDocument, documentTheme, type Pdf } from '#server/documents/page.ts'
import type { PrintedFace } from '#server/domains/organisations/index.ts'
import * as m from '#words/messages.js'
import { formatDate } from '#server/documents/format.ts'
import { drawHead, drawLines, drawSums, vatSums } from './document-parts.ts'
import { receiptTitle } from './line-words.ts'

/** Draws the receipt as A4 pages in one language. Runs in a worker thread. */
export function draw(
  { receipt, face }: { receipt: Receipt; face: PrintedFace },
  locale: Language,
): Promise<Uint8Array> {
  const title = `${receiptTitle(receipt.lines, locale)} ${receipt.number}`
  return drawDocument({ title, author: receipt.organisation.name, locale }, (pdf) => {
    drawHead(pdf, receipt, face, title, locale)
    drawLines(pdf, receipt, locale)
    drawTotals(pdf, receipt, locale)
  })
}

function drawTotals(pdf: Pdf, receipt: Receipt, locale: Language) {
  drawSums(pdf, locale, [...vatSums(receipt, locale), [m.receipt_total({}, { locale }), receipt.total]])
  const { paidAt, authorizationIdentifier, taken } = receipt.payment
  pdf.font(documentTheme.regular).fontSize(9).fillColor(documentTheme.dimmed)
  const paid = receipt.testMode
    ? m.order_test_mode_explained({}, { locale })
    : taken
      ? takenWords[taken.method]({ date: formatDate(taken.receivedOn, locale) }, { locale })
      : m.receipt_paid_by_card({ date: formatDate(paidAt, locale) }, { locale })
  pdf.text(paid, documentTheme.left, pdf.y + 14, { width: documentTheme.right - documentTheme.left })
  if (authorizationIdentifier)
    pdf.text(`${m.receipt_authorization({}, { locale })} ${authorizationIdentifier}`, {
      width: documentTheme.right - documentTheme.left,
    })
}

const takenWords = {
  cash: m.receipt_paid_in_cash,
  bank_transfer: m.receipt_paid_by_transfer,
  mobilepay: m.receipt_paid_by_mobilepay,
}
