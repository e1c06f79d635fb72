import { createHash } from 'node:crypto'
import type { Note } from '#contract/conversations/notes.ts'
import { type Db, lockKey, type Reader, type Tx } from '#server/database/db.ts'
import { notes } from '#server/database/schema/index.ts'
import { and, asc, desc, eq, isNull, sql } from '#server/database/sql.ts'
import { lockEnabledMember } from '#server/domains/members/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'

const MOST = 200

export async function listNotes(db: Db, { memberId }: MemberActor): Promise<Note[]> {
  return (await selectNotes(db, memberId)).map(presentNote)
}

/** Adds a note, or returns the current state of the one that this token created. */
export async function addNote(
  tx: Tx,
  { memberId }: MemberActor,
  { text, token }: { text: string; token: string },
): Promise<Note> {
  await lockEnabledMember(tx, memberId)
  await lockNotes(tx, memberId)
  const id = idFromToken(memberId, token)
  const before = await selectOptionalEver(tx, memberId, id)
  if (before) return presentNote(before)
  await requireRoom(tx, memberId)
  return presentNote(await insertNote(tx, { id, memberId, text }))
}

/** Changes a note if its version is current. Idempotent. */
export async function changeNote(
  tx: Tx,
  { memberId }: MemberActor,
  change: { noteId: string; text: string; done: boolean; version: number },
): Promise<Note> {
  const row = await updateNote(tx, memberId, change)
  if (row) return presentNote(row)
  const now = await selectOptionalNote(tx, memberId, change.noteId)
  if (!now) throw new Problem('not_found')
  const made = now.version === change.version + 1 && now.text === change.text && now.done === change.done
  if (!made) throw new Problem('note_changed')
  return presentNote(now)
}

/** Deletes a note, which can be restored for a day. No more deleted notes are kept than a member may have. */
export async function removeNote(tx: Tx, { memberId }: MemberActor, { noteId }: { noteId: string }): Promise<void> {
  await lockNotes(tx, memberId)
  if (!(await updateDeleted(tx, memberId, noteId))) throw new Problem('not_found')
  await deleteAllBut(tx, memberId, MOST)
}

/** Undoes `removeNote` within a day, unless the member has the most notes allowed. */
export async function restoreNote(tx: Tx, { memberId }: MemberActor, { noteId }: { noteId: string }): Promise<Note> {
  await lockNotes(tx, memberId)
  await requireRoom(tx, memberId)
  const row = await updateRestored(tx, memberId, noteId)
  if (!row) throw new Problem('not_found')
  return presentNote(row)
}

/** The notes are locked. */
async function requireRoom(tx: Tx, memberId: string): Promise<void> {
  if ((await countNotes(tx, memberId)) >= MOST) throw new Problem('too_many_notes')
}

/** A UUID version 8, derived from member and token. */
function idFromToken(memberId: string, token: string): string {
  const bytes = createHash('sha256').update(`note ${memberId} ${token}`).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

const presentNote = ({ id, text, done, version, createdAt, updatedAt }: NoteRow): Note => ({
  id,
  text,
  done,
  version,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})

type NoteRow = typeof notes.$inferSelect

const present = isNull(notes.deletedAt)
const ofOwner = (memberId: string, id: string) => and(eq(notes.id, id), eq(notes.memberId, memberId))

/** A member's notes: open ones first, then the newest. */
const selectNotes = (db: Db, memberId: string): Promise<NoteRow[]> =>
  db
    .select()
    .from(notes)
    .where(and(eq(notes.memberId, memberId), present))
    .orderBy(asc(notes.done), desc(notes.createdAt), desc(notes.id))

/** Counting a member's notes in order to add one needs this lock. */
const lockNotes = (tx: Tx, memberId: string) => lockKey(tx, `notes ${memberId}`)

/** Stays correct while the notes are locked. */
const countNotes = (tx: Tx, memberId: string): Promise<number> =>
  tx.$count(notes, and(eq(notes.memberId, memberId), present))

async function insertNote(tx: Tx, note: Pick<NoteRow, 'id' | 'memberId' | 'text'>): Promise<NoteRow> {
  const [row] = await tx.insert(notes).values(note).returning()
  return row!
}

/** @returns null if it is not theirs, or deleted */
async function selectOptionalNote(tx: Tx, memberId: string, id: string): Promise<NoteRow | null> {
  const [row] = await tx
    .select()
    .from(notes)
    .where(and(ofOwner(memberId, id), present))
  return row ?? null
}

/** A note, even if it was deleted. */
async function selectOptionalEver(tx: Tx, memberId: string, id: string): Promise<NoteRow | null> {
  const [row] = await tx.select().from(notes).where(ofOwner(memberId, id))
  return row ?? null
}

/** @returns null unless the note is theirs and has that version */
async function updateNote(
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

/** @returns whether they had such a note */
async function updateDeleted(tx: Tx, memberId: string, id: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(notes)
    .set({ deletedAt: tx.now })
    .where(and(ofOwner(memberId, id), present))
  return rowCount === 1
}

/** @returns null if it is not theirs, or was deleted more than a day ago */
async function updateRestored(tx: Tx, memberId: string, id: string): Promise<NoteRow | null> {
  const [row] = await tx
    .update(notes)
    .set({ deletedAt: null })
    .where(and(ofOwner(memberId, id), sql`coalesce(${notes.deletedAt} > portal_now() - interval '1 day', true)`))
    .returning()
  return row ?? null
}

/** Deletes all but the most recently removed notes for good. */
const deleteAllBut = (tx: Tx, memberId: string, newest: number) =>
  tx.execute(sql`
    delete from notes where id in (
      select id from notes where member_id = ${memberId} and deleted_at is not null
      order by deleted_at desc, id desc offset ${newest}
    )`)

/** Deletes notes for good that can no longer be restored. */
export const deleteForgottenNotes = (db: Reader) =>
  db.execute(sql`delete from notes where deleted_at <= portal_now() - interval '1 day'`)
