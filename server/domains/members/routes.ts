import { acting } from '#contract/members/acting.ts'
import { members } from '#contract/members/members.ts'
import type { FileStore } from '#server/documents/file-store.ts'
import type { VerifyToken } from '#server/identity/verify-token.ts'
import { route } from '#server/http/route.ts'
import { listAuditLog } from './audit-log.ts'
import { claimAccount, type ClaimServices } from './claim-account.ts'
import { findMemberByEmail } from './relationship.ts'
import { familyRoutes, type FamilyServices } from './family/routes.ts'
import { endImpersonation, impersonate, showActing } from './impersonate.ts'
import { listMembers } from './list-members.ts'
import { removeImage, setImage, showImage } from './member-image.ts'
import { signInMember, validateToken } from './sign-in-member.ts'
import { type ProfileServices, updateProfile } from './update-profile.ts'

/** A whole club house may sign in from one address; a search by hand needs few calls. */
const signingIn = { calls: 60, perIp: 3000 }
const searching = { calls: 30 }
/** A client that finds nobody creates the member of its sign-in. */
const finding = { may: 'member', withoutMember: 'not_found', rate: searching } as const

interface MemberServices extends ClaimServices, FamilyServices, ProfileServices {
  readonly verifyToken: VerifyToken
  readonly productKey: string
  readonly files: FileStore
}

export const memberRoutes = (services: MemberServices) => [
  route(members.signIn, { may: 'identity', rate: signingIn }, (tx, actor) => signInMember(services, tx, actor)),
  route(
    members.create,
    { may: 'identity', rate: signingIn },
    async (tx, actor) => (await signInMember(services, tx, actor)).member,
  ),
  route(members.claim, { may: 'identity', rate: { calls: 10 } }, (tx, actor, input) =>
    claimAccount(services, tx, actor, input),
  ),
  route(members.searchEmail, finding, findMemberByEmail),
  route(members.byEmail, finding, findMemberByEmail),
  route(members.update, { may: 'member', rate: { calls: 60 } }, (tx, actor, input) =>
    updateProfile(services, tx, actor, input),
  ),
  // An impersonating super admin can choose somebody else from the same list. The role is enough, as the specification says: only what follows
  // the choice asks for a fresh sign-in.
  route(
    members.list,
    { may: 'operator', acting: 'ignored', signInAge: 'ignored', rate: { calls: 240 } },
    (db, _, input) => listMembers(db, input),
  ),
  route(members.image, { may: 'member', limiter: 'files' }, (db, actor, input) =>
    showImage(services.files, db, actor, input),
  ),
  // Its own transaction: decoding takes longer than a connection may be held.
  route(members.putImage, { may: 'member', transaction: 'own', rate: { calls: 10 } }, (db, actor, input) =>
    setImage(services, db, actor, input),
  ),
  route(members.removeImage, { may: 'member', rate: { calls: 30 } }, removeImage),
  route(members.validateToken, { may: 'public', rate: { calls: 30, perIp: 30 } }, (_, __, { token }) =>
    validateToken(services.verifyToken, token),
  ),
  route(acting.current, { may: 'member' }, showActing),
  route(acting.impersonate, { may: 'operator', rate: { calls: 60 } }, impersonate),
  // Ending an impersonation that has expired is not refused.
  route(acting.endImpersonation, { may: 'member', acting: 'ignored' }, endImpersonation),
  route(acting.acts, { may: 'member' }, listAuditLog),
  ...familyRoutes(services),
]
