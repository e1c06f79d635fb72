import { MOST_FOUND } from '#contract/values.ts'
import type { Reader } from '#server/database/db.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import { executePrepared } from '#server/database/prepared.ts'
import { sql, type SQL } from '#server/database/sql.ts'

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
 * Ids of whoever is in a club's register, and of their participants: for them its office may add things. An approved relative signs in
 * themselves and, outside the register, is no concern of the club's.
 */
export const withinReachOf = (orgId: string): SQL => sql`
  select member_id as id from club_people where org_id = ${orgId}::uuid
  union select participants.id from club_people register join members participants on participants.parent_id = register.member_id
    where register.org_id = ${orgId}::uuid`

/** Whether any club knows that somebody has died: nobody is written to about them. */
export const hasDied = (memberId: SQL): SQL =>
  sql`exists (select from club_people died where died.member_id = ${memberId} and died.left_reason = 'deceased')`

/** Whether somebody can be written to: they may sign in, have an address, and have not died. @param member the alias of a row */
export const isReachable = (member: SQL): SQL =>
  sql`(${member}.enabled and ${member}.email is not null and not ${hasDied(sql`${member}.id`)})`

/**
 * Whoever is in a club's register, and their participants, by name, `MOST_FOUND` at most: for them an office adds memberships and places.
 * @param where of rows `people` and, of those in the register, `register`
 */
export async function peopleOf(db: Reader, orgId: string, where: SQL, name = 'people'): Promise<PersonOfClub[]> {
  const { rows } = await executePrepared<PersonOfClub>(
    db,
    `members.of-club-${name}`,
    sql`
    with reached as materialized (${withinReachOf(orgId)})
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
