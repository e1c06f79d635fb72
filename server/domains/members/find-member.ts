import type { Member } from '#contract/members.ts'
import type { Db, Reader } from '#server/database/db.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { may } from './policy.ts'
import { presentMember } from './present.ts'
import { standingByEmail, standingOf, type Seen } from './standing-queries.ts'

/** Somebody the caller may not see is answered like nobody. */
export const findMemberByEmail = async (db: Db, actor: MemberActor, { email }: { email: string }): Promise<Member> =>
  show(await standingByEmail(db, actor, email))

/** The same by id. */
export const showMember = async (db: Reader, actor: MemberActor, memberId: string): Promise<Member> =>
  show(await standingOf(db, actor, memberId))

function show(seen: Seen | null): Member {
  if (!seen || !may(seen.standing, 'see')) throw new Problem('not_found')
  return presentMember(seen.member, seen.standing)
}
