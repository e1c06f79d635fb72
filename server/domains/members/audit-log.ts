import type { AuditEntry, ActingAs, AuditEvent } from '#contract/members/acting.ts'
import type { Db, Reader, Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { sql } from '#server/database/sql.ts'
import { type Actor, isImpersonating, type MemberActor } from '#server/http/actor.ts'

/** An action for another person. */
interface NewAuditEntry {
  readonly subjectId: string
  readonly name: AuditEvent
  /** Names of fields and people, and order numbers, for the sentence shown; never the values themselves. */
  readonly data?: Record<string, unknown>
  /** Defaults to the caller's current relationship to the subject. */
  readonly as?: ActingAs
}

/** Transactions and callers that have written an entry. */
const recorded = new WeakSet<Tx | Actor>()

/** Adds entries to the audit log, in the transaction of the action. One statement for any number. */
export async function recordAuditEntries(tx: Tx, actor: Actor, entries: readonly NewAuditEntry[]): Promise<void> {
  if (entries.length === 0 || actor.actorId === null) return
  recorded.add(tx).add(actor)
  const always = isImpersonating(actor) ? { as: 'impersonator' as const } : {}
  await insertAuditEntries(
    tx,
    actor.actorId,
    entries.map((entry) => ({ id: newId(), data: {}, ...always, ...entry })),
  )
}

export const recordAuditEntry = (tx: Tx, actor: Actor, entry: NewAuditEntry): Promise<void> =>
  recordAuditEntries(tx, actor, [entry])

/**
 * Logs any other change made by a super admin while impersonating, by the call's name, if its use case has logged
 * nothing.
 */
export async function recordCall(tx: Tx, actor: Actor, call: string): Promise<void> {
  // A use case with several transactions may have logged it in another one, for the same caller.
  if (actor.acting === null || recorded.has(tx) || recorded.has(actor)) return
  await recordAuditEntry(tx, actor, { subjectId: actor.acting.memberId, name: 'changed', data: { call } })
  // If this transaction is retried, the entry is written again.
  recorded.delete(actor)
}

const PAGE = 20

/** The audit log as actor and subject see it. */
export async function listAuditLog(
  db: Db,
  { memberId }: MemberActor,
  { before }: { before?: string | undefined },
): Promise<{ acts: AuditEntry[]; next: string | null }> {
  const rows = await selectAuditEntries(db, memberId, { before, limit: PAGE + 1 })
  const shown = rows.slice(0, PAGE)
  return { acts: shown.map(present), next: rows.length > PAGE ? shown.at(-1)!.id : null }
}

const present = (row: ListedEntry): AuditEntry => ({
  id: row.id,
  at: new Date(row.at).toISOString(),
  actor: { id: row.actor_id, firstName: row.actor_first, lastName: row.actor_last },
  subject: { id: row.subject_id, firstName: row.subject_first, lastName: row.subject_last },
  as: row.acting_as,
  name: row.name as AuditEntry['name'],
  data: row.data,
})

interface AuditEntryRow {
  readonly id: string
  readonly subjectId: string
  /** Defaults to the reason for which the actor may act for the subject, if there is one. */
  readonly as?: ActingAs
  readonly name: string
  readonly data: Record<string, unknown>
}

/** One statement for any number; it also looks up the actor's relationship to each subject. */
const insertAuditEntries = (tx: Tx, actorId: string, rows: readonly AuditEntryRow[]) =>
  tx.execute(sql`
    insert into acts (id, actor_id, subject_id, acting_as, name, data)
    select act.id, ${actorId}, act."subjectId", case when act."subjectId" = ${actorId}::uuid then null else coalesce(act."as", (
      select acting_as from people_in_reach delegates
      where delegates.actor_id = ${actorId} and delegates.member_id = act."subjectId" order by acting_as limit 1
    )) end, act.name, act.data
    from json_to_recordset(${JSON.stringify(rows)}::json) as act (id uuid, "subjectId" uuid, "as" text, name text, data jsonb)`)

interface ListedEntry extends Record<string, unknown> {
  readonly id: string
  readonly at: Date
  readonly acting_as: ActingAs | null
  readonly name: string
  readonly data: Record<string, unknown>
  readonly actor_id: string
  readonly actor_first: string
  readonly actor_last: string
  readonly subject_id: string
  readonly subject_first: string
  readonly subject_last: string
}

/**
 * Actions for a member and their participants, and actions of the member, newest first. Each of the three is read
 * along its index and only as far as the page needs.
 */
async function selectAuditEntries(
  db: Reader,
  memberId: string,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<ListedEntry[]> {
  const part = (of: ReturnType<typeof sql>) => sql`
    select acts.id from acts where ${of} ${before ? sql`and acts.id < ${before}` : sql``} order by acts.id desc limit ${limit}`
  const { rows } = await db.execute<ListedEntry>(sql`
    with wanted as (
      (${part(sql`acts.actor_id = ${memberId}`)})
      union (${part(sql`acts.subject_id = ${memberId}`)})
      union (select of_participant.id from members participants cross join lateral (
        ${part(sql`acts.subject_id = participants.id`)}
      ) of_participant where participants.parent_id = ${memberId})
    )
    select acts.id, acts.at, acts.acting_as, acts.name, acts.data,
      actors.id as actor_id, actors.first_name as actor_first, actors.last_name as actor_last,
      subjects.id as subject_id, subjects.first_name as subject_first, subjects.last_name as subject_last
    from wanted join acts on acts.id = wanted.id
    join members actors on actors.id = acts.actor_id join members subjects on subjects.id = acts.subject_id
    order by acts.id desc limit ${limit}`)
  return rows
}
