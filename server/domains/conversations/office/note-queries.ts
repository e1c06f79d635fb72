import { and, asc, desc, eq } from 'drizzle-orm'
import type { Reader, Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { threadNotes } from '#server/database/schema/index.ts'

export type NoteRow = typeof threadNotes.$inferSelect

const SHOWN = 200

/** The newest notes of a thread, oldest first. */
export async function selectNotes(db: Reader, threadId: string): Promise<NoteRow[]> {
  const rows = await db
    .select()
    .from(threadNotes)
    .where(eq(threadNotes.threadId, threadId))
    .orderBy(desc(threadNotes.createdAt), desc(threadNotes.id))
    .limit(SHOWN)
  return rows.toReversed()
}

/** Writes a note, or finds the one that the same token wrote before. */
export async function insertNoteOnce(
  tx: Tx,
  note: Omit<typeof threadNotes.$inferInsert, 'id' | 'createdAt'>,
): Promise<NoteRow> {
  const [written] = await tx
    .insert(threadNotes)
    .values({ ...note, id: newId() })
    .onConflictDoNothing()
    .returning()
  if (written) return written
  const [before] = await tx
    .select()
    .from(threadNotes)
    .where(eq(threadNotes.tokenHash, note.tokenHash))
    .orderBy(asc(threadNotes.id))
  return before!
}

/** @returns whether that thread had such a note of theirs */
export async function deleteNote(
  tx: Tx,
  { noteId, threadId, memberId }: { noteId: string; threadId: string; memberId: string },
): Promise<boolean> {
  const { rowCount } = await tx
    .delete(threadNotes)
    .where(and(eq(threadNotes.id, noteId), eq(threadNotes.threadId, threadId), eq(threadNotes.memberId, memberId)))
  return rowCount === 1
}
