import path from 'node:path'
import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'
import type { Download } from '#contract/endpoint.ts'
import type { Receipt } from '#contract/orders.ts'
import type { Language } from '#contract/values.ts'
import type { Db } from '#server/database/db.ts'
import type { MemberActor } from '#server/http/actor.ts'
import * as m from '#words/messages.js'
import { formatDate, formatDay } from './date-text.ts'
import { formatMoney } from './money-text.ts'
import { showReceipt } from './show-receipt.ts'

const fonts = path.dirname(fileURLToPath(import.meta.resolve('@expo-google-fonts/figtree/package.json')))
const regular = path.join(fonts, '400Regular/Figtree_400Regular.ttf')
const bold = path.join(fonts, '700Bold/Figtree_700Bold.ttf')
const ink = '#1a2329'
const dimmed = '#55646f'
const line = '#d0d9e0'
const fjord = '#0b6788'
const left = 56
const right = 539
const bottom = 760

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
  const title = `${m.receipt_title({}, { locale })} ${receipt.number}`
  const pdf = new PDFDocument({
    size: 'A4',
    margin: left,
    lang: locale,
    info: { Title: title, Author: receipt.organisation.name },
  })
  const chunks: Buffer[] = []
  const ended = new Promise<Buffer>((resolve, reject) => {
    pdf
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => resolve(Buffer.concat(chunks)))
      .on('error', reject)
  })
  drawHead(pdf, receipt, title, locale)
  drawLines(pdf, receipt, locale)
  drawTotals(pdf, receipt, locale)
  pdf.end()
  return {
    contentType: 'application/pdf',
    fileName: `${m.receipt_title({}, { locale })}-${receipt.number}.pdf`,
    bytes: await ended,
  }
}

type Pdf = InstanceType<typeof PDFDocument>

function drawHead(pdf: Pdf, receipt: Receipt, title: string, locale: Language) {
  const { organisation, billing } = receipt
  pdf.font(bold).fontSize(20).fillColor(fjord).text(organisation.name, left, 56, { width: 300 })
  pdf.font(regular).fontSize(9.5).fillColor(dimmed)
  const facts = [organisation.address, organisation.cvr && `CVR ${organisation.cvr}`, organisation.email].filter(
    Boolean,
  )
  pdf.text(facts.join('\n'), left, pdf.y + 4, { width: 300, lineGap: 2 })
  const leftEnd = pdf.y

  pdf
    .font(bold)
    .fontSize(13)
    .fillColor(ink)
    .text(title, 320, 60, { width: right - 320, align: 'right' })
  pdf.font(regular).fontSize(9.5).fillColor(dimmed)
  pdf.text(formatDate(receipt.issuedAt, locale), 320, pdf.y + 4, { width: right - 320, align: 'right', lineGap: 2 })
  pdf.text(`${m.receipt_order_number({}, { locale })} ${receipt.orderNumber}`, {
    width: right - 320,
    align: 'right',
    lineGap: 2,
  })
  if (receipt.testMode)
    pdf
      .font(bold)
      .fillColor('#b32236')
      .text(m.order_test_mode({}, { locale }), { width: right - 320, align: 'right' })

  const top = Math.max(leftEnd, pdf.y) + 26
  pdf.font(bold).fontSize(9.5).fillColor(dimmed).text(m.receipt_billed_to({}, { locale }), left, top)
  pdf.font(regular).fontSize(10.5).fillColor(ink)
  pdf.text([billing.name, billing.address, billing.email, billing.phone].filter(Boolean).join('\n'), left, pdf.y + 4, {
    lineGap: 2,
    width: 320,
  })
  pdf.y += 24
}

function drawLines(pdf: Pdf, receipt: Receipt, locale: Language) {
  rule(pdf)
  for (const item of receipt.lines) {
    if (pdf.y > bottom - 60) pdf.addPage()
    const top = pdf.y
    const { price, vat, vatRate, surcharge, total } = item.parts
    const say = (minor: number) => formatMoney(minor, total.currency, locale)
    pdf.font(bold).fontSize(10.5).fillColor(ink).text(item.title, left, top, { width: 340 })
    pdf.font(regular).fontSize(9.5).fillColor(dimmed)
    const period =
      item.startDate && item.endDate
        ? ` · ${formatDay(item.startDate, locale)} – ${formatDay(item.endDate, locale)}`
        : ''
    pdf.text(`${item.memberName}${period}`, left, pdf.y + 2, { width: 340 })
    const parts = [
      `${m.price_price({}, { locale })} ${say(price.minor)}`,
      vat.minor > 0 ? `${m.price_vat({ rate: vatRate.toLocaleString(locale) }, { locale })} ${say(vat.minor)}` : null,
      surcharge.minor !== 0 ? `${m.price_surcharge({}, { locale })} ${say(surcharge.minor)}` : null,
    ]
    pdf.text(parts.filter(Boolean).join('  +  '), left, pdf.y + 2, { width: 340 })
    const end = pdf.y
    pdf
      .font(bold)
      .fontSize(10.5)
      .fillColor(ink)
      .text(say(total.minor), 400, top, { width: right - 400, align: 'right' })
    pdf.y = end + 10
    rule(pdf)
  }
}

function drawTotals(pdf: Pdf, receipt: Receipt, locale: Language) {
  if (pdf.y > bottom - 110) pdf.addPage()
  const row = (label: string, minor: number, strong = false) => {
    const top = pdf.y
    pdf
      .font(strong ? bold : regular)
      .fontSize(strong ? 12 : 10)
      .fillColor(strong ? ink : dimmed)
    pdf.text(label, 300, top, { width: 130 })
    pdf.text(formatMoney(minor, receipt.total.currency, locale), 430, top, { width: right - 430, align: 'right' })
    pdf.y = top + (strong ? 20 : 17)
  }
  row(m.receipt_net({}, { locale }), receipt.net.minor)
  row(m.receipt_vat({}, { locale }), receipt.vat.minor)
  row(m.receipt_total({}, { locale }), receipt.total.minor, true)
  const { paidAt, authorizationIdentifier } = receipt.payment
  pdf.font(regular).fontSize(9).fillColor(dimmed)
  pdf.text(m.receipt_paid_by_card({ date: formatDate(paidAt, locale) }, { locale }), left, pdf.y + 14, {
    width: right - left,
  })
  if (authorizationIdentifier)
    pdf.text(`${m.receipt_authorization({}, { locale })} ${authorizationIdentifier}`, { width: right - left })
}

function rule(pdf: Pdf) {
  pdf.moveTo(left, pdf.y).lineTo(right, pdf.y).lineWidth(0.7).strokeColor(line).stroke()
  pdf.y += 10
}
