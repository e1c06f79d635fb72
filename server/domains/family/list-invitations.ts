import type { Invitation } from '#contract/family.ts'
import type { Db } from '#server/database/db.ts'
import { selectOptionalMember } from '#server/domains/members/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { presentInvitation } from './present.ts'
import { selectInvitationsReceived, selectInvitationsSent } from './queries.ts'

interface Question {
  readonly inviterEmail?: string | undefined
  readonly email?: string | undefined
}

/** What the caller's own address sent, received, or both; of any other address there is nothing. */
export async function listInvitations(
  db: Db,
  { memberId }: MemberActor,
  { inviterEmail, email }: Question,
): Promise<Invitation[]> {
  const caller = await selectOptionalMember(db, memberId)
  for (const asked of [inviterEmail, email])
    if (asked !== undefined && asked !== caller?.email) throw new Problem('not_found')
  const both = inviterEmail === undefined && email === undefined
  const [sent, received] = await Promise.all([
    both || inviterEmail !== undefined ? selectInvitationsSent(db, memberId) : [],
    both || email !== undefined ? selectInvitationsReceived(db, memberId) : [],
  ])
  return [...sent, ...received].map((told) => presentInvitation(memberId, told))
}
