import type { Reader, Tx } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { threadNotifications } from '#server/domains/notifications/index.ts'
import type { TokenRole } from '#contract/token-roles.ts'
import { clubsOfToken, grantedMembers } from '#server/identity/scopes.ts'

/**
 * Records at every sign-in who gets a club's notifications. It grants nothing: an admin's rights come from the token, the
 * others' from the club's grants. Without either, the club's notifications are deleted. Admins of ALL get none.
 */
export async function recordAdministered(
  tx: Tx,
  { id }: { readonly id: string },
  token: { readonly roles: readonly TokenRole[] },
): Promise<void> {
  const keys = clubsOfToken(token).filter((key) => key !== 'ALL')
  for (const org of await writeAdministered(tx, id, [...new Set(keys)])) {
    await threadNotifications.forgetNotificationsOf(tx, id, { type: 'CONTACT_US', org })
  }
}

/** Enabled members who read the club's inbox: by a grant, or as administrators at their last sign-in. */
export async function selectAdmins(db: Reader, orgId: string): Promise<string[]> {
  const { rows } = await db.execute<{ member_id: string }>(sql`
    select members.id as member_id from members
    where members.enabled and members.id in (${readers(orgId)}) order by members.id`)
  return rows.map((row) => row.member_id)
}

/** The administrators including disabled members, who still have old notifications. */
export async function selectAllAdmins(db: Reader, orgId: string): Promise<string[]> {
  const { rows } = await db.execute<{ member_id: string }>(sql`
    ${readers(orgId)} order by member_id`)
  return rows.map((row) => row.member_id)
}

const readers = (orgId: string) => sql`
  select member_id from organisation_admins where org_id = ${orgId} union ${grantedMembers(orgId, 'inbox')}`

/** Replaces the clubs that a member administers, in one statement. @returns the keys of the clubs whose inbox they read no longer */
async function writeAdministered(tx: Tx, memberId: string, orgKeys: readonly string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ key: string }>(sql`
    with present as (
      select id from organisations where upper(key) = any(${sql.param([...orgKeys])}::text[])
    ), kept as (
      insert into organisation_admins (org_id, member_id) select id, ${memberId}::uuid from present
      on conflict (org_id, member_id) do update set seen_at = portal_now()
    ), gone as (
      delete from organisation_admins
      where member_id = ${memberId} and org_id not in (select id from present)
      returning org_id
    )
    select key from gone join organisations on organisations.id = gone.org_id
    where ${memberId}::uuid not in (${grantedMembers(sql`gone.org_id`, 'inbox')})`)
  return rows.map(({ key }) => key)
}
