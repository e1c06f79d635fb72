import type { ClubNote, NoteFields } from '#contract/people/notes.ts'
import { copenhagenToday } from '#server/database/clock.ts'
import { type Db, lockKey, type Reader, type Tx } from '#server/database/db.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import { newId } from '#server/database/new-id.ts'
import { clubNotes } from '#server/database/schema/index.ts'
import { and, eq, sql, type SQL } from '#server/database/sql.ts'
import { recordOfficeChange } from '#server/domains/audit/index.ts'
import { fullName, requireMemberOf, selectOptionalMember } from '#server/domains/members/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { Problem, refuseIfChanged } from '#server/http/problem.ts'

const PAGE = 50

interface OfPerson {
  readonly memberId: string
}
interface One extends OfPerson {
  readonly clubNoteId: string
}

/** A page of the notes about a person, newest first. */
export async function listNotes(
  db: Db,
  { organisation }: OfficeCaller,
  { memberId, before }: OfPerson & { readonly before?: string | undefined },
): Promise<{ notes: ClubNote[]; next: string | null; total: number }> {
  await requireMemberOf(db, organisation.id, memberId)
  const ofPerson = sql`notes.org_id = ${organisation.id} and notes.member_id = ${memberId}`
  const [found, { rows }] = await Promise.all([
    selectNotes(db, sql`${ofPerson} ${before ? sql`and notes.id < ${before}` : sql``}`, PAGE + 1),
    db.execute<{ total: number }>(sql`select count(*)::int as total from club_notes notes where ${ofPerson}`),
  ])
  const notes = found.slice(0, PAGE)
  return { notes, next: found.length > PAGE ? notes.at(-1)!.id : null, total: rows[0]!.total }
}

/** Adds a note. One with these words that the caller wrote minutes ago is it already: the answer was lost. */
export async function addNote(
  tx: Tx,
  caller: OfficeCaller,
  { memberId, ...input }: OfPerson & NoteFields,
): Promise<ClubNote> {
  const { actor, organisation } = caller
  await requireMemberOf(tx, organisation.id, memberId)
  const fields = fieldsOf(input)
  const { kind, text, followUpOn } = fields
  await lockKey(tx, `notes ${organisation.id} ${memberId}`)
  const [added] = await selectNotes(
    tx,
    sql`notes.org_id = ${organisation.id} and notes.member_id = ${memberId} and notes.author_id = ${actor.actorId}
      and kind = ${kind} and text = ${text} and follow_up_on is not distinct from ${followUpOn}::date
      and created_at > portal_now() - interval '15 minutes'`,
    1,
  )
  if (added) return added
  const id = newId()
  await tx.insert(clubNotes).values({ id, orgId: organisation.id, memberId, authorId: actor.actorId, ...fields })
  await record(tx, caller, memberId, { name: 'person_note_added', after: factsOf(fields) })
  return readNote(tx, id)
}

/** Throws `changed_meanwhile` with the note as it is now if somebody else saved it. A follow-up on another day is not done. */
export async function saveNote(
  tx: Tx,
  caller: OfficeCaller,
  { memberId, clubNoteId, version, ...input }: One & NoteFields & { readonly version: number },
): Promise<ClubNote> {
  const saved = await lockNote(tx, caller, { memberId, clubNoteId })
  await refuseIfChanged(saved, version, () => readNote(tx, clubNoteId))
  const fields = fieldsOf(input)
  const isMoved = fields.followUpOn !== saved.followUpOn
  await tx
    .update(clubNotes)
    .set({ ...fields, ...(isMoved && { doneAt: null }), version: saved.version + 1 })
    .where(eq(clubNotes.id, clubNoteId))
  await record(tx, caller, memberId, {
    name: 'person_note_changed',
    before: factsOf(saved),
    after: factsOf(fields),
  })
  return readNote(tx, clubNoteId)
}

/** The follow-up is done, or is not after all. */
export async function markNote(
  tx: Tx,
  caller: OfficeCaller,
  { memberId, clubNoteId, done }: One & { readonly done: boolean },
): Promise<ClubNote> {
  const saved = await lockNote(tx, caller, { memberId, clubNoteId })
  if ((saved.doneAt !== null) !== done) {
    await tx
      .update(clubNotes)
      .set({ doneAt: done ? tx.now : null, version: saved.version + 1 })
      .where(eq(clubNotes.id, clubNoteId))
    await record(tx, caller, memberId, { name: done ? 'person_note_done' : 'person_note_reopened' })
  }
  return readNote(tx, clubNoteId)
}

export async function removeNote(tx: Tx, caller: OfficeCaller, which: One): Promise<void> {
  const saved = await lockNote(tx, caller, which)
  await tx.delete(clubNotes).where(eq(clubNotes.id, which.clubNoteId))
  await record(tx, caller, which.memberId, { name: 'person_note_removed', before: factsOf(saved) })
}

/** Follow-ups of a club that are due, for *Today*: how many, and about whom the first are. */
export async function selectFollowUps(db: Reader, orgId: string) {
  const { rows } = await db.execute<{ id: string; memberId: string; name: string; due: string; count: number }>(sql`
    select notes.id, members.id as "memberId", ${fullNameOf('members')} as name, follow_up_on::text as due,
      (count(*) over ())::int as count
    from club_notes notes join members on members.id = notes.member_id
    where notes.org_id = ${orgId} and follow_up_on is not null and done_at is null
      and follow_up_on <= ${copenhagenToday}
    order by follow_up_on, notes.id limit 20`)
  const [first] = rows
  if (!first) return null
  const people = new Map(rows.map(({ memberId, name }) => [memberId, { memberId, name }]))
  return { count: first.count, people: [...people.values()], dueSince: first.due }
}

const fieldsOf = ({ kind, text, followUpOn }: NoteFields): NoteFields => ({ kind, text, followUpOn })

/** The facts of a note that its history says: never its words. */
const factsOf = ({ kind, followUpOn }: Pick<NoteFields, 'kind' | 'followUpOn'>) => ({ kind, followUpOn })

async function record(
  tx: Tx,
  caller: OfficeCaller,
  memberId: string,
  change: Pick<Parameters<typeof recordOfficeChange>[2], 'name' | 'before' | 'after'>,
): Promise<void> {
  const label = fullName((await selectOptionalMember(tx, memberId))!)
  await recordOfficeChange(tx, caller, { ...change, thing: 'member', thingId: memberId, label })
}

async function lockNote(tx: Tx, { organisation }: OfficeCaller, { memberId, clubNoteId }: One) {
  const [row] = await tx
    .select()
    .from(clubNotes)
    .where(and(eq(clubNotes.id, clubNoteId), eq(clubNotes.orgId, organisation.id), eq(clubNotes.memberId, memberId)))
    .for('update')
  if (!row) throw new Problem('not_found')
  return row
}

const readNote = async (db: Reader, id: string): Promise<ClubNote> =>
  (await selectNotes(db, sql`notes.id = ${id}`, 1))[0]!

async function selectNotes(db: Reader, where: SQL, limit: number): Promise<ClubNote[]> {
  const { rows } = await db.execute<ClubNote & { at: Date; doneAt: Date | null }>(sql`
    select notes.id, kind, text, follow_up_on::text as "followUpOn", done_at as "doneAt", version, created_at as at,
      coalesce(${fullNameOf('members')}, '') as author
    from club_notes notes left join members on members.id = notes.author_id
    where ${where} order by notes.id desc limit ${limit}`)
  return rows.map((row) => ({
    ...row,
    at: new Date(row.at).toISOString(),
    doneAt: row.doneAt && new Date(row.doneAt).toISOString(),
  }))
}
