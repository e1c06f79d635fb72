import type { OfficeInvitation, OfficePerson } from '#contract/office/access.ts'
import type { officeAccess } from '#contract/office/access.ts'
import type { Output, Parsed } from '#contract/endpoint.ts'
import { officeRoles, type GrantedRole, type OfficeRole, scopesOf } from '#contract/office/scopes.ts'
import { lockKey, type Reader, type Tx } from '#server/database/db.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import { sql, type SQL } from '#server/database/sql.ts'
import { threadNotifications } from '#server/domains/notifications/index.ts'
import type { MemberActor, OfficeCaller } from '#server/http/actor.ts'
import { recordOfficeChange } from '#server/domains/audit/index.ts'
import { Problem, refuseIfChanged } from '#server/http/problem.ts'
import { type Grant, grantsOf, isLiveGrant, scopesAt } from '#server/identity/scopes.ts'
import { mailAccessChange } from './access-mails.ts'

type People = Output<typeof officeAccess.people>

/** Who has access to the club's office, who is invited, and which roles the caller may give. */
export async function listOfficePeople(db: Reader, caller: OfficeCaller): Promise<People> {
  const { actor, organisation } = caller
  const [people, invitations] = await Promise.all([
    selectPeople(db, organisation.id, actor.memberId),
    selectInvitations(db, organisation.id),
  ])
  return { people, invitations, mayGive: officeRoles.filter((role) => mayGive(caller, [role])) }
}

/** Nobody gives or removes a role whose scopes they do not hold. */
export function mayGive({ actor, organisation }: OfficeCaller, roles: readonly GrantedRole[]): boolean {
  const own = scopesAt(actor, organisation.key, 'write')
  return scopesOf(roles).every((scope) => own.includes(scope))
}

/** Changes to a club's access happen one after the other, so that the last chair stays. */
export const lockAccess = (tx: Tx, orgId: string) => lockKey(tx, `office access ${orgId}`)

/**
 * Locks the access of a caller who grants or removes access. Their own is read again: a call that waited while it was removed grants
 * nothing. Throws `forbidden`.
 */
export async function lockAccessFor(tx: Tx, { actor, organisation }: OfficeCaller): Promise<OfficeCaller> {
  await lockAccess(tx, organisation.id)
  const { rows } = await tx.execute<{ grants: Grant[] }>(
    sql`select ${grantsOf(sql`${actor.memberId}::uuid`)} as grants`,
  )
  const now = { actor: { ...actor, grants: rows[0]!.grants }, organisation }
  if (!scopesAt(now.actor, organisation.key, 'write').includes('settings')) throw new Problem('forbidden')
  return now
}

/** Changes somebody's roles, from their next call on. */
export async function changeRoles(
  tx: Tx,
  given: OfficeCaller,
  { grantId, roles, version }: Parsed<typeof officeAccess.change>,
): Promise<People> {
  const { grant, caller } = await grantToChange(tx, given, grantId)
  // A look is no role of the club's: it is taken away, never changed into one.
  if (grant.roles.includes('look')) throw new Problem('not_found')
  if (!mayGive(caller, roles)) throw new Problem('role_not_yours')
  await refuseIfChanged(grant, version, () => grant.roles)
  const next = officeRoles.filter((role) => roles.includes(role))
  if (!next.includes('chair')) await requireAnotherChair(tx, grant)
  await tx.execute(sql`
    update office_grants set roles = ${sql.param(next)}::text[], version = version + 1 where id = ${grant.id}`)
  if (!scopesOf(next).includes('inbox')) await forgetQuestions(tx, caller.organisation, grant.member_id)
  if (!next.includes('chair')) await withdrawInvitationsBy(tx, grant)
  await recordOfficeChange(tx, caller, {
    name: 'access_changed',
    thing: 'access',
    thingId: grant.member_id,
    label: grant.name,
    before: { roles: grant.roles },
    after: { roles: next },
  })
  await mailAccessChange(tx, { orgId: grant.org_id, memberId: grant.member_id, change: 'changed', roles: next })
  return listOfficePeople(tx, caller)
}

/** Revokes somebody's access, from their next call on. */
export async function revokeAccess(tx: Tx, given: OfficeCaller, { grantId }: { grantId: string }): Promise<People> {
  const { grant, caller } = await grantToChange(tx, given, grantId)
  await endGrant(tx, caller.organisation, grant)
  await recordOfficeChange(tx, caller, {
    name: 'access_revoked',
    thing: 'access',
    thingId: grant.member_id,
    label: grant.name,
    before: { roles: grant.roles },
  })
  await mailAccessChange(tx, { orgId: grant.org_id, memberId: grant.member_id, change: 'revoked', roles: grant.roles })
  return listOfficePeople(tx, caller)
}

/** The caller leaves the office of a club themselves. */
export async function leaveOffice(tx: Tx, actor: MemberActor, { orgKey }: { orgKey: string }): Promise<void> {
  const { rows } = await tx.execute<{ id: string; key: string; name: string }>(
    sql`select id, key, name from organisations where key = ${orgKey}`,
  )
  const [organisation] = rows
  if (!organisation) throw new Problem('not_found')
  await lockAccess(tx, organisation.id)
  const [grant] = await selectGrants(
    tx,
    sql`office_grants.org_id = ${organisation.id} and office_grants.member_id = ${actor.memberId}`,
  )
  if (!grant) throw new Problem('not_found')
  await endGrant(tx, organisation, grant)
  await recordOfficeChange(
    tx,
    { actor, organisation },
    {
      name: 'access_left',
      thing: 'access',
      thingId: grant.member_id,
      label: grant.name,
      before: { roles: grant.roles },
    },
  )
  await mailAccessChange(tx, { orgId: grant.org_id, memberId: grant.member_id, change: 'left', roles: grant.roles })
}

interface GrantRow extends Record<string, unknown> {
  id: string
  org_id: string
  member_id: string
  roles: GrantedRole[]
  version: number
  name: string
}

async function grantToChange(
  tx: Tx,
  given: OfficeCaller,
  grantId: string,
): Promise<{ grant: GrantRow; caller: OfficeCaller }> {
  const caller = await lockAccessFor(tx, given)
  const { actor, organisation } = caller
  const [grant] = await selectGrants(
    tx,
    sql`office_grants.org_id = ${organisation.id} and office_grants.id = ${grantId}`,
  )
  if (!grant) throw new Problem('not_found')
  if (grant.member_id === actor.memberId) throw new Problem('own_access')
  if (!mayGive(caller, grant.roles)) throw new Problem('role_not_yours')
  return { grant, caller }
}

async function selectGrants(tx: Tx, where: SQL): Promise<GrantRow[]> {
  const { rows } = await tx.execute<GrantRow>(sql`
    select office_grants.*, ${fullNameOf('members')} as name
    from office_grants join members on members.id = office_grants.member_id
    where ${where} and ${isLiveGrant} order by 'look' = any(office_grants.roles)`)
  return rows
}

/** A club keeps a chair of its own; who administers it by the sign-in does not count, because the operator gave that. */
async function requireAnotherChair(tx: Tx, grant: GrantRow): Promise<void> {
  if (!grant.roles.includes('chair')) return
  const { rows } = await tx.execute(sql`
    select from office_grants join members on members.id = office_grants.member_id and members.enabled
    where org_id = ${grant.org_id} and office_grants.id <> ${grant.id} and 'chair' = any(roles) and ${isLiveGrant} limit 1`)
  if (rows.length === 0) throw new Problem('last_chair')
}

async function endGrant(tx: Tx, organisation: OfficeCaller['organisation'], grant: GrantRow): Promise<void> {
  await requireAnotherChair(tx, grant)
  await tx.execute(sql`update office_grants set revoked_at = portal_now() where id = ${grant.id}`)
  await forgetQuestions(tx, organisation, grant.member_id)
  await withdrawInvitationsBy(tx, grant)
}

/** Withdraws invitations by somebody who lost the access that they offered. */
const withdrawInvitationsBy = (tx: Tx, grant: GrantRow) =>
  tx.execute(sql`
    update office_invitations set withdrawn_at = portal_now()
    where org_id = ${grant.org_id} and invited_by = ${grant.member_id} and accepted_at is null and withdrawn_at is null`)

/** Deletes the notifications of questions to the club, unless they administer it by the sign-in as well. */
async function forgetQuestions(tx: Tx, organisation: OfficeCaller['organisation'], memberId: string): Promise<void> {
  const { rows } = await tx.execute(
    sql`select from organisation_admins where org_id = ${organisation.id} and member_id = ${memberId}`,
  )
  if (rows.length > 0) return
  await threadNotifications.forgetNotificationsOf(tx, memberId, { type: 'CONTACT_US', org: organisation.key })
}

/** Grants and administrators by the sign-in, who are known from their last one; a person is listed once. */
async function selectPeople(db: Reader, orgId: string, callerId: string): Promise<OfficePerson[]> {
  const { rows } = await db.execute<{
    grant_id: string | null
    member_id: string
    name: string
    email: string | null
    roles: GrantedRole[] | null
    by_sign_in: boolean
    since: Date | null
    by: string | null
    until: Date | null
    reason: string | null
    version: number | null
  }>(sql`
    select office_grants.id as grant_id, members.id as member_id, ${fullNameOf('members')} as name,
      members.email, office_grants.roles, admins.member_id is not null as by_sign_in, office_grants.granted_at as since,
      ${fullNameOf('givers')} as by, office_grants.ends_at as until, office_grants.reason,
      office_grants.version
    from (select * from office_grants where org_id = ${orgId} and ${isLiveGrant}) office_grants
    full join (select member_id from organisation_admins where org_id = ${orgId}) admins
      on admins.member_id = office_grants.member_id
    join members on members.id = coalesce(office_grants.member_id, admins.member_id) and members.enabled
    left join members givers on givers.id = office_grants.granted_by
    order by 'look' = any(coalesce(office_grants.roles, '{}')), name_to_sort(members.first_name, members.last_name), members.id`)
  return rows.map((row) => ({
    grantId: row.grant_id,
    memberId: row.member_id,
    name: row.name,
    email: row.email,
    roles: row.roles ?? [],
    bySignIn: row.by_sign_in,
    since: row.since && new Date(row.since).toISOString(),
    by: row.by,
    until: row.until && new Date(row.until).toISOString(),
    reason: row.reason,
    version: row.version ?? 1,
    isSelf: row.member_id === callerId,
  }))
}

async function selectInvitations(db: Reader, orgId: string): Promise<OfficeInvitation[]> {
  const { rows } = await db.execute<{
    id: string
    email: string
    roles: OfficeRole[]
    invited_at: Date
    invited_by: string
    expires_at: Date
    expired: boolean
    reason: string | null
  }>(sql`
    select office_invitations.id, office_invitations.email, roles, office_invitations.reason, invited_at, expires_at, expires_at <= portal_now() as expired,
      ${fullNameOf('members')} as invited_by
    from office_invitations join members on members.id = office_invitations.invited_by
    where org_id = ${orgId} and accepted_at is null and withdrawn_at is null order by invited_at desc, office_invitations.id`)
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    roles: row.roles,
    invitedAt: new Date(row.invited_at).toISOString(),
    invitedBy: row.invited_by,
    expiresAt: new Date(row.expires_at).toISOString(),
    expired: row.expired,
    reason: row.reason,
  }))
}
