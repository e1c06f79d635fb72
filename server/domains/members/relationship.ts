import type { Member } from '#contract/members/members.ts'
import type { Db, Reader, Tx } from '#server/database/db.ts'
import { preparedByText, whenOne } from '#server/database/prepared.ts'
import { members } from '#server/database/schema/index.ts'
import { and, asc, eq, inArray, sql, type SQL } from '#server/database/sql.ts'
import type { Actor, MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { isSuperAdmin } from '#contract/token-roles.ts'
import { clubsWith, hasScopeSql } from '#server/identity/scopes.ts'
import type { OfficeClub, Reason, Relationship } from './policy.ts'
import { presentMember } from './present.ts'
import type { MemberRow } from './queries.ts'

/** A person with the caller's relationship to them: what decides what they can buy. */
export interface PersonWithRelationship {
  readonly member: Pick<MemberRow, 'id' | 'firstName' | 'lastName' | 'dateOfBirth'>
  readonly relationship: Relationship
}

/** A member with the caller's relationship to them. */
export interface MemberWithRelationship extends PersonWithRelationship {
  readonly member: MemberRow
}

/**
 * Which members a caller may see: family, those in the registers that they read, and everybody for a super admin.
 * @param isFamily an expression for queries that compute it already
 */
export function visibleTo(actor: MemberActor, isFamily = isFamilyOf(actor)): SQL {
  if (isSuperAdmin(actor.roles)) return sql`true`
  if (clubsWith(actor, 'members.read').length === 0) return isFamily
  return sql`(${isFamily} or exists (
    select from club_people register join organisations club on club.id = register.org_id
    where register.member_id = ${members.id} and ${hasScopeSql(actor, 'members.read', sql`club.key`)}))`
}

/** Which members are the caller, or somebody the caller may act for. */
export const isFamilyOf = ({ memberId }: MemberActor): SQL =>
  sql`(${members.id} = ${memberId}::uuid or exists (
    select from people_in_reach delegates where delegates.actor_id = ${memberId}::uuid and delegates.member_id = ${members.id}))`

/**
 * The ids of the caller and the people they may act for, as an array that is evaluated first: with a join the planner
 * would read everybody's rows.
 * @param archived false leaves out archived people
 */
export const familyOf = ({ memberId }: Pick<Actor, 'memberId'>, { archived } = { archived: true }): SQL => sql`array(
  select ${memberId}::uuid
  union select member_id from people_in_reach delegates
  where delegates.actor_id = ${memberId}::uuid ${archived ? sql`` : sql`and not delegates.archived`})`

/** Why a member may act for another, in a query that names both; null where they may not. */
export const reasonFor = (
  actorId: SQL,
  memberId: SQL,
): SQL<Reason | null> => sql`case when ${actorId} = ${memberId} then 'self' else (
  select acting_as from people_in_reach delegates
  where delegates.actor_id = ${actorId} and delegates.member_id = ${memberId} order by acting_as limit 1) end`

/** The member's clubs that the caller is the office of, by name. */
function officeClubs(actor: MemberActor): SQL<OfficeClub[]> {
  if (clubsWith(actor, 'members.read').length === 0) return sql`'[]'::jsonb`
  return sql`(
    select coalesce(jsonb_agg(jsonb_build_object('orgId', org.id, 'name', org.name, 'comments', coalesce(note.text, ''),
      'writable', ${hasScopeSql(actor, 'members.write', sql`org.key`)})
      order by danish_order(org.name), org.id), '[]')
    from organisations org left join club_notes note on note.org_id = org.id and note.member_id = members.id and note.is_comment
    where ${hasScopeSql(actor, 'members.read', sql`org.key`)}
      and org.id in (select register.org_id from club_people register where register.member_id = members.id))`
}

/** Members the caller may see. @param kept locks them: nobody is archived before the transaction ends */
async function selectWithRelationship(
  db: Reader,
  actor: MemberActor,
  where: SQL | undefined,
  { kept = false, name = '' } = {},
): Promise<MemberWithRelationship[]> {
  const reach = sql`lateral (
    select acting_as from people_in_reach delegates
    where delegates.actor_id = ${actor.memberId} and delegates.member_id = members.id order by acting_as limit 1
  ) reach`
  const reason = sql<Reason | null>`case when members.id = ${actor.memberId}::uuid then 'self' else reach.acting_as end`
  const family = sql`(members.id, members.parent_id)`
  const invitationId = sql<string | null>`(
    select links.id from family_invitations links
    where links.status = 'approved' and (
      links.inviter_id = ${actor.memberId} and links.invitee_id in ${family}
      or links.invitee_id = ${actor.memberId} and links.inviter_id in ${family}
    ) order by links.id limit 1)`
  const query = db
    .select({ member: members, as: reason, clubs: officeClubs(actor), invitationId })
    .from(members)
    .leftJoin(reach, sql`true`)
    .where(and(where, visibleTo(actor, sql`${reason} is not null`)))
    .orderBy(sql`name_to_sort(${members.firstName}, ${members.lastName})`, asc(members.id))
  const rows = await preparedByText(name, kept ? query.for('key share', { of: members }) : query).execute()
  const superAdmin = isSuperAdmin(actor.roles)
  return rows.map(({ member, as, clubs, invitationId: linkedBy }) => ({
    member,
    relationship: { as, clubs, superAdmin, archived: member.archivedAt !== null, invitationId: linkedBy },
  }))
}

/**
 * A member the caller may see, with the caller's relationship to them, in one query. What they may do is asked with
 * `may`.
 */
export async function relationshipOf(
  db: Reader,
  actor: MemberActor,
  memberId: string,
): Promise<MemberWithRelationship | null> {
  const [found] = await selectWithRelationship(db, actor, eq(members.id, memberId), { name: 'members.relationship' })
  return found ?? null
}

/** The relationship to the member with an e-mail address. */
async function relationshipByEmail(
  db: Reader,
  actor: MemberActor,
  email: string,
): Promise<MemberWithRelationship | null> {
  const [found] = await selectWithRelationship(db, actor, eq(members.email, email))
  return found ?? null
}

/** The relationships to several members. */
export const relationshipsOf = (
  db: Reader,
  actor: MemberActor,
  memberIds: readonly string[],
): Promise<MemberWithRelationship[]> => selectWithRelationship(db, actor, inArray(members.id, [...memberIds]))

/** Reads and locks relationships: somebody archived meanwhile would lose sight of purchases for them. */
export const lockRelationships = (
  tx: Tx,
  actor: MemberActor,
  memberIds: readonly string[],
): Promise<MemberWithRelationship[]> =>
  selectWithRelationship(tx, actor, inArray(members.id, [...memberIds]), {
    kept: true,
    name: whenOne('members.lock', memberIds),
  })

/** Everybody the caller may act for, by name, without archived people. */
export const selectFamily = (db: Reader, actor: MemberActor): Promise<MemberWithRelationship[]> =>
  selectWithRelationship(
    db,
    actor,
    sql`${members.id} = any(${familyOf(actor, { archived: false })}) and ${members.id} <> ${actor.memberId}`,
    { name: 'members.family' },
  )

/** The caller's archived participants, by name. */
export const selectArchivedParticipants = (db: Reader, actor: MemberActor): Promise<MemberWithRelationship[]> =>
  selectWithRelationship(db, actor, and(eq(members.parentId, actor.memberId), sql`members.archived_at is not null`))

/** Throws `not_found` for a person the caller may not see. */
export const findMemberByEmail = async (db: Db, actor: MemberActor, { email }: { email: string }): Promise<Member> =>
  show(await relationshipByEmail(db, actor, email))

export const showMember = async (db: Reader, actor: MemberActor, memberId: string): Promise<Member> =>
  show(await relationshipOf(db, actor, memberId))

/** Throws `not_found` for somebody who is not in the club's register. */
export async function requireMemberOf(db: Reader, orgId: string, memberId: string): Promise<void> {
  const { rows } = await db.execute(
    sql`select 1 from club_people where member_id = ${memberId}::uuid and org_id = ${orgId}::uuid`,
  )
  if (rows.length === 0) throw new Problem('not_found')
}

function show(found: MemberWithRelationship | null): Member {
  if (!found) throw new Problem('not_found')
  return presentMember(found.member, found.relationship)
}
