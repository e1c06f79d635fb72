import type { Download } from '#contract/endpoint.ts'
import type { Receipt } from '#contract/orders.ts'
import type { Language } from '#contract/values.ts'
import type { Db } from '#server/database/db.ts'
import { drawInThread } from '#server/documents/draw-in-thread.ts'
import type { MemberActor } from '#server/http/actor.ts'
import * as m from '#words/messages.js'
import { showReceipt } from './show-receipt.ts'

/** The receipt of one season's purchase. @param language the reader's where none is named */
export async function receiptPdf(
  db: Db,
  actor: MemberActor,
  { historyId, language }: { historyId: string; language?: Language | undefined },
): Promise<Download> {
  const receipt = await showReceipt(db, actor, { historyId, language })
  return drawReceipt(receipt, language ?? actor.via.language)
}

/** The receipt as a file, in one language. */
export async function drawReceipt(receipt: Receipt, locale: Language): Promise<Download> {
  const name = m.receipt_title({}, { locale })
  const bytes = await drawInThread(new URL('./draw-receipt.ts', import.meta.url), receipt, locale)
  return { contentType: 'application/pdf', fileName: `${name}-${receipt.number}.pdf`, bytes }
}
