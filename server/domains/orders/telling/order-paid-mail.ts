import type { Db } from '#server/database/db.ts'
import type { MailDraft } from '#server/domains/notifications/index.ts'
import { selectOrganisation } from '#server/domains/organisations/index.ts'
import * as m from '#words/messages.js'
import { linesOf } from './line-facts.ts'
import { formatMoney } from '../documents/money-text.ts'
import { firstNameOf, languageOf, testNotice, testPrefix, yearsOf } from './order-message-words.ts'
import { presentLine } from '../present.ts'
import { selectLines, selectOrder } from '../queries.ts'
import { drawReceipt } from '../documents/receipt-pdf.ts'
import { receiptOf } from '../documents/show-receipt.ts'

/** The confirmation of a paid order to its buyer, with the receipt as a PDF (template 6 of the specification). */
export async function orderPaidMail(db: Db, publicUrl: string, { orderId }: { orderId: string }): Promise<MailDraft> {
  const order = await selectOrder(db, orderId)
  const locale = await languageOf(db, order)
  const [organisation, lines, receipt] = await Promise.all([
    selectOrganisation(db, order.orgId),
    selectLines(db, orderId),
    receiptOf(db, order, locale),
  ])
  const club = organisation.name
  const amount = formatMoney(order.total, order.currency, locale)
  const name = firstNameOf(order)
  const termId = lines[0]?.termId
  return {
    to: { name: order.billing.name, address: order.billing.email },
    replyTo: organisation.contactEmail,
    subject: testPrefix(order, locale) + m.mail_order_paid_subject({ club, year: yearsOf(lines) }, { locale }),
    content: {
      locale,
      sender: club,
      preview: receipt
        ? m.mail_order_paid_preview({ amount }, { locale })
        : m.mail_order_paid_preview_free({}, { locale }),
      heading: (receipt ? m.mail_order_paid_heading : m.mail_order_paid_heading_free)({ name }, { locale }),
      ...testNotice(order, locale),
      paragraphs: [(receipt ? m.mail_order_paid_text : m.mail_order_paid_text_free)({ club }, { locale })],
      tables: [
        {
          rows: [
            ...linesOf(
              lines.map((line) => presentLine(line, order.currency)),
              locale,
            ),
            {
              label: m.receipt_total({}, { locale }),
              details: receipt ? [`${m.receipt_title({}, { locale })} ${receipt.number}`] : [],
              value: amount,
              strong: true,
            },
          ],
        },
      ],
      button:
        receipt && termId
          ? { label: m.mail_order_paid_button({}, { locale }), url: `${publicUrl}/membership/${termId}/receipt` }
          : { label: m.mail_order_paid_button_free({}, { locale }), url: `${publicUrl}/memberships` },
      why: m.mail_why_purchase({ club }, { locale }),
    },
    attachments: receipt ? [await drawReceipt(receipt, locale)] : [],
  }
}
