import type { Language } from '#contract/values.ts'
import { copenhagenDate } from '#server/database/clock.ts'
import type { Tx } from '#server/database/db.ts'
import { readSignedToken, type Secrets, signedToken } from '#server/database/secrets.ts'
import type { IdentityActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import type { Identity } from '#server/identity/identity.ts'
import { adoptInvitations } from './family/answer-invitation.ts'
import { hasInvitations } from './family/invitation-queries.ts'
import type { FamilyNotifications } from './family/jobs.ts'
import { endManaged } from './join-club.ts'
import { presentMember } from './present.ts'
import * as queries from './queries.ts'

/** Whether a member has data in another domain: then their profile is not empty. */
type HasData = (tx: Tx, memberId: string) => Promise<boolean>

/** Moves a profile's data in another domain to the member it is merged into. */
type MergeProfile = (tx: Tx, profiles: { readonly from: string; readonly to: string }) => Promise<unknown>

/** Messages about a member's sign-in. */
interface AccountNotifications {
  welcome(tx: Tx, memberId: string): Promise<void>
  /** @param once no second mail with the same key */
  claimAccount(tx: Tx, memberId: string, once: string, language: Language): Promise<void>
}

export interface ClaimServices {
  readonly secrets: Secrets
  readonly accountNotifications: AccountNotifications
  readonly familyNotifications: FamilyNotifications
  readonly hasData: { readonly orders: HasData; readonly memberships: HasData; readonly entries: HasData }
  /** Data that does not prevent a merge: it is moved. */
  readonly mergeProfile: { readonly threads: MergeProfile; readonly notes: MergeProfile }
  /** Records which clubs a member administers, according to their token. */
  readonly recordAdministered: (tx: Tx, member: { readonly id: string }, identity: Identity) => Promise<void>
}

/** Runs at every sign-in: assigns what was waiting for the address. */
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
 * Offers to connect an unverified sign-in with the member who has its address and no sign-in: mails a link to that
 * address, at most once a day. Only somebody who reads that mailbox can connect the two, and nobody else learns of
 * it.
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
 * Connects the caller's sign-in with the member who has its address, by the mailed link. The caller's previous
 * profile must be empty except for data that is moved, and is disabled. A member with a sign-in cannot be claimed; to
 * whoever is that member already, the link leads on.
 */
export async function claimAccount(
  services: ClaimServices,
  tx: Tx,
  actor: IdentityActor,
  { token }: { token: string },
) {
  const { identity } = actor
  await queries.lockIdentity(tx, identity)
  const present = await queries.findMemberId(tx, identity)
  // An invited person whose address the provider has verified became that member at the sign-in.
  if (present?.enabled && readClaimToken(services.secrets, token, tx.now) === present.id)
    return presentMember(await queries.selectMember(tx, present.id))
  const target = await lockTarget(services, tx, identity, token)
  // Waits for concurrent writes to the profile; later ones are refused by `lockEnabledMember`.
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
  await endManaged(tx, target.id)
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

const DAY = 86_400_000

/** Mailed to a member's own address, as proof that whoever returns it reads that mailbox. @param days for which the link works */
export function claimToken(secrets: Secrets, memberId: string, now: Date, days = 1): string {
  return signedToken(secrets, PURPOSE, memberId, String(Math.floor((now.getTime() + days * DAY) / 1000)))
}

/** @returns the member id; null if the token is expired or not ours */
function readClaimToken(secrets: Secrets, token: string, now: Date): string | null {
  const [memberId = null, end = 0] = readSignedToken(secrets, PURPOSE, token) ?? []
  return Number(end) * 1000 > now.getTime() ? memberId : null
}
