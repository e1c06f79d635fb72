import type { Db } from '#server/database/db.ts'
import type { Identity } from '#server/identity/identity.ts'
import { ProviderUnavailable } from '#server/identity/key-set.ts'
import { isSuperAdmin } from '#server/identity/roles.ts'
import { holds } from '#server/identity/scopes.ts'
import type { VerifyToken } from '#server/identity/verify-token.ts'
import { isImpersonating, type ActingFor, type Actor, type MemberActor, type OfficeCaller, type Via } from './actor.ts'
import { Problem } from './problem.ts'
import type { Office, Permission, Rules } from './route.ts'

/** The member of an identity, and what lets them act for the one they name. */
export interface FoundCaller {
  readonly id: string
  readonly enabled: boolean
  readonly acting: ActingFor | null
  /** They acted as the one they name, as a super admin, and do no more. */
  readonly impersonationOver: boolean
}

/** For whom a call says that it acts. */
export interface Wish {
  readonly memberId: string
  /** The call counts as use of an impersonation, which prolongs it. */
  readonly isUse: boolean
}

/** The member of an identity, if there is one, and whether the wish holds: one look-up. Given by the members domain. */
export type FindCaller = (db: Db, identity: Identity, wish: Wish | null) => Promise<FoundCaller | null>

export interface Authentication {
  readonly verifyToken: VerifyToken
  readonly findCaller: FindCaller
}

/** By which a caller is told from others. */
export const nameOf = ({ issuer, subject }: Identity): string => `${issuer}\0${subject}`

/** Who is calling: the token checked, nothing looked up yet. On a public call a missing or stale token is nobody's. */
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

/** Whether a call's Acting-For header is looked at: what is about the sign-in itself is always one's own. */
export const heedsActingFor = ({ may, acting }: Rules): boolean => may !== 'identity' && acting !== 'ignored'

/**
 * The actor of a call. The member, and what lets them act for another, are read at every call, so that a disabled member
 * and an ended link are refused at once.
 */
export async function actorOf(
  db: Db,
  identity: Identity | null,
  via: Via,
  { rules, wish, findCaller }: { rules: Rules; wish: Wish | null; findCaller: FindCaller },
): Promise<Actor> {
  if (!identity) return { via, identity, memberId: null, actorId: null, acting: null, roles: [] }
  const { may, withoutMember = 'member_required' } = rules
  const { roles } = identity
  if (may === 'operator' && !isSuperAdmin(roles)) throw new Problem('forbidden')
  const caller = await findCaller(db, identity, wish)
  if (may !== 'public' && may !== 'identity') {
    if (!caller) throw new Problem(withoutMember)
    if (!caller.enabled) throw new Problem('member_disabled')
  }
  if (!caller?.enabled) return { via, identity, memberId: null, actorId: null, acting: null, roles }
  // Whoever names themselves acts as themselves.
  const isOther = wish !== null && wish.memberId.toLowerCase() !== caller.id
  if (isOther && !caller.acting)
    throw new Problem(caller.impersonationOver ? 'impersonation_ended' : 'acting_for_ended')
  return permitted({ via, identity, actorId: caller.id, ...whoseRights(caller, roles), acting: caller.acting }, rules)
}

/** Whoever acts for family stays oneself; whoever impersonates has the rights of the other and none of one's own. */
const whoseRights = ({ id, acting }: FoundCaller, roles: Actor['roles']): Pick<Actor, 'memberId' | 'roles'> =>
  acting?.as === 'impersonator' ? { memberId: acting.memberId, roles: [] } : { memberId: id, roles }

function permitted(actor: Actor, { may, impersonator }: Rules): Actor {
  if (isImpersonating(actor)) {
    if (impersonator === 'refused') throw new Problem('impersonator_refused')
    if (may === 'operator') throw new Problem('forbidden')
  }
  return actor
}

/** Whoever calls for an office, with its club. Throws `forbidden` when they do not hold the scope there. */
export async function officeCallerOf(
  db: Db,
  { scope, clubOf }: Office,
  actor: MemberActor,
  input: unknown,
): Promise<OfficeCaller> {
  const organisation = await clubOf(db, input as never)
  if (!holds(actor, scope, organisation.key)) throw new Problem('forbidden')
  return { actor, organisation }
}
