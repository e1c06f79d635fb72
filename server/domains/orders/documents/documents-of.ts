import type { Download } from '#contract/endpoint.ts'
import type { Language } from '#contract/values.ts'
import type { Reader } from '#server/database/db.ts'
import { selectRefunds } from '#server/domains/payments/index.ts'
import { selectOrder } from '../queries.ts'
import { creditNoteOf, drawCreditNote } from './show-credit-note.ts'
import { drawReceipt, receiptOf } from './show-receipt.ts'

/** The receipt of an order and its credit notes, as PDFs. */
export async function documentsOf(db: Reader, orderId: string, locale: Language): Promise<Download[]> {
  const order = await selectOrder(db, orderId)
  const receipt = await receiptOf(db, order, locale)
  const documents = receipt ? [await drawReceipt(db, receipt, locale)] : []
  for (const { refund } of await selectRefunds(db, orderId)) {
    const note = await creditNoteOf(db, order, refund.id, locale)
    if (note) documents.push(await drawCreditNote(db, note, locale))
  }
  return documents
}
