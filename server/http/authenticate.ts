import type { Db } from '#server/database/db.ts'
import type { Identity } from '#server/identity/identity.ts'
import { ProviderUnavailable } from '#server/identity/key-set.ts'
import { isSuperAdmin } from '#contract/token-roles.ts'
import { type Grant, scopesAt } from '#server/identity/scopes.ts'
import type { VerifyToken } from '#server/identity/verify-token.ts'
import { isImpersonating, type ActingFor, type Actor, type MemberActor, type OfficeCaller, type Via } from './actor.ts'
import { Problem } from './problem.ts'
import type { Office, Permission, Rules } from './route.ts'

/** The member of an identity, and their right to act for the member they named. */
export interface FoundCaller {
  readonly id: string
  readonly enabled: boolean
  readonly acting: ActingFor | null
  /** Rights that clubs granted them. */
  readonly grants: readonly Grant[]
  /** They impersonated the member they named, and that has ended. */
  readonly impersonationOver: boolean
  /** When they last wrote, by the primary's clock in milliseconds. */
  readonly wroteAt: number | null
}

/** The member that a call asks to act for. */
export interface Wish {
  readonly memberId: string
  /** Whether the call extends an impersonation. */
  readonly isUse: boolean
}

/** Finds the member of an identity and checks whether they may act as asked, in one query. Supplied by the members domain. */
export type FindCaller = (db: Db, identity: Identity, wish: Wish | null) => Promise<FoundCaller | null>

export interface Authentication {
  readonly verifyToken: VerifyToken
  readonly findCaller: FindCaller
}

/** Identifies a caller in rate limits and limiters. */
export const nameOf = ({ issuer, subject }: Identity): string => `${issuer}\0${subject}`

/** Checks the token, without a query. On a public route a missing or expired token counts as signed out. */
export async function identify(
  authorization: string | undefined,
  may: Permission,
  verifyToken: VerifyToken,
): Promise<Identity | null> {
  const token = /^Bearer ([\w.~+/=-]{1,16384})$/i.exec(authorization ?? '')?.[1]
  if (!token) return refuseUnlessPublic(may)
  try {
    return (await verifyToken(token)) ?? refuseUnlessPublic(may)
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    if (may === 'public') return null
    throw new Problem('unavailable', { retryAfter: 1, cause: error })
  }
}

function refuseUnlessPublic(may: Permission): null {
  if (may === 'public') return null
  throw new Problem('unauthenticated')
}

/** Whether a route reads the Acting-For header. Routes about the sign-in itself never do. */
export const readsActingFor = ({ may, acting }: Rules): boolean => may !== 'identity' && acting !== 'ignored'

/**
 * The actor of a call. The member and their right to act for another are read on every call, so that a disabled member or
 * an ended link is refused at once.
 */
export async function actorOf(
  db: Db,
  identity: Identity | null,
  via: Via,
  { rules, wish, findCaller }: { rules: Rules; wish: Wish | null; findCaller: FindCaller },
): Promise<Actor> {
  if (!identity) return { via, identity, memberId: null, actorId: null, acting: null, roles: [], grants: [] }
  const { may, withoutMember = 'member_required', signInAge } = rules
  const { roles } = identity
  if (may === 'operator') {
    if (!isSuperAdmin(roles)) throw new Problem('forbidden')
    if (signInAge !== 'ignored') requireFreshSignIn(identity)
  } else if (signInAge === 'fresh') requireFreshSignIn(identity)
  const caller = await findCaller(db, identity, wish)
  if (may !== 'public' && may !== 'identity') {
    if (!caller) throw new Problem(withoutMember)
    if (!caller.enabled) throw new Problem('member_disabled')
  }
  if (!caller?.enabled) return { via, identity, memberId: null, actorId: null, acting: null, roles, grants: [] }
  // Naming yourself is the same as sending no header.
  const isOther = wish !== null && wish.memberId.toLowerCase() !== caller.id
  if (isOther && !caller.acting)
    throw new Problem(caller.impersonationOver ? 'impersonation_ended' : 'acting_for_ended')
  const { id: actorId, acting, wroteAt } = caller
  return permitted({ via, identity, actorId, ...whoseRights(caller, roles), acting, wroteAt }, rules)
}

/** How old the sign-in of an operator's call may be, or of one that asks for a fresh one, as `max_age` at the provider. */
const FRESH_SECONDS = 15 * 60

/** A session left open must not be enough. */
function requireFreshSignIn({ signedInAt }: Identity): void {
  const age = signedInAt === null ? Infinity : Date.now() - signedInAt.getTime()
  if (age > FRESH_SECONDS * 1000) throw new Problem('fresh_sign_in_required', { data: { maxAge: FRESH_SECONDS } })
}

/** Acting for family keeps your own rights; impersonation replaces them with the other member's. A look ends with the role of an operator. */
const whoseRights = (
  { id, acting, grants }: FoundCaller,
  roles: Actor['roles'],
): Pick<Actor, 'memberId' | 'roles' | 'grants'> =>
  acting?.as === 'impersonator'
    ? { memberId: acting.memberId, roles: [], grants: [] }
    : {
        memberId: id,
        roles,
        grants: isSuperAdmin(roles) ? grants : grants.filter((grant) => !grant.roles.includes('look')),
      }

function permitted(actor: Actor, { may, impersonator }: Rules): Actor {
  if (isImpersonating(actor)) {
    if (impersonator === 'refused') throw new Problem('impersonator_refused')
    if (may === 'operator') throw new Problem('forbidden')
  }
  return actor
}

/** The caller with the club of the call. Throws `forbidden` when they do not hold the scope there. */
export async function officeCallerOf(
  db: Db,
  { scope, clubOf }: Office,
  actor: MemberActor,
  input: unknown,
  use: 'read' | 'write',
): Promise<OfficeCaller> {
  const organisation = await clubOf(db, input as never)
  const held = scopesAt(actor, organisation.key, use)
  if (scope === 'any' ? held.length === 0 : !held.includes(scope)) throw new Problem('forbidden')
  return { actor, organisation }
}
