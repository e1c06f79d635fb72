import type { Db } from '#server/database/db.ts'
import { givenBackMail } from './given-back-mail.ts'
import { orderPaidMail } from './order-paid-mail.ts'
import { orderPaidWhatsapp } from './order-paid-whatsapp.ts'

/** Builds each mail about an order when it is sent. */
export const orderMails = (db: Db, publicUrl: string) => ({
  'order-paid': (data: { orderId: string }) => orderPaidMail(db, publicUrl, data),
  'given-back': (data: { refundId: string }) => givenBackMail(db, publicUrl, data),
})

export const orderWhatsapps = (db: Db) => ({
  'order-paid': (data: { orderId: string }) => orderPaidWhatsapp(db, data),
})
