import { desc, eq, sql } from 'drizzle-orm'
import type { ActingAs } from '#contract/acting.ts'
import type { Reader, Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { impersonations } from '#server/database/schema/index.ts'
import { wasSuperAdmin } from './caller-queries.ts'
import { GRANT_MINUTES } from './policy.ts'

/** Somebody who may be impersonated, or not; null when there is nobody. */
export async function selectOptionalTarget(
  db: Reader,
  id: string,
): Promise<{ id: string; enabled: boolean; superAdmin: boolean } | null> {
  const { rows } = await db.execute<{ id: string; enabled: boolean; superAdmin: boolean }>(sql`
    select id, enabled, ${wasSuperAdmin(sql`members.id`)} as "superAdmin" from members where id = ${id}`)
  return rows[0] ?? null
}

/** One change of a super admin's impersonations at a time; what else refers to the member is not held up. */
export const lockImpersonator = (tx: Tx, actorId: string) =>
  tx.execute(sql`select from members where id = ${actorId} for no key update`)

export async function insertImpersonation(tx: Tx, actorId: string, memberId: string) {
  const [row] = await tx.insert(impersonations).values({ id: newId(), actorId, memberId }).returning()
  return row!
}

/** Ends what stands open. @returns whom it was over, where it had not run out by itself */
export async function endImpersonations(tx: Tx, actorId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ member_id: string; live: boolean }>(sql`
    update impersonations set ended_at = portal_now() where actor_id = ${actorId} and ended_at is null
    returning member_id, used_at > portal_now() - make_interval(mins => ${GRANT_MINUTES}) as live`)
  return rows.filter(({ live }) => live).map((row) => row.member_id)
}

export async function selectGrantUsedAt(db: Reader, id: string): Promise<Date | null> {
  const [row] = await db
    .select({ usedAt: impersonations.usedAt })
    .from(impersonations)
    .where(eq(impersonations.id, id))
    .orderBy(desc(impersonations.id))
  return row?.usedAt ?? null
}

export interface ActRow {
  readonly id: string
  readonly subjectId: string
  /** Left out: what brings the subject into the actor's reach, if anything does. */
  readonly as?: ActingAs
  readonly name: string
  readonly data: Record<string, unknown>
}

/** One statement for any number. What lets the actor act for each subject is read in it. */
export const insertActs = (tx: Tx, actorId: string, rows: readonly ActRow[]) =>
  tx.execute(sql`
    insert into acts (id, actor_id, subject_id, acting_as, name, data)
    select act.id, ${actorId}, act."subjectId", case when act."subjectId" = ${actorId}::uuid then null else coalesce(act."as", (
      select acting_as from people_in_reach reach
      where reach.actor_id = ${actorId} and reach.member_id = act."subjectId" order by acting_as limit 1
    )) end, act.name, act.data
    from json_to_recordset(${JSON.stringify(rows)}::json) as act (id uuid, "subjectId" uuid, "as" text, name text, data jsonb)`)

export interface ListedAct extends Record<string, unknown> {
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
 * What others did for a member and for their participants, and what the member did, newest first. Each of the three is read
 * along its index no further than the page goes.
 */
export async function selectActs(
  db: Reader,
  memberId: string,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<ListedAct[]> {
  const part = (of: ReturnType<typeof sql>) => sql`
    select acts.id from acts where ${of} ${before ? sql`and acts.id < ${before}` : sql``} order by acts.id desc limit ${limit}`
  const { rows } = await db.execute<ListedAct>(sql`
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
