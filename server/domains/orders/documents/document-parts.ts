import type { OrderLine, Parties } from '#contract/orders.ts'
import type { Language, Money } from '#contract/values.ts'
import { look, type Pdf, rule } from '#server/documents/page.ts'
import * as m from '#words/messages.js'
import { formatDate } from './date-text.ts'
import { partsWords, trialWords, whenWords, whoWords } from './line-words.ts'
import { formatMoney } from './money-text.ts'

interface Lines {
  readonly lines: readonly OrderLine[]
  /** The code that took something off. */
  readonly coupon: string | null
}

/** One line of an order after the other: what for whom, when, and how its amount comes about. */
export function drawLines(pdf: Pdf, { lines, coupon }: Lines, locale: Language) {
  rule(pdf)
  for (const item of lines) {
    if (pdf.y > look.bottom - 60) pdf.addPage()
    const top = pdf.y
    const { total } = item.parts
    pdf.font(look.bold).fontSize(10.5).fillColor(look.ink).text(item.title, look.left, top, { width: 340 })
    pdf.font(look.regular).fontSize(9.5).fillColor(look.dimmed)
    const about = [whoWords(item), whenWords(item, locale)].filter(Boolean).join(' · ')
    pdf.text(about, look.left, pdf.y + 2, { width: 340 })
    pdf.text(partsWords(item, coupon, locale), look.left, pdf.y + 2, { width: 340 })
    const trial = trialWords(item, locale)
    if (trial) pdf.text(trial, look.left, pdf.y + 2, { width: 340 })
    const end = pdf.y
    pdf
      .font(look.bold)
      .fontSize(10.5)
      .fillColor(look.ink)
      .text(formatMoney(total.minor, total.currency, locale), 400, top, { width: look.right - 400, align: 'right' })
    pdf.y = end + 10
    rule(pdf)
  }
}

/** Sums below each other, the last of them strong. */
export function drawSums(pdf: Pdf, locale: Language, sums: readonly (readonly [label: string, amount: Money])[]) {
  if (pdf.y > look.bottom - 110) pdf.addPage()
  sums.forEach(([label, { minor, currency }], index) => {
    const strong = index === sums.length - 1
    const top = pdf.y
    pdf
      .font(strong ? look.bold : look.regular)
      .fontSize(strong ? 12 : 10)
      .fillColor(strong ? look.ink : look.dimmed)
    pdf.text(label, 300, top, { width: 130 })
    pdf.text(formatMoney(minor, currency, locale), 430, top, { width: look.right - 430, align: 'right' })
    pdf.y = top + (strong ? 20 : 17)
  })
}

/** Who sells, who buys, which document of which order. */
export function drawHead(pdf: Pdf, document: Parties, title: string, locale: Language) {
  const { organisation, billing } = document
  pdf.font(look.bold).fontSize(20).fillColor(look.fjord).text(organisation.name, look.left, 56, { width: 300 })
  pdf.font(look.regular).fontSize(9.5).fillColor(look.dimmed)
  const facts = [organisation.address, organisation.cvr && `CVR ${organisation.cvr}`, organisation.email].filter(
    Boolean,
  )
  pdf.text(facts.join('\n'), look.left, pdf.y + 4, { width: 300, lineGap: 2 })
  const leftEnd = pdf.y

  pdf
    .font(look.bold)
    .fontSize(13)
    .fillColor(look.ink)
    .text(title, 320, 60, { width: look.right - 320, align: 'right' })
  pdf.font(look.regular).fontSize(9.5).fillColor(look.dimmed)
  pdf.text(formatDate(document.issuedAt, locale), 320, pdf.y + 4, {
    width: look.right - 320,
    align: 'right',
    lineGap: 2,
  })
  pdf.text(`${m.receipt_order_number({}, { locale })} ${document.orderNumber}`, {
    width: look.right - 320,
    align: 'right',
    lineGap: 2,
  })
  if (document.testMode)
    pdf
      .font(look.bold)
      .fillColor('#b32236')
      .text(m.order_test_mode({}, { locale }), { width: look.right - 320, align: 'right' })

  const top = Math.max(leftEnd, pdf.y) + 26
  pdf.font(look.bold).fontSize(9.5).fillColor(look.dimmed).text(m.receipt_billed_to({}, { locale }), look.left, top)
  pdf.font(look.regular).fontSize(10.5).fillColor(look.ink)
  pdf.text(
    [billing.name, billing.address, billing.email, billing.phone].filter(Boolean).join('\n'),
    look.left,
    pdf.y + 4,
    {
      lineGap: 2,
      width: 320,
    },
  )
  pdf.y += 24
}
