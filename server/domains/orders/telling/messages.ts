import type { Db } from '#server/database/db.ts'
import { givenBackMail } from './given-back-mail.ts'
import { orderPaidMail, type Enclosures } from './order-paid-mail.ts'
import { orderPaidWhatsapp } from './order-paid-whatsapp.ts'

/** Builds each mail about an order when it is sent. */
export function orderMails(db: Db, publicUrl: string, enclosures: Enclosures) {
  const paid = (data: { orderId: string }) => orderPaidMail({ db, publicUrl, enclosures }, data)
  return {
    'order-paid': paid,
    'tickets-paid': paid,
    'given-back': (data: { refundId: string }) => givenBackMail(db, publicUrl, data),
  }
}

export const orderWhatsapps = (db: Db) => ({
  'order-paid': (data: { orderId: string }) => orderPaidWhatsapp(db, data),
})
