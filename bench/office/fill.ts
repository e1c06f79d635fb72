import type { Cluster } from '../support/cluster.ts'
import { fillMembers } from '../member-search/fill.ts'

/**
 * One club with many members, and another with as many: four seasons, of which most people have several, families of two to four, and
 * people who left. @returns the club's id and its seasons, newest first
 */
export async function fillClub(
  cluster: Cluster,
  database: string,
  people: number,
): Promise<{ orgId: string; seasons: string[] }> {
  await fillMembers(cluster, database, people * 2)
  const sql = <Row extends object>(text: string, values: unknown[] = []) => cluster.sql<Row>(database, text, values)
  await sql(
    `update members set date_of_birth = date '1940-01-01' + ('x' || substr(md5(id::text), 1, 6))::bit(24)::int % 31000,
      phone = '+45' || (20000000 + ('x' || substr(md5(id::text), 7, 6))::bit(24)::int % 70000000)`,
  )
  await sql(
    `with numbered as (select id, row_number() over (order by id) as at from members)
     update members set parent_id = parents.id, email = null
     from numbered children join numbered parents on parents.at = children.at - children.at % 4
     where children.id = members.id and children.at % 4 in (1, 2) and parents.at > 0`,
  )
  await sql(
    `insert into organisations (id, key, name, contact_email)
     values (portal_new_id(), 'BENCHA', 'Club A', 'a@club.example'), (portal_new_id(), 'BENCHB', 'Club B', 'b@club.example')`,
  )
  await sql(
    `insert into membership_configurations (id, org_id, name, price, start_date, end_date, offer_start_date)
     select portal_new_id(), organisations.id, 'Adult ' || year, 70000, make_date(year, 1, 1), make_date(year, 12, 31), make_date(year - 1, 11, 1)
     from organisations, generate_series(2023, 2026) year`,
  )
  await sql(
    `insert into memberships (id, org_id, member_id, enabled)
     select portal_new_id(), organisations.id, members.id, true
     from (select id, row_number() over (order by id) as at from members) members
     join organisations on organisations.key = case when members.at % 2 = 0 then 'BENCHA' else 'BENCHB' end`,
  )
  await sql(
    `insert into membership_terms (id, membership_id, org_id, member_id, configuration_id, membership_for, start_date, end_date, status)
     select portal_new_id(), held.id, held.org_id, held.member_id, seasons.id, extract(year from seasons.start_date)::int,
       seasons.start_date, seasons.end_date, case when abs(hashtext(held.id::text || seasons.id)) % 50 = 0 then 'cancelled' else 'active' end
     from memberships held join membership_configurations seasons on seasons.org_id = held.org_id
     where abs(hashtext(held.id::text || 'x' || seasons.id)) % 3 > 0 or seasons.start_date = '2026-01-01' and abs(hashtext(held.id::text)) % 5 > 0`,
  )
  await sql(
    `insert into club_people (org_id, member_id, number, since, source)
     select org_id, member_id, row_number() over (partition by org_id order by member_id), min(start_date), 'joined'
     from membership_terms group by 1, 2`,
  )
  await sql('vacuum (analyze)')
  const [club] = await sql<{ id: string }>(`select id from organisations where key = 'BENCHA'`)
  const seasons = await sql<{ id: string }>(
    'select id from membership_configurations where org_id = $1 order by start_date desc',
    [club!.id],
  )
  return { orgId: club!.id, seasons: seasons.map(({ id }) => id) }
}
