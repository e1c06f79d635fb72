import { type OfficeRole, scopesOf } from '#contract/office/scopes.ts'
import type { Reader } from '#server/database/db.ts'
import type { officeInvitations } from '#server/database/schema/index.ts'
import { sql } from '#server/database/sql.ts'
import { wasSuperAdmin } from '#server/domains/members/index.ts'
import { isLiveGrant, wasAdminOf } from '#server/identity/scopes.ts'

/** An invitation is valid while its author may give its roles: they are enabled, and hold every scope of the roles. */
export async function mayStillGive(
  db: Reader,
  { orgId, invitedBy, roles }: typeof officeInvitations.$inferSelect,
): Promise<boolean> {
  const { rows } = await db.execute<{ enabled: boolean; everything: boolean; own: OfficeRole[] }>(sql`
    select members.enabled,
      ${wasSuperAdmin(sql`members.id`)} or ${wasAdminOf(sql`members.id`, orgId)} as everything,
      array(select unnest(office_grants.roles) from office_grants
        where org_id = ${orgId} and office_grants.member_id = members.id and not 'look' = any(roles) and ${isLiveGrant}) as own
    from members where members.id = ${invitedBy}`)
  const [inviter] = rows
  if (!inviter?.enabled) return false
  const held = scopesOf(inviter.own)
  return inviter.everything || scopesOf(roles).every((scope) => held.includes(scope))
}
