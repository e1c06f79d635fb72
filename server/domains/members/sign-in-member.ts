import { cutText } from '#contract/cut-text.ts'
import type { Language } from '#contract/values.ts'
import type { Tx } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import type { IdentityActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import type { Identity } from '#server/identity/identity.ts'
import { ProviderUnavailable } from '#server/identity/key-set.ts'
import { type Grant, grantsOf } from '#server/identity/scopes.ts'
import type { VerifyToken } from '#server/identity/verify-token.ts'
import { type ClaimServices, offerClaim, welcome } from './claim-account.ts'
import { endManaged } from './join-club.ts'
import { presentMember } from './present.ts'
import * as queries from './queries.ts'
import type { MemberRow } from './queries.ts'

/**
 * Finds the member of a sign-in: by identity; else, at the first sign-in, the one with its verified e-mail and no
 * sign-in; else a new one created from the token. A member without e-mail gets one that the provider has verified
 * since; later changes of it at the provider have no effect.
 */
export async function signInMember(services: ClaimServices, tx: Tx, actor: IdentityActor) {
  const { member, created, reached } = await findOrCreate(tx, actor)
  if (!member.enabled) throw new Problem('member_disabled', { data: { merged: member.mergedInto !== null } })
  if (member.usedLanguage !== actor.via.language) await queries.updateUsedLanguage(tx, member.id, actor.via.language)
  if (reached) await services.accountNotifications.welcome(tx, member.id)
  await welcome(services, tx, member, actor.identity)
  await offerClaim(services, tx, actor, member.id)
  return { member: presentMember(member), created, offices: await selectOffices(tx, member.id) }
}

async function selectOffices(tx: Tx, memberId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ grants: Grant[] }>(sql`select ${grantsOf(sql`${memberId}::uuid`)} as grants`)
  return rows[0]!.grants.map(({ orgKey }) => orgKey).toSorted()
}

async function findOrCreate(tx: Tx, { identity, via }: IdentityActor) {
  await queries.lockIdentity(tx, identity)
  const known = await queries.findMemberId(tx, identity)
  if (known) {
    await queries.updateIdentitySeen(tx, identity)
    const member = await queries.selectMember(tx, known.id)
    const withEmail = await saveVerifiedEmail(tx, member, identity)
    return { member: withEmail ?? member, created: false, reached: withEmail !== null }
  }

  // A page that is still open must not bring back somebody who was erased.
  if (await queries.wasErased(tx, identity)) throw new Problem('signed_in_before_erasure')
  const claimed = await claim(tx, identity)
  const member = claimed ?? (await create(tx, identity, via.language))
  await queries.insertIdentity(tx, identity, member.id)
  if (claimed) await endManaged(tx, claimed.id)
  return { member, created: !claimed, reached: !claimed && member.email !== null }
}

/** Stores an address verified after the first sign-in; null if another member has it, or the member has one. */
async function saveVerifiedEmail(
  tx: Tx,
  member: MemberRow,
  { email, emailVerified }: Identity,
): Promise<MemberRow | null> {
  if (member.email || !member.enabled || !email || !emailVerified) return null
  await queries.lockEmail(tx, email)
  return queries.updateMissingEmail(tx, member.id, email)
}

/** The member with this verified address, if they have no sign-in yet. */
async function claim(tx: Tx, { email, emailVerified }: Identity) {
  if (!email || !emailVerified) return null
  await queries.lockEmail(tx, email)
  return queries.lockUnclaimedMember(tx, email)
}

/**
 * Leaves out an address that is unverified or belongs to another member, such as a recycled one: it must not open or
 * block anybody's account.
 */
async function create(tx: Tx, identity: Identity, usedLanguage: Language) {
  const values = { ...namesOf(identity), phone: identity.phone, usedLanguage, email: null }
  const withEmail = identity.emailVerified && identity.email ? { ...values, email: identity.email } : values
  const member = (await queries.insertMember(tx, withEmail)) ?? (await queries.insertMember(tx, values))
  if (!member) throw new Error('A member without e-mail conflicts with another')
  return member
}

/** Empty where the sign-in says nothing: the profile asks for them. */
function namesOf({ givenName, familyName, name, email }: Identity): { firstName: string; lastName: string } {
  if (givenName || familyName) return { firstName: short(givenName), lastName: short(familyName) }
  const [first = '', ...rest] = (name || (email?.split('@')[0] ?? '')).trim().split(/\s+/)
  return { firstName: short(first), lastName: short(rest.join(' ')) }
}

/** The longest name that a member could enter. */
const short = (name: string) => cutText(name, 80).trim()

/** Whether the portal accepts a token now; says neither whose it is nor what is wrong with it. */
export async function validateToken(verifyToken: VerifyToken, token: string): Promise<{ isValid: boolean }> {
  try {
    return { isValid: (await verifyToken(token)) !== null }
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw new Problem('unavailable', { retryAfter: 1, cause: error })
    throw error
  }
}
