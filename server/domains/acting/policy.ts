import type { MemberActor } from '#server/http/actor.ts'
import { isSuperAdmin } from '#server/identity/roles.ts'

/** Minutes after its last use at which an impersonation ends. */
export const GRANT_MINUTES = 30

/** Whom a super admin of ALL may act as: everybody but themselves, other super admins and disabled members. */
export const mayImpersonate = (
  { roles, signedInId }: Pick<MemberActor, 'roles' | 'signedInId'>,
  member: { readonly id: string; readonly enabled: boolean; readonly superAdmin: boolean },
): boolean => isSuperAdmin(roles) && member.id !== signedInId && member.enabled && !member.superAdmin
