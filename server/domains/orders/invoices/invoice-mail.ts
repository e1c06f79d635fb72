import { copenhagenDate } from '#server/database/clock.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { formatDate, formatMoney } from '#server/documents/format.ts'
import { clubMail, type MailDraft, notify, requestMail } from '#server/domains/notifications/index.ts'
import { selectOrganisation } from '#server/domains/organisations/index.ts'
import { selectOptionalConfiguration } from '#server/domains/payments/index.ts'
import * as m from '#words/messages.js'
import { addressOf, buyerLanguage, firstNameOf, linesOf, receiverOf, testPrefix } from '../notifications/mail-parts.ts'
import { presentLine } from '../present.ts'
import { type OrderRow, selectLines, selectOrder } from '../queries.ts'
import { expiryDay, isOpenInvoice } from './owes.ts'

/** Requests the mail with an invoice, and shows it in the buyer's bell. */
export async function requestInvoiceMail(tx: Tx, order: OrderRow): Promise<void> {
  await request(tx, order, false)
  const { name: club } = await selectOrganisation(tx, order.orgId)
  const lines = await selectLines(tx, order.id)
  await notify(tx, {
    receiverId: order.buyerId,
    type: 'ORDER_READY',
    texts: (locale) => ({
      title: testPrefix(order, locale) + m.notification_invoice_title({ club }, { locale }),
      message: m.notification_invoice_message(
        {
          amount: formatMoney(order.total, order.currency, locale),
          due: formatDate(order.dueOn!, locale),
          number: order.number,
        },
        { locale },
      ),
    }),
    data: { orderId: order.id, orgId: order.orgId },
    people: lines.map(({ memberId }) => memberId),
    onceKey: `invoice:${order.id}`,
  })
}

/** Requests a reminder; one a day at most. */
export const requestReminder = (tx: Tx, order: OrderRow): Promise<void> => request(tx, order, true)

const request = async (tx: Tx, order: OrderRow, isReminder: boolean): Promise<void> =>
  requestMail(tx, {
    template: 'invoice',
    memberId: order.buyerId,
    orgId: null,
    data: { orderId: order.id, ...(isReminder && { reminder: true }), ...(await receiverOf(tx, order)) },
    onceKey: isReminder ? `invoice:${order.id}:${copenhagenDate(tx.now)}` : `invoice:${order.id}`,
  })

/** An invoice, or a reminder of one: what it is for, by when and where to pay it. Null when it is paid by now, or has ended. */
export async function invoiceMail(
  db: Db,
  publicUrl: string,
  { orderId, reminder = false, toAccount }: { orderId: string; reminder?: boolean; toAccount?: true },
): Promise<MailDraft | null> {
  const order = await selectOrder(db, orderId)
  if (!isOpenInvoice(order)) return null
  const to = await addressOf(db, order, toAccount)
  if (!to) return null
  const locale = await buyerLanguage(db, order)
  const say = { locale }
  const [club, rows, payment] = await Promise.all([
    selectOrganisation(db, order.orgId),
    selectLines(db, orderId),
    selectOptionalConfiguration(db, order.orgId),
  ])
  const amount = formatMoney(order.total, order.currency, locale)
  const due = formatDate(order.dueOn!, locale)
  const about = { club: club.name, amount, due, number: order.number }
  const { bankRegistration: registration, bankAccount: account, mobilePay } = club
  const facts = [
    ...(account ? [[m.invoice_account({}, say), [registration, account].filter(Boolean).join(' ')] as const] : []),
    ...(mobilePay ? [[m.invoice_mobilepay({}, say), mobilePay] as const] : []),
    [m.invoice_text({}, say), order.number] as const,
    [m.invoice_due({}, say), due] as const,
  ]
  return clubMail(club, {
    to,
    locale,
    subject: (reminder ? m.mail_invoice_reminder_subject : m.mail_invoice_subject)(about, say),
    heading: (reminder ? m.mail_invoice_reminder_heading : m.mail_invoice_heading)({ name: firstNameOf(order) }, say),
    preview: m.mail_invoice_preview(about, say),
    about: rows.map(({ memberName }) => memberName),
    isTest: order.testMode,
    paragraphs: [
      (reminder ? m.mail_invoice_reminder_text : m.mail_invoice_text)(about, say),
      m.mail_invoice_expires({ day: formatDate(expiryDay(order.dueOn!), locale) }, say),
      m.mail_invoice_how({ number: order.number }, say),
    ],
    tables: [
      {
        rows: [
          ...linesOf(
            rows.map((line) => presentLine(line, order.currency, locale)),
            order.couponCode,
            locale,
          ),
          { label: m.receipt_total({}, say), details: [], value: amount, strong: true },
        ],
      },
      { rows: facts.map(([label, value]) => ({ label, details: [], value })) },
    ],
    ...(payment && { button: { label: m.mail_invoice_button({}, say), url: `${publicUrl}/memberships` } }),
    why: m.mail_invoice_why({ club: club.name }, say),
  })
}
