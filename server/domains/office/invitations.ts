import type { Output, Parsed } from '#contract/endpoint.ts'
import type { Office, officeAccess } from '#contract/office/access.ts'
import { officeRoles, type OfficeRole } from '#contract/office/scopes.ts'
import type { Language } from '#contract/values.ts'
import type { Reader, Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { officeGrants, officeInvitations, organisations } from '#server/database/schema/index.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { and, eq, isNull, or, sql } from '#server/database/sql.ts'
import { fullName, lockEnabledMember, selectOptionalMember } from '#server/domains/members/index.ts'
import { requestMail } from '#server/domains/notifications/index.ts'
import { clubColumns, type ClubRow, presentClub } from '#server/domains/organisations/index.ts'
import type { MemberActor, OfficeCaller } from '#server/http/actor.ts'
import { recordOfficeChange, recordOperatorChange } from '#server/domains/audit/index.ts'
import { countMailToStranger } from '#server/http/limits/rate.ts'
import { Problem } from '#server/http/problem.ts'
import { isLiveGrant } from '#server/identity/scopes.ts'
import { mailAccessChange } from './access-mails.ts'
import { mayStillGive } from './inviter.ts'
import { readInvitationToken } from './invitation-token.ts'
import { presentOffice } from './my-offices.ts'
import { listOfficePeople, lockAccess, lockAccessFor, mayGive } from './people.ts'

/** Days for which the link of an invitation works. */
export const INVITATION_DAYS = 14

/** Invites somebody to the club's office by e-mail. For an address that is invited already, a new link replaces the old one. */
export async function inviteToOffice(
  tx: Tx,
  given: OfficeCaller,
  { email, roles }: Pick<Parsed<typeof officeAccess.invite>, 'email' | 'roles'>,
): Promise<Output<typeof officeAccess.people>> {
  const caller = await lockAccessFor(tx, given)
  const { actor, organisation } = caller
  if (!mayGive(caller, roles)) throw new Problem('role_not_yours')
  const holder = await selectHolder(tx, organisation.id, email)
  if (holder === actor.memberId) throw new Problem('own_access')
  if (holder) throw new Problem('already_in_office')
  await writeInvitation(tx, caller, { email, roles, language: actor.via.language })
  return listOfficePeople(tx, caller)
}

/** Writes an invitation without the checks of a club's own people: for an operator, who gives a new club its first chair, and says why. */
export async function writeInvitation(
  tx: Tx,
  caller: OfficeCaller,
  { email, roles, language }: { email: string; roles: readonly OfficeRole[]; language: Language },
  byOperator?: { readonly reason?: string },
): Promise<string> {
  const { actor, organisation } = caller
  const { rows: known } = await tx.execute(sql`select from members where email = ${email} and enabled`)
  if (known.length === 0) await countMailToStranger(tx, email)
  const values = {
    orgId: organisation.id,
    email,
    roles: officeRoles.filter((role) => roles.includes(role)),
    language,
    invitedBy: actor.memberId,
    invitedAt: sql`portal_now()`,
    expiresAt: sql`portal_now() + interval '${sql.raw(String(INVITATION_DAYS))} days'`,
    reason: byOperator?.reason ?? null,
  }
  const [row] = await tx
    .insert(officeInvitations)
    .values({ id: newId(), ...values })
    .onConflictDoUpdate({
      target: [officeInvitations.orgId, officeInvitations.email],
      targetWhere: sql`accepted_at is null and withdrawn_at is null`,
      set: values,
    })
    .returning({ id: officeInvitations.id, expiresAt: officeInvitations.expiresAt })
  const change = {
    name: 'access_invited',
    thing: 'access',
    label: email,
    after: { email, roles: values.roles },
  } as const
  if (byOperator) await recordOperatorChange(tx, actor, { ...change, orgId: organisation.id, ...byOperator })
  else await recordOfficeChange(tx, caller, change)
  await requestMail(tx, {
    template: 'office-invited',
    memberId: null,
    orgId: organisation.id,
    data: { invitationId: row!.id },
    onceKey: `office-invited:${row!.id}:${row!.expiresAt.getTime()}`,
  })
  return row!.id
}

export async function withdrawInvitation(
  tx: Tx,
  given: OfficeCaller,
  { invitationId }: { invitationId: string },
): Promise<Output<typeof officeAccess.people>> {
  const caller = await lockAccessFor(tx, given)
  const { rows } = await tx.execute<{ email: string; roles: OfficeRole[] }>(sql`
    update office_invitations set withdrawn_at = portal_now()
    where id = ${invitationId} and org_id = ${caller.organisation.id} and accepted_at is null and withdrawn_at is null
    returning email, roles`)
  const [invitation] = rows
  if (!invitation) throw new Problem('not_found')
  await recordOfficeChange(tx, caller, {
    name: 'access_invitation_withdrawn',
    thing: 'access',
    label: invitation.email,
    before: { ...invitation },
  })
  return listOfficePeople(tx, caller)
}

/** An invitation for whoever has its link and is signed in. */
export async function showInvitation(
  { secrets }: { readonly secrets: Secrets },
  tx: Tx,
  actor: MemberActor,
  { token }: { token: string },
): Promise<Output<typeof officeAccess.invitation>> {
  const { invitation, club } = await openInvitation(secrets, tx, actor, token)
  const [own, inviter] = await Promise.all(
    [actor.memberId, invitation.invitedBy].map((id) => selectOptionalMember(tx, id)),
  )
  return {
    club: presentClub(club),
    roles: invitation.roles,
    invitedBy: inviter ? fullName(inviter) : '',
    email: invitation.email,
    yours: own?.email ?? null,
    expiresAt: invitation.expiresAt.toISOString(),
    accepted: invitation.acceptedAt !== null,
  }
}

/**
 * Accepts an invitation. Works once, until it ends, and for the member with the invited address, which the provider has verified. Their
 * second press finds the office.
 */
export async function acceptInvitation(
  { secrets }: { readonly secrets: Secrets },
  tx: Tx,
  actor: MemberActor,
  { token }: { token: string },
): Promise<Office> {
  await lockEnabledMember(tx, actor.memberId)
  const { invitation: seen } = await openInvitation(secrets, tx, actor, token)
  await lockAccess(tx, seen.orgId)
  // Again under the locks: it may have been accepted, withdrawn or replaced meanwhile.
  await tx.execute(sql`select from office_invitations where id = ${seen.id} for update`)
  const { invitation, club } = await openInvitation(secrets, tx, actor, token)
  if (invitation.acceptedAt) return presentOffice(club, actor)
  const member = await selectOptionalMember(tx, actor.memberId)
  if (!member || member.email !== invitation.email)
    throw new Problem('office_invitation_of_other', {
      data: { invited: invitation.email, yours: member?.email ?? null },
    })

  const { rows } = await tx.execute<{ id: string; roles: OfficeRole[] }>(sql`
    select id, roles from office_grants
    where org_id = ${club.id} and member_id = ${member.id} and not 'look' = any(roles) and ${isLiveGrant}`)
  const [present] = rows
  const roles = officeRoles.filter((role) => invitation.roles.includes(role) || present?.roles.includes(role))
  if (present)
    await tx.execute(
      sql`update office_grants set roles = ${sql.param(roles)}::text[], version = version + 1,
        reason = coalesce(${invitation.reason}, reason) where id = ${present.id}`,
    )
  else
    await tx.insert(officeGrants).values({
      id: newId(),
      orgId: club.id,
      memberId: member.id,
      roles,
      grantedBy: invitation.invitedBy,
      reason: invitation.reason,
    })
  await tx.execute(sql`
    update office_invitations set accepted_at = portal_now(), accepted_by = ${member.id} where id = ${invitation.id}`)
  await recordOfficeChange(
    tx,
    { actor, organisation: club },
    { name: 'access_accepted', thing: 'access', thingId: member.id, label: fullName(member), after: { roles } },
  )
  await mailAccessChange(tx, { orgId: club.id, memberId: member.id, change: 'given', roles })
  return presentOffice(club, { ...actor, grants: [...actor.grants, { orgKey: club.key, roles }] })
}

/** An invitation that can be accepted, or that the caller has accepted and whose access they still have. For anybody else it is invalid. */
async function openInvitation(
  secrets: Secrets,
  db: Reader,
  { memberId }: MemberActor,
  token: string,
): Promise<{ invitation: typeof officeInvitations.$inferSelect; club: ClubRow }> {
  const named = readInvitationToken(secrets, token)
  if (!named) throw new Problem('office_invitation_invalid')
  const [found] = await db
    .select({
      invitation: officeInvitations,
      club: clubColumns,
      hasEnded: sql<boolean>`${officeInvitations.expiresAt} <= portal_now()`,
    })
    .from(officeInvitations)
    .innerJoin(organisations, eq(organisations.id, officeInvitations.orgId))
    .where(
      and(
        eq(officeInvitations.id, named.id),
        eq(officeInvitations.expiresAt, named.expiresAt),
        or(
          isNull(officeInvitations.acceptedAt),
          and(
            eq(officeInvitations.acceptedBy, memberId),
            sql`exists (select from office_grants where office_grants.org_id = ${officeInvitations.orgId}
              and office_grants.member_id = ${memberId} and not 'look' = any(office_grants.roles) and ${isLiveGrant})`,
          ),
        ),
        isNull(officeInvitations.withdrawnAt),
      ),
    )
  if (found?.invitation.acceptedAt) return found
  if (!found || !(await mayStillGive(db, found.invitation))) throw new Problem('office_invitation_invalid')
  const { hasEnded, ...open } = found
  const { expiresAt } = open.invitation
  if (hasEnded) throw new Problem('office_invitation_ended', { data: { expiresAt: expiresAt.toISOString() } })
  return open
}

/**
 * Withdraws the open invitations of somebody whom an operator disables, at every club, with an entry in its history. @returns how many
 */
export async function withdrawInvitationsOf(
  tx: Tx,
  operator: MemberActor,
  { memberId, reason }: { readonly memberId: string; readonly reason: string },
): Promise<number> {
  const { rows } = await tx.execute<{ org_id: string; email: string; roles: OfficeRole[] }>(sql`
    update office_invitations set withdrawn_at = portal_now()
    where invited_by = ${memberId} and accepted_at is null and withdrawn_at is null returning org_id, email, roles`)
  for (const { org_id: orgId, ...invitation } of rows)
    await recordOperatorChange(tx, operator, {
      orgId,
      name: 'access_invitation_withdrawn',
      thing: 'access',
      label: invitation.email,
      before: invitation,
      reason,
    })
  return rows.length
}

/** The member with an address who works in the office already, by a grant or by the sign-in. */
async function selectHolder(tx: Tx, orgId: string, email: string): Promise<string | null> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from members where email = ${email} and id in (
      select member_id from organisation_admins where org_id = ${orgId}
      union select office_grants.member_id from office_grants
      where office_grants.org_id = ${orgId} and ${isLiveGrant} and not 'look' = any(office_grants.roles))`)
  return rows[0]?.id ?? null
}
