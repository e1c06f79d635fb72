import type { Db } from '#server/database/db.ts'
import { invoiceMail } from '../invoices/invoice-mail.ts'
import { boughtForMail } from './bought-for.ts'
import { refundMail } from './refund-mail.ts'
import { type AttachmentsOf, orderPaidMail, orderPaidWhatsapp } from './order-paid.ts'

/** The mails about orders; each is built when it is sent. */
export function orderMails(db: Db, portal: { publicUrl: string; productName: string }, attachmentsOf: AttachmentsOf) {
  const { publicUrl } = portal
  const paid = (data: { orderId: string; toAccount?: true }) => orderPaidMail({ db, publicUrl, attachmentsOf }, data)
  return {
    'order-paid': paid,
    'tickets-paid': paid,
    'given-back': (data: { refundId: string; toAccount?: true }) => refundMail(db, publicUrl, data),
    invoice: (data: { orderId: string; reminder?: boolean; toAccount?: true }) => invoiceMail(db, publicUrl, data),
    'bought-for': (data: { orderId: string; memberId: string }) => boughtForMail(db, portal, data),
  }
}

export const orderWhatsapps = (db: Db) => ({
  'order-paid': (data: { orderId: string }) => orderPaidWhatsapp(db, data),
})
