import type { ActingAs } from '#contract/acting.ts'

/** Why the caller may act for a member. */
export type Reason = 'self' | Exclude<ActingAs, 'impersonator'>

/** A club that a member ever held a membership in and that the caller speaks for. */
export interface OfficeClub {
  readonly orgId: string
  readonly name: string
  /** What its office notes about the member. */
  readonly comments: string
  /** Whether the caller may write that. */
  readonly writable: boolean
}

/** What the caller is to a member, read anew at every call. */
export interface Relationship {
  /** Null: neither themselves nor family. */
  readonly as: Reason | null
  readonly clubs: readonly OfficeClub[]
  /** The caller is super admin of ALL. */
  readonly superAdmin: boolean
  /** The member is put away. */
  readonly archived: boolean
  /** The invitation behind the family link that makes them the caller's relative, or their relative's participant. */
  readonly invitationId: string | null
}

/** `see_all`: beyond name, e-mail, phone and address, which is what a family link shares. */
type MemberAction = 'see_all' | 'edit' | 'buy' | 'archive'

const family: Readonly<Record<Reason, readonly MemberAction[]>> = {
  self: ['see_all', 'edit', 'buy'],
  participant: ['see_all', 'edit', 'buy', 'archive'],
  relative: ['buy'],
  relative_participant: ['see_all', 'edit', 'buy'],
}

/**
 * What a caller may do with a member whom they may see, by what they are to them. Whoever is put away can only be looked at;
 * so can, for an office, everybody.
 */
export function may({ as, clubs, superAdmin, archived }: Relationship, action: MemberAction): boolean {
  if (archived && action !== 'see_all') return false
  return (as !== null && family[as].includes(action)) || ((clubs.length > 0 || superAdmin) && action === 'see_all')
}

/** The club whose notes the caller writes: with several it could not be told which is meant, so they are only read. */
export function clubOfNotes({ clubs }: Relationship): OfficeClub | null {
  const [club, ...others] = clubs
  return club?.writable && others.length === 0 ? club : null
}

/** What somebody is to themselves who holds no office. */
export const oneself: Relationship = { as: 'self', clubs: [], superAdmin: false, archived: false, invitationId: null }
