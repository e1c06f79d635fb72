import type { Reader } from '#server/database/db.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import { executePrepared } from '#server/database/prepared.ts'
import { sql, type SQL } from '#server/database/sql.ts'

const MOST_FOUND = 20

export interface PersonOfClub extends Record<string, unknown> {
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly dateOfBirth: string | null
  /** Of somebody in the register only. */
  readonly email: string | null
  readonly phone: string
  readonly parentId: string | null
  readonly parentName: string | null
}

/**
 * Whoever is in a club's register, and whom they may act for, by name, 20 at most: for them an office adds memberships and places.
 * @param where of rows `people`, with `own` for whether they are in the register, and `register.number`
 */
export async function peopleOf(db: Reader, orgId: string, where: SQL, name = 'people'): Promise<PersonOfClub[]> {
  const { rows } = await executePrepared<PersonOfClub>(
    db,
    `members.of-club-${name}`,
    sql`
    with own as materialized (select member_id as id from club_people where org_id = ${orgId}::uuid),
    reached as materialized (
      select id from own
      union select member_id from people_in_reach where actor_id = any(array(select id from own)) and not archived
    )
    select people.id, people.first_name as "firstName", people.last_name as "lastName", people.date_of_birth::text as "dateOfBirth",
      case when register.member_id is not null then people.email end as email,
      case when register.member_id is not null then people.phone else '' end as phone,
      people.parent_id as "parentId", ${fullNameOf('parents')} as "parentName"
    from reached join members people on people.id = reached.id left join members parents on parents.id = people.parent_id
      left join club_people register on register.org_id = ${orgId}::uuid and register.member_id = people.id
    where people.enabled and people.archived_at is null and ${where}
    order by name_to_sort(people.first_name, people.last_name), people.id limit ${MOST_FOUND}`,
  )
  return rows
}
