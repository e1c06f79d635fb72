import type { Db } from '#server/database/db.ts'
import { composeMail, type Mail } from '#server/domains/notifications/index.ts'
import * as m from '#words/messages.js'
import { formatDay } from './date-text.ts'
import { formatMoney } from './money-text.ts'
import { selectLines, selectOrder } from './queries.ts'
import { drawReceipt } from './receipt-pdf.ts'
import { receiptOf } from './show-receipt.ts'
import { selectOrganisation } from '#server/domains/organisations/index.ts'

/** The confirmation of a paid order to its buyer, with the receipt as a PDF (template 6 of the specification). */
export async function orderPaidMail(db: Db, publicUrl: string, { orderId }: { orderId: string }): Promise<Mail> {
  const order = await selectOrder(db, orderId)
  const [organisation, lines, receipt] = await Promise.all([
    selectOrganisation(db, order.orgId),
    selectLines(db, orderId),
    receiptOf(db, order, order.language),
  ])
  const locale = order.language
  const club = organisation.name
  const test = order.testMode ? `${m.order_test_mode({}, { locale })} – ` : ''
  const termId = lines[0]?.termId
  return {
    to: { name: order.billing.name, address: order.billing.email },
    fromName: club,
    replyTo: organisation.contactEmail,
    subject: `${test}${m.mail_order_paid_subject({ club, year: yearsOf(lines) }, { locale })}`,
    ...(await composeMail({
      locale,
      club,
      heading: m.mail_order_paid_heading({ name: order.billing.name.split(' ')[0] ?? '' }, { locale }),
      paragraphs: [
        ...(order.testMode ? [m.order_test_mode_explained({}, { locale })] : []),
        m.mail_order_paid_text({ club }, { locale }),
      ],
      facts: [
        ...lines.map((line) => ({
          label: `${line.title} · ${line.memberName}`,
          detail:
            line.startDate && line.endDate
              ? `${formatDay(line.startDate, locale)} – ${formatDay(line.endDate, locale)}`
              : '',
          value: formatMoney(line.total, order.currency, locale),
        })),
        {
          label: m.receipt_total({}, { locale }),
          detail: '',
          value: formatMoney(order.total, order.currency, locale),
          strong: true,
        },
        ...(receipt ? [{ label: m.receipt_title({}, { locale }), detail: '', value: receipt.number }] : []),
      ],
      ...(receipt && termId
        ? {
            button: {
              label: m.mail_order_paid_button({}, { locale }),
              url: `${publicUrl}/membership/${termId}/receipt`,
            },
          }
        : {}),
    })),
    attachments: receipt ? [await drawReceipt(receipt, locale)] : [],
  }
}

/** `2026`, or `2026 & 2027` when the lines are of several years. */
export const yearsOf = (lines: readonly { startDate: string | null }[]): string =>
  [...new Set(lines.map((line) => line.startDate?.slice(0, 4)))].filter(Boolean).join(' & ')
