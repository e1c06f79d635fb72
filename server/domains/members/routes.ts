import { members } from '#contract/members.ts'
import { route } from '#server/http/route.ts'
import { findMemberByEmail } from './find-member.ts'
import { signInMember } from './sign-in-member.ts'
import { updateProfile } from './update-profile.ts'

export const memberRoutes = () => [
  route(members.signIn, { may: 'identity' }, signInMember),
  route(members.create, { may: 'identity' }, async (tx, actor) => (await signInMember(tx, actor)).member),
  route(members.searchEmail, { may: 'member' }, findMemberByEmail),
  route(members.byEmail, { may: 'member' }, findMemberByEmail),
  route(members.update, { may: 'member' }, updateProfile),
]
