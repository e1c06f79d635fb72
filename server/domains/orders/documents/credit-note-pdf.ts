import type { Download } from '#contract/endpoint.ts'
import type { Language } from '#contract/values.ts'
import type { Db } from '#server/database/db.ts'
import { drawInThread } from '#server/documents/draw-in-thread.ts'
import type { MemberActor } from '#server/http/actor.ts'
import * as m from '#words/messages.js'
import { showCreditNote, type CreditNote } from './show-credit-note.ts'

/** The credit note of a refund. @param language the reader's where none is named */
export async function creditNotePdf(
  db: Db,
  actor: MemberActor,
  { refundId, language }: { refundId: string; language?: Language | undefined },
): Promise<Download> {
  const locale = language ?? actor.via.language
  return drawCreditNote(await showCreditNote(db, actor, { refundId, language: locale }), locale)
}

/** The credit note as a file, in one language. */
export async function drawCreditNote(note: CreditNote, locale: Language): Promise<Download> {
  const name = m.credit_note_title({}, { locale })
  const bytes = await drawInThread(new URL('./draw-credit-note.ts', import.meta.url), note, locale)
  return { contentType: 'application/pdf', fileName: `${name.replace(' ', '-')}-${note.number}.pdf`, bytes }
}
