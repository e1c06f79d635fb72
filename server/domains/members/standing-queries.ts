import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { Reader, Tx } from '#server/database/db.ts'
import { members } from '#server/database/schema/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { administeredKeys, isSuperAdmin } from '#server/identity/roles.ts'
import type { OfficeClub, Reach, Standing } from './policy.ts'
import type { MemberRow } from './queries.ts'

/** A member with what the caller is to them. */
export interface Seen {
  readonly member: MemberRow
  readonly standing: Standing
}

/** The clubs of the member's that the caller speaks for, by name. */
function officeClubs({ roles }: MemberActor): SQL<OfficeClub[]> {
  const keys = administeredKeys(roles)
  if (keys.length === 0) return sql`'[]'::jsonb`
  const named = keys.includes('ALL') ? sql`true` : sql`clubs.org_key = any(${sql.param(keys)}::text[])`
  return sql`(
    select coalesce(jsonb_agg(jsonb_build_object('orgId', org.id, 'name', org.name, 'comments', coalesce(note.text, ''))
      order by org.name, org.id), '[]')
    from organisations org left join member_comments note on note.org_id = org.id and note.member_id = members.id
    where org.id in (select clubs.org_id from clubs_of_members clubs where clubs.member_id = members.id and ${named}))`
}

/** @param kept nobody is put away before the transaction ends */
async function selectSeen(db: Reader, actor: MemberActor, where: SQL | undefined, kept = false): Promise<Seen[]> {
  const reach = sql<Reach | null>`case when members.id = ${actor.memberId} then 'self' else (
    select acting_as from people_in_reach reach
    where reach.actor_id = ${actor.memberId} and reach.member_id = members.id order by acting_as limit 1
  ) end`
  const family = sql`(members.id, members.parent_id)`
  const invitationId = sql<string | null>`(
    select links.id from family_invitations links
    where links.status = 'approved' and (
      links.inviter_id = ${actor.memberId} and links.invitee_id in ${family}
      or links.invitee_id = ${actor.memberId} and links.inviter_id in ${family}
    ) order by links.id limit 1)`
  const found = db
    .select({ member: members, as: reach, clubs: officeClubs(actor), invitationId })
    .from(members)
    .where(where)
    .orderBy(asc(members.firstName), asc(members.lastName), asc(members.id))
  const rows = await (kept ? found.for('key share', { of: members }) : found)
  const superAdmin = isSuperAdmin(actor.roles)
  return rows.map(({ member, as, clubs, invitationId: linkedBy }) => ({
    member,
    standing: { as, clubs, superAdmin, archived: member.archivedAt !== null, invitationId: linkedBy },
  }))
}

/** A member and what the caller is to them, in one query; whether they may is asked with `may`. */
export async function standingOf(db: Reader, actor: MemberActor, memberId: string): Promise<Seen | null> {
  const [seen] = await selectSeen(db, actor, eq(members.id, memberId))
  return seen ?? null
}

/** The same by e-mail address. */
export async function standingByEmail(db: Reader, actor: MemberActor, email: string): Promise<Seen | null> {
  const [seen] = await selectSeen(db, actor, eq(members.email, email))
  return seen ?? null
}

/** The same for many, those who exist. */
export const standingsOf = (db: Reader, actor: MemberActor, memberIds: readonly string[]): Promise<Seen[]> =>
  selectSeen(db, actor, inArray(members.id, [...memberIds]))

/** The same, and none of them is put away before the transaction ends: what is bought for them would be lost from sight. */
export const keepStandings = (tx: Tx, actor: MemberActor, memberIds: readonly string[]): Promise<Seen[]> =>
  selectSeen(tx, actor, inArray(members.id, [...memberIds]), true)

/** Everybody for whom the caller may act, by name; whoever is put away is left out. */
export const selectFamily = (db: Reader, actor: MemberActor): Promise<Seen[]> =>
  selectSeen(
    db,
    actor,
    sql`members.id in (select member_id from people_in_reach family where family.actor_id = ${actor.memberId} and not family.archived)`,
  )

/** The caller's own participants who were put away, by name. */
export const selectArchivedParticipants = (db: Reader, actor: MemberActor): Promise<Seen[]> =>
  selectSeen(db, actor, and(eq(members.parentId, actor.memberId), sql`members.archived_at is not null`))
