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

/**
 * What the caller's own address sent, received, or both; of any other address there is nothing. With both addresses it is
 * what the one sent to the other, for either of the two.
 */
export async function listInvitations(
  db: Db,
  { memberId }: MemberActor,
  { inviterEmail, email }: Question,
): Promise<Invitation[]> {
  const caller = await selectOptionalMember(db, memberId)
  const own = caller?.email
  const named = [inviterEmail, email].filter((one) => one !== undefined)
  if (named.length > 0 && !named.some((one) => one === own)) throw new Problem('not_found')
  const [sent, received] = await Promise.all([
    email === undefined || inviterEmail === own ? selectInvitationsSent(db, memberId) : [],
    inviterEmail === undefined || email === own ? selectInvitationsReceived(db, memberId) : [],
  ])
  return [...sent, ...received]
    .map((told) => presentInvitation(memberId, told))
    .filter((one) => named.length < 2 || (one.inviterEmail === inviterEmail && one.inviteeEmail === email))
}
