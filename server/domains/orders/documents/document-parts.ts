import type { OrderLine, Parties } from '#contract/orders/orders.ts'
import type { Language, Money } from '#contract/values.ts'
import { phoneWords } from '#contract/phone-words.ts'
import { documentTheme, drawLogo, type Pdf, rule } from '#server/documents/page.ts'
import type { PrintedFace } from '#server/domains/organisations/index.ts'
import * as m from '#words/messages.js'
import { formatDate, formatMoney } from '#server/documents/format.ts'
import { partsWords, priceWords, trialWords, whenWords, whoWords } from './line-words.ts'

interface Lines {
  readonly lines: readonly OrderLine[]
  readonly coupon: string | null
}

const WIDTH = 340

/** Draws the lines of an order: what, for whom, when, and how its price adds up. Each is on one page, however long its names are. */
export function drawLines(pdf: Pdf, { lines, coupon }: Lines, locale: Language) {
  rule(pdf)
  for (const item of lines) {
    const { total } = item.parts
    const about = [whoWords(item, locale), whenWords(item, locale)].filter(Boolean).join(' · ')
    const small = [about, partsWords(item, coupon, locale), trialWords(item, locale)].filter(Boolean)
    if (pdf.y + heightOf(pdf, item.title, small) > documentTheme.bottom) pdf.addPage()
    const top = pdf.y
    pdf
      .font(documentTheme.bold)
      .fontSize(10.5)
      .fillColor(documentTheme.ink)
      .text(item.title, documentTheme.left, top, { width: WIDTH })
    pdf.font(documentTheme.regular).fontSize(9.5).fillColor(documentTheme.dimmed)
    for (const words of small) pdf.text(words, documentTheme.left, pdf.y + 2, { width: WIDTH })
    const end = pdf.y
    pdf
      .font(documentTheme.bold)
      .fontSize(10.5)
      .fillColor(documentTheme.ink)
      .text(priceWords(total.minor, total.currency, locale), 400, top, {
        width: documentTheme.right - 400,
        align: 'right',
      })
    pdf.y = end + 10
    rule(pdf)
  }
}

function heightOf(pdf: Pdf, title: string, small: readonly string[]): number {
  const head = pdf.font(documentTheme.bold).fontSize(10.5).heightOfString(title, { width: WIDTH })
  pdf.font(documentTheme.regular).fontSize(9.5)
  return small.reduce((sum, words) => sum + 2 + pdf.heightOfString(words, { width: WIDTH }), head)
}

/** Draws sums below each other; the last one in bold. */
export function drawSums(pdf: Pdf, locale: Language, sums: readonly (readonly [label: string, amount: Money])[]) {
  if (pdf.y > documentTheme.bottom - 110) pdf.addPage()
  sums.forEach(([label, { minor, currency }], index) => {
    const strong = index === sums.length - 1
    const top = pdf.y
    pdf
      .font(strong ? documentTheme.bold : documentTheme.regular)
      .fontSize(strong ? 12 : 10)
      .fillColor(strong ? documentTheme.ink : documentTheme.dimmed)
    pdf.text(label, 300, top, { width: 130 })
    pdf.text(formatMoney(minor, currency, locale), 430, top, { width: documentTheme.right - 430, align: 'right' })
    pdf.y = top + (strong ? 20 : 17)
  })
}

/** The amount without VAT, and the VAT; nothing where there is none. */
export const vatSums = ({ net, vat }: { net: Money; vat: Money }, locale: Language): (readonly [string, Money])[] =>
  vat.minor === 0
    ? []
    : [
        [m.receipt_net({}, { locale }), net],
        [m.receipt_vat({}, { locale }), vat],
      ]

const LOGO = 46

/** Draws seller, buyer, title and order number, in the seller's colour and with its logo. */
export function drawHead(pdf: Pdf, document: Parties, face: PrintedFace, title: string, locale: Language) {
  const { organisation, billing } = document
  pdf.decoration(() => pdf.rect(0, 0, pdf.page.width, 7).fill(face.colour))
  if (face.logo) drawLogo(pdf, face.logo, [documentTheme.left, 54], LOGO)
  const left = documentTheme.left + (face.logo ? LOGO + 14 : 0)
  const width = 300 - (left - documentTheme.left)
  pdf.font(documentTheme.bold).fontSize(20).fillColor(face.colour).text(organisation.name, left, 54, { width })
  pdf.font(documentTheme.regular).fontSize(9.5).fillColor(documentTheme.dimmed)
  const facts = [organisation.address, organisation.cvr && `CVR ${organisation.cvr}`, organisation.email].filter(
    Boolean,
  )
  pdf.text(facts.join('\n'), left, pdf.y + 4, { width, lineGap: 2 })
  const leftEnd = Math.max(pdf.y, 54 + LOGO)

  pdf.next = 'H1'
  pdf
    .font(documentTheme.bold)
    .fontSize(13)
    .fillColor(documentTheme.ink)
    .text(title, 320, 60, { width: documentTheme.right - 320, align: 'right' })
  pdf.font(documentTheme.regular).fontSize(9.5).fillColor(documentTheme.dimmed)
  pdf.text(formatDate(document.issuedAt, locale), 320, pdf.y + 4, {
    width: documentTheme.right - 320,
    align: 'right',
    lineGap: 2,
  })
  pdf.text(`${m.receipt_order_number({}, { locale })} ${document.orderNumber}`, {
    width: documentTheme.right - 320,
    align: 'right',
    lineGap: 2,
  })
  if (document.testMode)
    pdf
      .font(documentTheme.bold)
      .fillColor('#b32236')
      .text(m.order_test_mode({}, { locale }), { width: documentTheme.right - 320, align: 'right' })

  const top = Math.max(leftEnd, pdf.y) + 26
  pdf
    .font(documentTheme.bold)
    .fontSize(9.5)
    .fillColor(documentTheme.dimmed)
    .text(m.receipt_billed_to({}, { locale }), documentTheme.left, top)
  pdf.font(documentTheme.regular).fontSize(10.5).fillColor(documentTheme.ink)
  pdf.text(
    [billing.name, billing.address, billing.email, phoneWords(billing.phone)].filter(Boolean).join('\n'),
    documentTheme.left,
    pdf.y + 4,
    {
      lineGap: 2,
      width: 320,
    },
  )
  pdf.y += 24
}
