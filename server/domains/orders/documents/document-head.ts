import type { Parties } from '#contract/orders.ts'
import type { Language } from '#contract/values.ts'
import { look, type Pdf } from '#server/documents/page.ts'
import * as m from '#words/messages.js'
import { formatDate } from './date-text.ts'

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
