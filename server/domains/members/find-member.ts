import type { Db } from '#server/database/db.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { may } from './policy.ts'
import { presentMember } from './present.ts'
import { selectOptionalMemberByEmail } from './queries.ts'

/** Somebody the caller may not see is answered like nobody. */
export async function findMemberByEmail(db: Db, actor: MemberActor, { email }: { email: string }) {
  const member = await selectOptionalMemberByEmail(db, email)
  if (!member || !may(actor, 'see', member)) throw new Problem('not_found')
  return presentMember(actor, member)
}
