import type { Download } from '#contract/endpoint.ts'
import type { Receipt } from '#contract/orders.ts'
import type { Language } from '#contract/values.ts'
import type { Db } from '#server/database/db.ts'
import type { MemberActor } from '#server/http/actor.ts'
import * as m from '#words/messages.js'
import { formatDate, formatDay } from './date-text.ts'
import { drawDocument, drawHead, look, rule, type Pdf } from './document-page.ts'
import { formatMoney } from './money-text.ts'
import { showReceipt } from './show-receipt.ts'

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

function drawLines(pdf: Pdf, receipt: Receipt, locale: Language) {
  rule(pdf)
  for (const item of receipt.lines) {
    if (pdf.y > look.bottom - 60) pdf.addPage()
    const top = pdf.y
    const { price, vat, vatRate, surcharge, total } = item.parts
    const say = (minor: number) => formatMoney(minor, total.currency, locale)
    pdf.font(look.bold).fontSize(10.5).fillColor(look.ink).text(item.title, look.left, top, { width: 340 })
    pdf.font(look.regular).fontSize(9.5).fillColor(look.dimmed)
    const period =
      item.startDate && item.endDate
        ? ` · ${formatDay(item.startDate, locale)} – ${formatDay(item.endDate, locale)}`
        : ''
    pdf.text(`${item.memberName}${period}`, look.left, pdf.y + 2, { width: 340 })
    const parts = [
      `${m.price_price({}, { locale })} ${say(price.minor)}`,
      vat.minor > 0 ? `${m.price_vat({ rate: vatRate.toLocaleString(locale) }, { locale })} ${say(vat.minor)}` : null,
      surcharge.minor !== 0 ? `${m.price_surcharge({}, { locale })} ${say(surcharge.minor)}` : null,
    ]
    pdf.text(parts.filter(Boolean).join('  +  '), look.left, pdf.y + 2, { width: 340 })
    const end = pdf.y
    pdf
      .font(look.bold)
      .fontSize(10.5)
      .fillColor(look.ink)
      .text(say(total.minor), 400, top, { width: look.right - 400, align: 'right' })
    pdf.y = end + 10
    rule(pdf)
  }
}

function drawTotals(pdf: Pdf, receipt: Receipt, locale: Language) {
  if (pdf.y > look.bottom - 110) pdf.addPage()
  const row = (label: string, minor: number, strong = false) => {
    const top = pdf.y
    pdf
      .font(strong ? look.bold : look.regular)
      .fontSize(strong ? 12 : 10)
      .fillColor(strong ? look.ink : look.dimmed)
    pdf.text(label, 300, top, { width: 130 })
    pdf.text(formatMoney(minor, receipt.total.currency, locale), 430, top, { width: look.right - 430, align: 'right' })
    pdf.y = top + (strong ? 20 : 17)
  }
  row(m.receipt_net({}, { locale }), receipt.net.minor)
  row(m.receipt_vat({}, { locale }), receipt.vat.minor)
  row(m.receipt_total({}, { locale }), receipt.total.minor, true)
  const { paidAt, authorizationIdentifier } = receipt.payment
  pdf.font(look.regular).fontSize(9).fillColor(look.dimmed)
  pdf.text(m.receipt_paid_by_card({ date: formatDate(paidAt, locale) }, { locale }), look.left, pdf.y + 14, {
    width: look.right - look.left,
  })
  if (authorizationIdentifier)
    pdf.text(`${m.receipt_authorization({}, { locale })} ${authorizationIdentifier}`, { width: look.right - look.left })
}
