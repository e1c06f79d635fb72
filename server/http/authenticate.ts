import type { Db } from '#server/database/db.ts'
import type { Identity } from '#server/identity/identity.ts'
import { ProviderUnavailable } from '#server/identity/key-set.ts'
import { isSuperAdmin } from '#server/identity/roles.ts'
import type { VerifyToken } from '#server/identity/verify-token.ts'
import type { Actor, Via } from './actor.ts'
import { Problem } from './problem.ts'
import type { Permission } from './route.ts'

/** The member of an identity, if there is one. Given by the members domain. */
export type FindMemberId = (db: Db, identity: Identity) => Promise<{ id: string; enabled: boolean } | null>

export interface Authentication {
  readonly verifyToken: VerifyToken
  readonly findMemberId: FindMemberId
}

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

/** The actor of a call. The member is read at every call, so that a disabled one is refused at once. */
export async function actorOf(
  db: Db,
  identity: Identity | null,
  via: Via,
  may: Permission,
  findMemberId: FindMemberId,
): Promise<Actor> {
  if (!identity) return { via, identity, memberId: null, roles: [] }
  const { roles } = identity
  if (may === 'super_admin' && !isSuperAdmin(roles)) throw new Problem('forbidden')
  const member = await findMemberId(db, identity)
  if (may === 'member' || may === 'super_admin') {
    if (!member) throw new Problem('member_required')
    if (!member.enabled) throw new Problem('member_disabled')
  }
  return { via, identity, memberId: member?.enabled ? member.id : null, roles }
}
