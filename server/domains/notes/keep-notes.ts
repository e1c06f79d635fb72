import { createHash } from 'node:crypto'
import type { Note } from '#contract/notes.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { requireStill } from '#server/domains/members/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { presentNote } from './present.ts'
import * as queries from './queries.ts'

const MOST = 200

export async function listNotes(db: Db, { memberId }: MemberActor): Promise<Note[]> {
  return (await queries.selectNotes(db, memberId)).map(presentNote)
}

/** Writes a note, or finds the one that the same token wrote before, as it is by now. */
export async function addNote(
  tx: Tx,
  { memberId }: MemberActor,
  { text, token }: { text: string; token: string },
): Promise<Note> {
  await requireStill(tx, memberId)
  await queries.lockNotes(tx, memberId)
  const id = idFromToken(memberId, token)
  const before = await queries.selectOptionalEver(tx, memberId, id)
  if (before) return presentNote(before)
  await requireRoom(tx, memberId)
  return presentNote(await queries.insertNote(tx, { id, memberId, text }))
}

/** Changes a note that is as the caller saw it. The same change sent twice is made once. */
export async function changeNote(
  tx: Tx,
  { memberId }: MemberActor,
  change: { noteId: string; text: string; done: boolean; version: number },
): Promise<Note> {
  const row = await queries.updateNote(tx, memberId, change)
  if (row) return presentNote(row)
  const now = await queries.selectOptionalNote(tx, memberId, change.noteId)
  if (!now) throw new Problem('not_found')
  const made = now.version === change.version + 1 && now.text === change.text && now.done === change.done
  if (!made) throw new Problem('note_changed')
  return presentNote(now)
}

/** It can be restored for a day; of notes that were deleted before, no more are kept than anybody may have. */
export async function removeNote(tx: Tx, { memberId }: MemberActor, { noteId }: { noteId: string }): Promise<void> {
  await queries.lockNotes(tx, memberId)
  if (!(await queries.updateDeleted(tx, memberId, noteId))) throw new Problem('not_found')
  await queries.deleteAllBut(tx, memberId, MOST)
}

/** Undoes `removeNote` within a day, unless as many were deleted since as anybody may have. */
export async function restoreNote(tx: Tx, { memberId }: MemberActor, { noteId }: { noteId: string }): Promise<Note> {
  await queries.lockNotes(tx, memberId)
  await requireRoom(tx, memberId)
  const row = await queries.updateRestored(tx, memberId, noteId)
  if (!row) throw new Problem('not_found')
  return presentNote(row)
}

/** With the notes locked. */
async function requireRoom(tx: Tx, memberId: string): Promise<void> {
  if ((await queries.countNotes(tx, memberId)) >= MOST) throw new Problem('too_many_notes')
}

/** A UUID of version 8: a token of one member names one note, and nobody else's. */
function idFromToken(memberId: string, token: string): string {
  const bytes = createHash('sha256').update(`note ${memberId} ${token}`).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
