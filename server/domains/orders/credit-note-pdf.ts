import type { Download } from '#contract/endpoint.ts'
import type { Language } from '#contract/values.ts'
import type { Db } from '#server/database/db.ts'
import type { MemberActor } from '#server/http/actor.ts'
import * as m from '#words/messages.js'
import { formatDate } from './date-text.ts'
import { drawDocument, drawHead, look, rule, type Pdf } from './document-page.ts'
import { causeWords } from './given-back-words.ts'
import { formatMoney } from './money-text.ts'
import { showCreditNote, type CreditNote } from './show-credit-note.ts'

export async function creditNotePdf(
  db: Db,
  actor: MemberActor,
  { refundId, language }: { refundId: string; language?: Language | undefined },
): Promise<Download> {
  const locale = language ?? actor.via.language
  return drawCreditNote(await showCreditNote(db, actor, { refundId, language: locale }), locale)
}

/** The credit note as an A4 page, in one language. */
export async function drawCreditNote(note: CreditNote, locale: Language): Promise<Download> {
  const name = m.credit_note_title({}, { locale })
  const title = `${name} ${note.number}`
  const bytes = await drawDocument({ title, author: note.organisation.name, locale }, (pdf) => {
    drawHead(pdf, note, title, locale)
    drawAmount(pdf, note, locale)
  })
  return { contentType: 'application/pdf', fileName: `${name.replace(' ', '-')}-${note.number}.pdf`, bytes }
}

function drawAmount(pdf: Pdf, note: CreditNote, locale: Language) {
  const { left, right, bold, regular, ink, dimmed } = look
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
  const total = pdf.y
  pdf.font(bold).fontSize(12).text(m.credit_note_total({}, { locale }), 300, total, { width: 130 })
  pdf.text(amount, 430, total, { width: right - 430, align: 'right' })
  pdf.font(regular).fontSize(9).fillColor(dimmed)
  const paidBack = m.credit_note_paid_back({ date: formatDate(note.issuedAt, locale) }, { locale })
  pdf.text(paidBack, left, total + 34, { width: right - left })
  pdf.text(`${m.receipt_authorization({}, { locale })} ${note.authorizationIdentifier}`, { width: right - left })
}
