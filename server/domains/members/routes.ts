import { members } from '#contract/members.ts'
import { route } from '#server/http/route.ts'
import { claimAccount, type ClaimServices } from './claim-account.ts'
import { findMemberByEmail } from './find-member.ts'
import { signInMember } from './sign-in-member.ts'
import { updateProfile } from './update-profile.ts'

/** A club house signs in behind one address; nobody looks for people faster than by hand. */
const signingIn = { calls: 60, perIp: 3000 }
const searching = { calls: 30 }

export const memberRoutes = (services: ClaimServices) => [
  route(members.signIn, { may: 'identity', rate: signingIn }, (tx, actor) => signInMember(services, tx, actor)),
  route(
    members.create,
    { may: 'identity', rate: signingIn },
    async (tx, actor) => (await signInMember(services, tx, actor)).member,
  ),
  route(members.claim, { may: 'identity', rate: { calls: 10 } }, (tx, actor, input) =>
    claimAccount(services, tx, actor, input),
  ),
  route(members.searchEmail, { may: 'member', rate: searching }, findMemberByEmail),
  route(members.byEmail, { may: 'member', rate: searching }, findMemberByEmail),
  route(members.update, { may: 'member' }, updateProfile),
]
