import type { Language } from '#contract/values.ts'
import { copenhagenDate } from '#server/database/clock.ts'
import type { Tx } from '#server/database/db.ts'
import type { Secrets } from '#server/database/secrets.ts'
import type { IdentityActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import type { Identity } from '#server/identity/identity.ts'
import { adoptInvitations } from './family/answer-invitation.ts'
import { hasInvitations } from './family/invitation-queries.ts'
import type { FamilyNotifications } from './family/jobs.ts'
import { presentMember } from './present.ts'
import * as queries from './queries.ts'

/** Whether a member has something that another domain keeps: then they are more than an empty profile. */
type HasData = (tx: Tx, memberId: string) => Promise<boolean>

/** Brings what a profile keeps in another domain to the member that it turns out to be. */
type MergeProfile = (tx: Tx, profiles: { readonly from: string; readonly to: string }) => Promise<unknown>

/** What the portal writes to members about their sign-in. */
interface AccountNotifications {
  welcome(tx: Tx, memberId: string): Promise<void>
  /** @param once no second letter with the same */
  claimAccount(tx: Tx, memberId: string, once: string, language: Language): Promise<void>
}

export interface ClaimServices {
  readonly secrets: Secrets
  readonly accountNotifications: AccountNotifications
  readonly familyNotifications: FamilyNotifications
  readonly hasData: { readonly orders: HasData; readonly memberships: HasData; readonly entries: HasData }
  /** What does not keep two profiles from becoming one: it comes along. */
  readonly mergeProfile: { readonly threads: MergeProfile; readonly notes: MergeProfile }
  /** Notes which clubs somebody administers, as their token says. */
  readonly recordAdministered: (tx: Tx, member: { readonly id: string }, identity: Identity) => Promise<void>
}

/** Whoever signs in: what waits for their address is theirs. */
export async function welcome(
  { familyNotifications, recordAdministered }: ClaimServices,
  tx: Tx,
  member: { readonly id: string; readonly email: string | null },
  identity: Identity,
): Promise<void> {
  await adoptInvitations(familyNotifications, tx, member)
  await recordAdministered(tx, member, identity)
}

/**
 * Somebody signs in with an address that a member without a sign-in has, and that the provider has not verified, or only
 * since they became another member: a link goes to that address, at most once a day. Whoever reads it there may connect the
 * two; nobody else learns of it.
 */
export async function offerClaim(
  services: ClaimServices,
  tx: Tx,
  { identity: { email }, via }: IdentityActor,
  memberId: string,
): Promise<void> {
  if (!email) return
  const target = await queries.selectUnclaimedMember(tx, email)
  if (!target?.enabled || !(await isEmpty(services, tx, memberId))) return
  await services.accountNotifications.claimAccount(tx, target.id, copenhagenDate(tx.now), via.language)
}

/**
 * Connects the caller's sign-in with the member whose address it has, by the link mailed to that address. The profile that
 * the sign-in had until now must be empty but for what comes along, and is disabled. A member with a sign-in is claimed no more: the link works once.
 */
export async function claimAccount(
  services: ClaimServices,
  tx: Tx,
  actor: IdentityActor,
  { token }: { token: string },
) {
  const { identity } = actor
  await queries.lockIdentity(tx, identity)
  const target = await lockTarget(services, tx, identity, token)
  const present = await queries.findMemberId(tx, identity)
  // Whoever is just writing something down for it has done so; who comes later and asks `lockEnabledMember` does not.
  if (present) await queries.lockMember(tx, present.id)
  if (present && !(await isEmpty(services, tx, present.id))) throw new Problem('claim_not_possible')
  if (!target.enabled || present?.enabled === false) throw new Problem('member_disabled')

  if (present) {
    await queries.moveIdentity(tx, identity, target.id)
    await queries.updateMember(tx, present.id, { enabled: false })
    for (const merge of Object.values(services.mergeProfile)) await merge(tx, { from: present.id, to: target.id })
  } else {
    await queries.insertIdentity(tx, identity, target.id)
  }
  await welcome(services, tx, target, identity)
  return presentMember(target)
}

async function lockTarget({ secrets }: ClaimServices, tx: Tx, { email }: Identity, token: string) {
  const named = readClaimToken(secrets, token, tx.now)
  if (!named || !email) throw new Problem('claim_link_invalid')
  await queries.lockEmail(tx, email)
  const target = await queries.lockUnclaimedMember(tx, email)
  if (target?.id !== named) throw new Problem('claim_link_invalid')
  return target
}

async function isEmpty({ hasData }: ClaimServices, tx: Tx, memberId: string): Promise<boolean> {
  for (const has of [queries.hasOthers, hasInvitations, ...Object.values(hasData)])
    if (await has(tx, memberId)) return false
  return true
}

const PURPOSE = 'claim-account'

/** Milliseconds for which a link works. */
const LIFE = 24 * 3_600_000

/** Goes to a member's own mailbox: whoever brings it back can read the mail of that address. */
export function claimToken(secrets: Secrets, memberId: string, now: Date): string {
  const text = `${memberId}.${Math.floor((now.getTime() + LIFE) / 1000)}`
  return `${text}.${secrets.sign(PURPOSE, text)}`
}

/** @returns whose it is; null when it is too old or not the portal's */
function readClaimToken(secrets: Secrets, token: string, now: Date): string | null {
  const [memberId = '', end = '', signature = '', ...more] = token.split('.')
  if (more.length > 0 || !secrets.verify(PURPOSE, `${memberId}.${end}`, signature)) return null
  return Number(end) * 1000 > now.getTime() ? memberId : null
}
