import type { Language } from '#contract/values.ts'
import { documentTheme, drawDocument, type Pdf, rule } from '#server/documents/page.ts'
import type { PrintedFace } from '#server/domains/organisations/index.ts'
import * as m from '#words/messages.js'
import { causeWords } from '../notifications/refund-words.ts'
import { formatDate, formatMoney } from '#server/documents/format.ts'
import { drawHead, drawLines, drawSums, vatSums } from './document-parts.ts'
import type { CreditNote } from './show-credit-note.ts'

/** Draws the credit note as A4 pages in one language. Runs in a worker thread. */
export function draw({ note, face }: { note: CreditNote; face: PrintedFace }, locale: Language): Promise<Uint8Array> {
  const title = `${m.credit_note_title({}, { locale })} ${note.number}`
  return drawDocument({ title, author: note.organisation.name, locale }, (pdf) => {
    drawHead(pdf, note, face, title, locale)
    if (note.lines.length > 0) drawRefundedLines(pdf, note, locale)
    else drawAmount(pdf, note, locale)
    drawFoot(pdf, note, locale)
  })
}

function drawRefundedLines(pdf: Pdf, note: CreditNote, locale: Language) {
  const { amount, vat, receiptNumber } = note
  if (receiptNumber) {
    const words = m.credit_note_of_receipt({ number: receiptNumber }, { locale })
    pdf.font(documentTheme.regular).fontSize(9.5).fillColor(documentTheme.dimmed).text(words, documentTheme.left, pdf.y)
    pdf.y += 10
  }
  drawLines(pdf, note, locale)
  drawSums(pdf, locale, [
    ...vatSums({ net: { ...amount, minor: amount.minor - vat.minor }, vat }, locale),
    [m.credit_note_total({}, { locale }), amount],
  ])
}

/** A payment that bought nothing. */
function drawAmount(pdf: Pdf, note: CreditNote, locale: Language) {
  const { left, right, bold, regular, ink, dimmed } = documentTheme
  const amount = formatMoney(note.amount.minor, note.amount.currency, locale)
  rule(pdf)
  const top = pdf.y
  pdf.font(bold).fontSize(10.5).fillColor(ink).text(m.credit_note_line({}, { locale }), left, top, { width: 340 })
  pdf.font(regular).fontSize(9.5).fillColor(dimmed)
  pdf.text(causeWords[note.cause]({}, { locale }), left, pdf.y + 2, { width: 340 })
  pdf.text(m.credit_note_no_vat({}, { locale }), left, pdf.y + 2, { width: 340 })
  const end = pdf.y
  pdf
    .font(bold)
    .fontSize(10.5)
    .fillColor(ink)
    .text(amount, 400, top, { width: right - 400, align: 'right' })
  pdf.y = end + 10
  rule(pdf)
  drawSums(pdf, locale, [[m.credit_note_total({}, { locale }), note.amount]])
}

function drawFoot(pdf: Pdf, { testMode, issuedAt, authorizationIdentifier }: CreditNote, locale: Language) {
  const { left, right, regular, dimmed } = documentTheme
  const words = testMode
    ? m.order_test_mode_explained({}, { locale })
    : (authorizationIdentifier ? m.credit_note_refunded : m.credit_note_by_hand)(
        { date: formatDate(issuedAt, locale) },
        { locale },
      )
  pdf.font(regular).fontSize(9).fillColor(dimmed)
  pdf.text(words, left, pdf.y + 14, { width: right - left })
  if (authorizationIdentifier)
    pdf.text(`${m.receipt_authorization({}, { locale })} ${authorizationIdentifier}`, { width: right - left })
}
