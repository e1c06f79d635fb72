import type { FamilyPerson } from '#contract/family.ts'
import type { Member } from '#contract/members.ts'
import type { Db } from '#server/database/db.ts'
import { presentMember, selectArchivedParticipants, selectFamily } from '#server/domains/members/index.ts'
import type { MemberActor } from '#server/http/actor.ts'

/** Everybody for whom the caller may act at this moment. */
export async function listPeople(db: Db, actor: MemberActor): Promise<FamilyPerson[]> {
  const people = await selectFamily(db, actor)
  return people.flatMap(({ member, standing }) =>
    standing.as === null || standing.as === 'self'
      ? []
      : [{ member: presentMember(member, standing), as: standing.as }],
  )
}

export async function listArchived(db: Db, actor: MemberActor): Promise<Member[]> {
  const people = await selectArchivedParticipants(db, actor)
  return people.map(({ member, standing }) => presentMember(member, standing))
}
