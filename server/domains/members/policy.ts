import type { ActingAs } from '#contract/members/acting.ts'

/** Why the caller may act for a member. */
export type Reason = 'self' | Exclude<ActingAs, 'impersonator'>

/** A club that a member belongs or belonged to, and whose office the caller is. */
export interface OfficeClub {
  readonly orgId: string
  readonly name: string
  /** The office's notes about the member. */
  readonly comments: string
  /** Whether the caller may change them. */
  readonly writable: boolean
}

/** The caller's relationship to a member, read again at every call. */
export interface Relationship {
  /** Null: neither the caller nor family. */
  readonly as: Reason | null
  readonly clubs: readonly OfficeClub[]
  readonly superAdmin: boolean
  /** The member is archived. */
  readonly archived: boolean
  /** The invitation behind the family link to the member or their guardian. */
  readonly invitationId: string | null
}

/** `see_all`: more than name, e-mail, phone and address, which is what a family link shares. */
type MemberAction = 'see_all' | 'edit' | 'buy' | 'archive'

const family: Readonly<Record<Reason, readonly MemberAction[]>> = {
  self: ['see_all', 'edit', 'buy'],
  participant: ['see_all', 'edit', 'buy', 'archive'],
  relative: ['buy'],
  relative_participant: ['see_all', 'edit', 'buy'],
}

/** Whether a caller may do something with a member they may see. Archived members, and for an office all members, are read-only. */
export function may({ as, clubs, superAdmin, archived }: Relationship, action: MemberAction): boolean {
  if (archived && action !== 'see_all') return false
  return (as !== null && family[as].includes(action)) || ((clubs.length > 0 || superAdmin) && action === 'see_all')
}

/** The club whose notes the caller may write. Null if there are several: it would be unclear which is meant. */
export function clubOfNotes({ clubs }: Relationship): OfficeClub | null {
  const [club, ...others] = clubs
  return club?.writable && others.length === 0 ? club : null
}

/** The relationship to oneself without an office. */
export const oneself: Relationship = { as: 'self', clubs: [], superAdmin: false, archived: false, invitationId: null }
