import type { Download } from '#contract/endpoint.ts'
import type { Refund, OrderLine, Parties } from '#contract/orders/orders.ts'
import type { Language, Money } from '#contract/values.ts'
import type { Db, Reader } from '#server/database/db.ts'
import { drawInThread } from '#server/documents/draw-in-thread.ts'
import { selectPrintedFace } from '#server/domains/organisations/index.ts'
import { selectOptionalRefund, selectRefunds } from '#server/domains/payments/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import * as m from '#words/messages.js'
import { presentLine, receiptLabel } from '../present.ts'
import { isVisibleTo, type OrderRow, selectLines, selectOptionalReceipt, selectOrder } from '../queries.ts'
import { partiesOf } from './document-parties.ts'

export interface CreditNote extends Parties {
  readonly amount: Money
  /** The VAT included in the amount. */
  readonly vat: Money
  readonly cause: Refund['cause']
  /** The refunded lines; empty if the payment bought nothing. */
  readonly lines: readonly OrderLine[]
  /** The receipt of the refunded purchase; null if the payment bought nothing. */
  readonly receiptNumber: string | null
  /** Null: the club took the money itself, and refunds it itself. */
  readonly authorizationIdentifier: string | null
}

/** The credit note of a refund, for the buyer of its order. */
async function showCreditNote(
  db: Reader,
  actor: MemberActor,
  { refundId, language }: { refundId: string; language: Language },
): Promise<CreditNote> {
  const refund = await selectOptionalRefund(db, refundId)
  const order = refund && (await selectOrder(db, refund.orderId))
  const note = order && isVisibleTo(order, actor) ? await creditNoteOf(db, order, refundId, language) : null
  if (!note) throw new Problem('not_found')
  return note
}

/** @returns null if the money was only authorised, or is not refunded yet */
export async function creditNoteOf(
  db: Reader,
  order: OrderRow,
  refundId: string,
  locale: Language,
): Promise<CreditNote | null> {
  const found = (await selectRefunds(db, order.id)).find(({ refund }) => refund.id === refundId)
  if (!found?.creditNote) return null
  const { refund, creditNote, lineIds } = found
  const { currency } = refund
  const lines = (await selectLines(db, order.id)).filter(({ id }) => lineIds.includes(id))
  const receipt = lines.length > 0 ? await selectOptionalReceipt(db, order.id) : null
  return {
    ...(await partiesOf(db, order, creditNote, locale)),
    amount: { minor: refund.amount, currency },
    vat: { minor: lines.reduce((sum, { vat }) => sum + vat, 0), currency },
    lines: lines.map((line) => presentLine(line, currency, locale)),
    receiptNumber: receipt && receiptLabel(receipt),
    cause: refund.cause,
    authorizationIdentifier: refund.authorizationIdentifier,
  }
}

/** The credit note as a PDF. @param language defaults to the reader's */
export async function creditNotePdf(
  db: Db,
  actor: MemberActor,
  { refundId, language }: { refundId: string; language?: Language | undefined },
): Promise<Download> {
  const locale = language ?? actor.via.language
  return drawCreditNote(db, await showCreditNote(db, actor, { refundId, language: locale }), locale)
}

/** Renders a credit note as a PDF in one language. */
export async function drawCreditNote(db: Reader, note: CreditNote, locale: Language): Promise<Download> {
  const face = await selectPrintedFace(db, note.organisation)
  const name = m.credit_note_title({}, { locale })
  const bytes = await drawInThread(new URL('./draw-credit-note.ts', import.meta.url), { note, face }, locale)
  return { contentType: 'application/pdf', fileName: `${name.replace(' ', '-')}-${note.number}.pdf`, bytes }
}
