import type { Tx } from '#server/database/db.ts'
import type { IdentityActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import type { Identity } from '#server/identity/identity.ts'
import { ProviderUnavailable } from '#server/identity/key-set.ts'
import type { VerifyToken } from '#server/identity/verify-token.ts'
import { type ClaimServices, offerClaim, welcome } from './claim-account.ts'
import { presentMember } from './present.ts'
import * as queries from './queries.ts'
import type { MemberRow } from './queries.ts'

/**
 * Finds the member of a sign-in: by identity; else, on the first sign-in, the one who has its verified e-mail and no
 * sign-in yet; else a new one made from the token. A member without e-mail gets the one that the provider verified since;
 * later changes of it at the provider move nobody.
 */
export async function signInMember(services: ClaimServices, tx: Tx, actor: IdentityActor) {
  const { member, created, reached } = await findOrCreate(tx, actor)
  if (!member.enabled) throw new Problem('member_disabled')
  if (reached) await services.accountNotifications.welcome(tx, member.id)
  await welcome(services, tx, member, actor.identity)
  await offerClaim(services, tx, actor, member.id)
  return { member: presentMember(member), created }
}

async function findOrCreate(tx: Tx, { identity, via }: IdentityActor) {
  await queries.lockIdentity(tx, identity)
  const known = await queries.findMemberId(tx, identity)
  if (known) {
    await queries.updateIdentitySeen(tx, identity)
    const member = await queries.selectMember(tx, known.id)
    const withEmail = await takeEmail(tx, member, identity)
    return { member: withEmail ?? member, created: false, reached: withEmail !== null }
  }

  const claimed = await claim(tx, identity)
  const member = claimed ?? (await create(tx, identity, via.language))
  await queries.insertIdentity(tx, identity, member.id)
  return { member, created: !claimed, reached: !claimed && member.email !== null }
}

/** The member with the address that has been verified since their first sign-in; null when somebody else has it, or nothing is missing. */
async function takeEmail(tx: Tx, member: MemberRow, { email, emailVerified }: Identity): Promise<MemberRow | null> {
  if (member.email || !member.enabled || !email || !emailVerified) return null
  await queries.lockEmail(tx, email)
  return queries.updateMissingEmail(tx, member.id, email)
}

/** The member whose verified address this is, if nobody signs in as them yet. */
async function claim(tx: Tx, { email, emailVerified }: Identity) {
  if (!email || !emailVerified) return null
  await queries.lockEmail(tx, email)
  return queries.lockUnclaimedMember(tx, email)
}

/**
 * An address that is not verified, or belongs to somebody who signs in otherwise (a recycled address), is left out: it
 * opens nobody's data and takes nobody's place.
 */
async function create(tx: Tx, identity: Identity, language: 'da' | 'en') {
  const values = { ...namesOf(identity), phone: identity.phone, language, email: null }
  const withEmail = identity.emailVerified && identity.email ? { ...values, email: identity.email } : values
  const member = (await queries.insertMember(tx, withEmail)) ?? (await queries.insertMember(tx, values))
  if (!member) throw new Error('A member without e-mail conflicts with another')
  return member
}

function namesOf({ givenName, familyName, name, email }: Identity): { firstName: string; lastName: string } {
  if (givenName || familyName) return { firstName: short(givenName), lastName: short(familyName) }
  const [first = '', ...rest] = (name || (email?.split('@')[0] ?? '')).trim().split(/\s+/)
  if (!first) throw new Problem('name_required')
  return { firstName: short(first), lastName: short(rest.join(' ')) }
}

/** No longer than a member may write it: the index of names holds it whole. */
const short = (name: string) => name.slice(0, 80).trim()

/** Whether a token is one that the portal accepts now; whose it is, and what is wrong with it, is not told. */
export async function validateToken(verifyToken: VerifyToken, token: string): Promise<{ isValid: boolean }> {
  try {
    return { isValid: (await verifyToken(token)) !== null }
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw new Problem('unavailable', { retryAfter: 1, cause: error })
    throw error
  }
}
