import { sql } from 'drizzle-orm'
import type { Reader, Tx } from '#server/database/db.ts'

/** Whom a club's notifications go to: members who administered it when they signed in last. */
export async function selectAdmins(db: Reader, orgId: string): Promise<string[]> {
  const { rows } = await db.execute<{ member_id: string }>(sql`
    select member_id from organisation_admins
    join members on members.id = member_id and members.enabled
    where org_id = ${orgId} order by member_id`)
  return rows.map((row) => row.member_id)
}

/** With whom they lie: those who are disabled by now are told nothing more, and have what they were told. */
export async function selectTold(db: Reader, orgId: string): Promise<string[]> {
  const { rows } = await db.execute<{ member_id: string }>(sql`
    select member_id from organisation_admins where org_id = ${orgId} order by member_id`)
  return rows.map((row) => row.member_id)
}

/**
 * Writes down which clubs a member administers, and no others. One statement, which writes nothing for whoever administers
 * none and never did.
 * @returns the keys of clubs that they administer no more
 */
export async function writeAdministered(tx: Tx, memberId: string, orgKeys: readonly string[]): Promise<string[]> {
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
    select key from gone join organisations on organisations.id = gone.org_id`)
  return rows.map(({ key }) => key)
}
