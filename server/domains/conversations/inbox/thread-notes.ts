import type { OfficeNote } from '#contract/conversations/office.ts'
import type { Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { threadNotes } from '#server/database/schema/index.ts'
import { and, asc, eq } from '#server/database/sql.ts'
import { fullName, selectOptionalMember } from '#server/domains/members/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { recordOfficeChange } from '#server/domains/audit/index.ts'
import { Problem } from '#server/http/problem.ts'
import { tokenHashOf } from '../write-message.ts'
import { presentNote, selectOptionalInOffice, type InOffice, type NoteRow } from './office-thread.ts'

/** Adds a note that only the office sees. Idempotent by token. */
export async function addNote(
  tx: Tx,
  caller: OfficeCaller,
  { text, token, ...which }: InOffice & { readonly text: string; readonly token: string },
): Promise<OfficeNote> {
  const thread = await requireThread(tx, caller, which)
  const { actor } = caller
  const { memberId } = actor
  const { threadId } = which
  const member = await selectOptionalMember(tx, memberId)
  const author = member ? fullName(member) || (member.email ?? '') : ''
  const tokenHash = tokenHashOf(memberId, `note ${threadId}`, token)
  const { note, isNew } = await insertNoteOnce(tx, { threadId, memberId, author, text, tokenHash })
  if (isNew) await recordNote(tx, caller, 'note_added', thread)
  return presentNote(note, actor)
}

/** Records that there was a note and whose, never its text. */
const recordNote = (
  tx: Tx,
  caller: OfficeCaller,
  name: 'note_added' | 'note_removed',
  { id, subject }: { readonly id: string; readonly subject: string },
) => recordOfficeChange(tx, caller, { name, thing: 'thread', thingId: id, label: subject })

/** Removes the caller's own note; a colleague's is not found. */
export async function removeNote(
  tx: Tx,
  caller: OfficeCaller,
  { noteId, ...which }: InOffice & { readonly noteId: string },
): Promise<void> {
  const thread = await requireThread(tx, caller, which)
  const { threadId } = which
  if (!(await deleteNote(tx, { noteId, threadId, memberId: caller.actor.memberId }))) throw new Problem('not_found')
  await recordNote(tx, caller, 'note_removed', thread)
}

async function requireThread(tx: Tx, caller: OfficeCaller, which: InOffice) {
  const shown = await selectOptionalInOffice(tx, caller, which)
  if (!shown) throw new Problem('thread_not_found')
  return shown.thread
}

/** Writes a note, or returns the one that this token wrote. */
async function insertNoteOnce(
  tx: Tx,
  note: Omit<typeof threadNotes.$inferInsert, 'id' | 'createdAt'>,
): Promise<{ note: NoteRow; isNew: boolean }> {
  const [written] = await tx
    .insert(threadNotes)
    .values({ ...note, id: newId() })
    .onConflictDoNothing()
    .returning()
  if (written) return { note: written, isNew: true }
  const [before] = await tx
    .select()
    .from(threadNotes)
    .where(eq(threadNotes.tokenHash, note.tokenHash))
    .orderBy(asc(threadNotes.id))
  return { note: before!, isNew: false }
}

/** @returns whether the thread had such a note of theirs */
async function deleteNote(
  tx: Tx,
  { noteId, threadId, memberId }: { noteId: string; threadId: string; memberId: string },
): Promise<boolean> {
  const { rowCount } = await tx
    .delete(threadNotes)
    .where(and(eq(threadNotes.id, noteId), eq(threadNotes.threadId, threadId), eq(threadNotes.memberId, memberId)))
  return rowCount === 1
}
