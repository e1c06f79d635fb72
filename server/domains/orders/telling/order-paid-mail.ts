import type { Download } from '#contract/endpoint.ts'
import type { Language } from '#contract/values.ts'
import type { Db } from '#server/database/db.ts'
import type { MailDraft } from '#server/domains/notifications/index.ts'
import { selectOrganisation } from '#server/domains/organisations/index.ts'
import * as m from '#words/messages.js'
import { linesOf } from './line-facts.ts'
import { addressOf } from './mail-receiver.ts'
import { formatMoney } from '../documents/money-text.ts'
import { firstNameOf, languageOf, testNotice, testPrefix } from './order-message-words.ts'
import { paidWords } from './order-paid-words.ts'
import { presentLine } from '../present.ts'
import { type OrderLineRow, selectLines, selectOrder } from '../queries.ts'
import { drawReceipt, receiptOf } from '../documents/show-receipt.ts'

/** What a mail about an order brings besides the receipt: files of what was bought. */
export type Enclosures = (orderId: string, locale: Language) => Promise<Download[]>

/**
 * The confirmation of a paid order to its buyer, with the receipt as a PDF (template 6 of the specification), and with all
 * tickets in another and their dates for a calendar.
 */
export async function orderPaidMail(
  { db, publicUrl, enclosures }: { db: Db; publicUrl: string; enclosures: Enclosures },
  { orderId, toAccount }: { orderId: string; toAccount?: true },
): Promise<MailDraft | null> {
  const order = await selectOrder(db, orderId)
  const to = await addressOf(db, order, toAccount)
  if (!to) return null
  const locale = await languageOf(db, order)
  const [organisation, lines, receipt, enclosed] = await Promise.all([
    selectOrganisation(db, order.orgId),
    selectLines(db, orderId),
    receiptOf(db, order, locale),
    enclosures(orderId, locale),
  ])
  const club = organisation.name
  const amount = formatMoney(order.total, order.currency, locale)
  const name = firstNameOf(order)
  const words = paidWords({ club, lines, locale, isFree: receipt === null, amount })
  return {
    to,
    replyTo: organisation.contactEmail,
    subject: testPrefix(order, locale) + words.subject,
    content: {
      locale,
      sender: club,
      preview: words.preview,
      heading: (receipt ? m.mail_order_paid_heading : m.mail_order_paid_heading_free)({ name }, { locale }),
      ...testNotice(order, locale),
      paragraphs: words.paragraphs,
      tables: [
        {
          rows: [
            ...linesOf(
              lines.map((line) => presentLine(line, order.currency)),
              order.couponCode,
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
      button: buttonOf({ publicUrl, orgKey: organisation.key, lines, locale, isFree: receipt === null }),
      why: m.mail_why_purchase({ club }, { locale }),
    },
    attachments: [...enclosed, ...(receipt ? [await drawReceipt(receipt, locale)] : [])],
  }
}

interface Bought {
  readonly lines: readonly OrderLineRow[]
  readonly locale: Language
  readonly isFree: boolean
}

/** It leads to what is needed next: the tickets, else the receipt, else the memberships. */
function buttonOf({ publicUrl, orgKey, lines, locale, isFree }: Bought & { publicUrl: string; orgKey: string }) {
  const eventIds = new Set(lines.flatMap(({ eventId }) => eventId ?? []))
  const [eventId] = eventIds
  const termId = lines[0]?.termId
  if (eventId) {
    const path = eventIds.size === 1 ? `/${encodeURIComponent(orgKey)}/events/${eventId}/tickets` : '/tickets'
    return { label: m.mail_order_paid_button_tickets({ count: lines.length }, { locale }), url: publicUrl + path }
  }
  return !isFree && termId
    ? { label: m.mail_order_paid_button({}, { locale }), url: `${publicUrl}/membership/${termId}/receipt` }
    : { label: m.notification_action_memberships({}, { locale }), url: `${publicUrl}/memberships` }
}
