import { members } from '#contract/members.ts'
import { route } from '#server/http/route.ts'
import { findMemberByEmail } from './find-member.ts'
import { signInMember } from './sign-in-member.ts'
import { updateProfile } from './update-profile.ts'

/** A club house signs in behind one address; nobody looks for people faster than by hand. */
const signingIn = { calls: 60, perIp: 3000 }
const searching = { calls: 30 }

export const memberRoutes = () => [
  route(members.signIn, { may: 'identity', rate: signingIn }, signInMember),
  route(
    members.create,
    { may: 'identity', rate: signingIn },
    async (tx, actor) => (await signInMember(tx, actor)).member,
  ),
  route(members.searchEmail, { may: 'member', rate: searching }, findMemberByEmail),
  route(members.byEmail, { may: 'member', rate: searching }, findMemberByEmail),
  route(members.update, { may: 'member' }, updateProfile),
]
