import type { OrderLine } from '#contract/orders.ts'
import type { Language, Money } from '#contract/values.ts'
import * as m from '#words/messages.js'
import { formatDay } from './date-text.ts'
import { look, rule, type Pdf } from './document-page.ts'
import { formatMoney } from './money-text.ts'

/** One line of an order after the other: what for whom, when, and how its amount comes about. */
export function drawLines(pdf: Pdf, lines: readonly OrderLine[], locale: Language) {
  rule(pdf)
  for (const item of lines) {
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
