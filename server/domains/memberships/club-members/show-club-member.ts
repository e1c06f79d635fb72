import { textsIn } from '#contract/local-text.ts'
import type { ClubMemberDetail } from '#contract/memberships/club-members.ts'
import { type Db, onOneConnection, type Reader } from '#server/database/db.ts'
import { clubNotes } from '#server/database/schema/index.ts'
import { and, eq, sql } from '#server/database/sql.ts'
import { ageOn, fullName, personNow, presentAddress, selectOptionalMember } from '#server/domains/members/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { selectMemberships } from '../queries.ts'
import { statusOf } from '../terms/membership-status.ts'
import { readClubMembers } from './list-club-members.ts'

/** One of the club's members with memberships and family; for somebody who was merged, the person who is kept. Throws `not_found` for everybody else. */
export const showClubMember = (
  db: Db,
  caller: OfficeCaller,
  { memberId }: { readonly memberId: string },
): Promise<ClubMemberDetail> =>
  onOneConnection(db, async (one) => readClubMember(one, caller, await personNow(one, memberId)))

async function readClubMember(
  db: Db,
  { actor, organisation }: OfficeCaller,
  memberId: string,
): Promise<ClubMemberDetail> {
  const [{ people, day }, member, relatives, comments] = await Promise.all([
    readClubMembers(db, organisation.id, { ids: [memberId], limit: 1, language: actor.via.language }),
    selectOptionalMember(db, memberId),
    selectFamilyAtClub(db, organisation.id, memberId),
    selectComments(db, organisation.id, memberId),
  ])
  const [person] = people
  if (!person || !member) throw new Problem('not_found')

  const ids = [memberId, ...relatives.map(({ id }) => id)]
  const held = await selectMemberships(db, { memberIds: ids, orgId: organisation.id })
  const of = (id: string) => held.find(({ membership }) => membership.memberId === id)
  const own = of(memberId)
  return {
    ...person,
    profileImage: member.profileImage,
    address: presentAddress(member),
    registrationDate: member.registrationDate.toISOString(),
    comments,
    autoRenewal: own?.membership.autoRenewal ?? false,
    terms: (own?.terms ?? []).flatMap(({ id, nameTexts, startDate, endDate, status }) =>
      status === 'released'
        ? []
        : [{ id, ...textsIn({ name: nameTexts }, actor.via.language), startDate, endDate, status }],
    ),
    family: relatives.map(({ id, dateOfBirth, as, ...names }) => {
      const membership = of(id)
      return {
        memberId: id,
        name: fullName(names),
        as,
        age: dateOfBirth === null ? null : ageOn(day, dateOfBirth),
        status: membership ? statusOf(membership.terms, day, membership.graceDays).status : 'inactive',
      }
    }),
  }
}

interface Relative {
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly dateOfBirth: string | null
  readonly as: 'participant' | 'parent' | 'relative'
}

/** Whom somebody may act for, and who may act for them: those who are or were members of the same club. */
async function selectFamilyAtClub(db: Reader, orgId: string, memberId: string): Promise<Relative[]> {
  const { rows } = await db.execute<Relative & Record<string, unknown>>(sql`
    select members.id, first_name as "firstName", last_name as "lastName", date_of_birth::text as "dateOfBirth", min(reach.as) as "as"
    from (
      select member_id as id, case acting_as when 'participant' then 'participant' else 'relative' end as "as"
      from people_in_reach where actor_id = ${memberId}::uuid and not archived
      union all
      select actor_id, case acting_as when 'participant' then 'parent' else 'relative' end
      from people_in_reach where member_id = ${memberId}::uuid and not archived
    ) reach join members on members.id = reach.id
    where exists (select from club_people here where here.member_id = members.id and here.org_id = ${orgId}::uuid)
    group by members.id order by name_to_sort(first_name, last_name), members.id limit 200`)
  return rows
}

async function selectComments(db: Reader, orgId: string, memberId: string): Promise<string> {
  const [row] = await db
    .select({ text: clubNotes.text })
    .from(clubNotes)
    .where(and(eq(clubNotes.orgId, orgId), eq(clubNotes.memberId, memberId), clubNotes.isComment))
  return row?.text ?? ''
}
