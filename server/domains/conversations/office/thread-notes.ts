import type { OfficeNote } from '#contract/conversation-answers.ts'
import type { Tx } from '#server/database/db.ts'
import { fullName, selectOptionalMember } from '#server/domains/members/index.ts'
import { administeredOrganisation } from '#server/domains/organisations/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { tokenHashOf } from '../write-message.ts'
import { selectOptionalInOffice, type InOffice } from './inbox-queries.ts'
import { deleteNote, insertNoteOnce, type NoteRow } from './note-queries.ts'

export const presentNote = (
  { id, author, text, createdAt, memberId }: NoteRow,
  reader: Pick<MemberActor, 'memberId'>,
): OfficeNote => ({
  id,
  author,
  text,
  at: createdAt.toISOString(),
  can: { remove: memberId === reader.memberId },
})

/** Writes something down for the office alone. The same token writes once. */
export async function addNote(
  tx: Tx,
  actor: MemberActor,
  { text, token, ...which }: InOffice & { readonly text: string; readonly token: string },
): Promise<OfficeNote> {
  await requireThread(tx, actor, which)
  const { memberId } = actor
  const { threadId } = which
  const member = await selectOptionalMember(tx, memberId)
  const author = member ? fullName(member) || (member.email ?? '') : ''
  const tokenHash = tokenHashOf(memberId, `note ${threadId}`, token)
  return presentNote(await insertNoteOnce(tx, { threadId, memberId, author, text, tokenHash }), actor)
}

/** Removes a note of the caller's own; a colleague's is answered like none. */
export async function removeNote(
  tx: Tx,
  actor: MemberActor,
  { noteId, ...which }: InOffice & { readonly noteId: string },
): Promise<void> {
  await requireThread(tx, actor, which)
  const { threadId } = which
  if (!(await deleteNote(tx, { noteId, threadId, memberId: actor.memberId }))) throw new Problem('not_found')
}

async function requireThread(tx: Tx, actor: MemberActor, which: InOffice): Promise<void> {
  await administeredOrganisation(tx, actor, which.orgId)
  if (!(await selectOptionalInOffice(tx, actor.memberId, which))) throw new Problem('thread_not_found')
}
