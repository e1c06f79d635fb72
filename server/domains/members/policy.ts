import type { MemberActor } from '#server/http/actor.ts'
import { isSuperAdmin } from '#server/identity/roles.ts'
import type { MemberRow } from './queries.ts'

export type MemberAction = 'see' | 'edit'

/** Who may do what with a member: oneself and the participants one looks after; a super admin of ALL may see. */
export function may(actor: MemberActor, action: MemberAction, member: Pick<MemberRow, 'id' | 'parentId'>): boolean {
  if (member.id === actor.memberId || member.parentId === actor.memberId) return true
  return action === 'see' && isSuperAdmin(actor.roles)
}
