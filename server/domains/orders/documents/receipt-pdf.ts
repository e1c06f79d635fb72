import type { Download } from '#contract/endpoint.ts'
import type { Receipt } from '#contract/orders.ts'
import type { Language } from '#contract/values.ts'
import type { Db } from '#server/database/db.ts'
import type { MemberActor } from '#server/http/actor.ts'
import * as m from '#words/messages.js'
import { formatDate } from './date-text.ts'
import { drawLines, drawSums } from './document-lines.ts'
import { drawDocument, drawHead, look, type Pdf } from './document-page.ts'
import { showReceipt } from './show-receipt.ts'

/** The receipt of one season's purchase. @param language the reader's where none is named */
export async function receiptPdf(
  db: Db,
  actor: MemberActor,
  { historyId, language }: { historyId: string; language?: Language | undefined },
): Promise<Download> {
  const receipt = await showReceipt(db, actor, { historyId, language })
  return drawReceipt(receipt, language ?? actor.via.language)
}

/** The receipt as an A4 page or more, in one language. */
export async function drawReceipt(receipt: Receipt, locale: Language): Promise<Download> {
  const name = m.receipt_title({}, { locale })
  const title = `${name} ${receipt.number}`
  const bytes = await drawDocument({ title, author: receipt.organisation.name, locale }, (pdf) => {
    drawHead(pdf, receipt, title, locale)
    drawLines(pdf, receipt, locale)
    drawTotals(pdf, receipt, locale)
  })
  return { contentType: 'application/pdf', fileName: `${name}-${receipt.number}.pdf`, bytes }
}

function drawTotals(pdf: Pdf, receipt: Receipt, locale: Language) {
  drawSums(pdf, locale, [
    [m.receipt_net({}, { locale }), receipt.net],
    [m.receipt_vat({}, { locale }), receipt.vat],
    [m.receipt_total({}, { locale }), receipt.total],
  ])
  const { paidAt, authorizationIdentifier } = receipt.payment
  pdf.font(look.regular).fontSize(9).fillColor(look.dimmed)
  const paid = receipt.testMode
    ? m.order_test_mode_explained({}, { locale })
    : m.receipt_paid_by_card({ date: formatDate(paidAt, locale) }, { locale })
  pdf.text(paid, look.left, pdf.y + 14, { width: look.right - look.left })
  if (authorizationIdentifier)
    pdf.text(`${m.receipt_authorization({}, { locale })} ${authorizationIdentifier}`, { width: look.right - look.left })
}
