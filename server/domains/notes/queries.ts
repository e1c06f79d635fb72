import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Db, Reader, Tx } from '#server/database/db.ts'
import { notes } from '#server/database/schema/index.ts'

export type NoteRow = typeof notes.$inferSelect

const present = isNull(notes.deletedAt)
const ofOwner = (memberId: string, id: string) => and(eq(notes.id, id), eq(notes.memberId, memberId))

/** A member's notes: what is to be done first, then the newest. */
export const selectNotes = (db: Db, memberId: string): Promise<NoteRow[]> =>
  db
    .select()
    .from(notes)
    .where(and(eq(notes.memberId, memberId), present))
    .orderBy(asc(notes.done), desc(notes.createdAt), desc(notes.id))

/** Whoever counts a member's notes in order to add one holds this lock. */
export const lockNotes = (tx: Tx, memberId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`notes ${memberId}`}, 0))`)

/** With the notes locked, it stays so. */
export const countNotes = (tx: Tx, memberId: string): Promise<number> =>
  tx.$count(notes, and(eq(notes.memberId, memberId), present))

export async function insertNote(tx: Tx, note: Pick<NoteRow, 'id' | 'memberId' | 'text'>): Promise<NoteRow> {
  const [row] = await tx.insert(notes).values(note).returning()
  return row!
}

/** @returns null when it is not theirs, or deleted */
export async function selectOptionalNote(tx: Tx, memberId: string, id: string): Promise<NoteRow | null> {
  const [row] = await tx
    .select()
    .from(notes)
    .where(and(ofOwner(memberId, id), present))
  return row ?? null
}

/** The same, also when it was deleted since. */
export async function selectOptionalEver(tx: Tx, memberId: string, id: string): Promise<NoteRow | null> {
  const [row] = await tx.select().from(notes).where(ofOwner(memberId, id))
  return row ?? null
}

/** @returns null unless the note is theirs and as it was at that version */
export async function updateNote(
  tx: Tx,
  memberId: string,
  { noteId, text, done, version }: { noteId: string; text: string; done: boolean; version: number },
): Promise<NoteRow | null> {
  const [row] = await tx
    .update(notes)
    .set({ text, done, version: sql`${notes.version} + 1`, updatedAt: tx.now })
    .where(and(ofOwner(memberId, noteId), present, eq(notes.version, version)))
    .returning()
  return row ?? null
}

/** @returns whether there was one of theirs */
export async function updateDeleted(tx: Tx, memberId: string, id: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(notes)
    .set({ deletedAt: tx.now })
    .where(and(ofOwner(memberId, id), present))
  return rowCount === 1
}

/** @returns null when it is not theirs, or was deleted more than a day ago */
export async function updateRestored(tx: Tx, memberId: string, id: string): Promise<NoteRow | null> {
  const [row] = await tx
    .update(notes)
    .set({ deletedAt: null })
    .where(and(ofOwner(memberId, id), sql`coalesce(${notes.deletedAt} > portal_now() - interval '1 day', true)`))
    .returning()
  return row ?? null
}

/** Removes for good what was deleted before the newest so many. */
export const deleteAllBut = (tx: Tx, memberId: string, newest: number) =>
  tx.execute(sql`
    delete from notes where id in (
      select id from notes where member_id = ${memberId} and deleted_at is not null
      order by deleted_at desc, id desc offset ${newest}
    )`)

/** Removes for good what cannot be brought back any more. */
export const deleteForgotten = (db: Reader) =>
  db.execute(sql`delete from notes where deleted_at <= portal_now() - interval '1 day'`)
