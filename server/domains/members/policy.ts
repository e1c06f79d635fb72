import type { ActingAs } from '#contract/acting.ts'

/** What brings a member into the caller's reach. */
export type Reach = 'self' | Exclude<ActingAs, 'impersonator'>

/** What the caller is to a member, read anew at every call. */
export interface Standing {
  /** Null: neither themselves nor family. */
  readonly as: Reach | null
  /** The caller speaks for a club in which they ever held a membership. */
  readonly clubAdmin: boolean
  /** The caller is super admin of ALL. */
  readonly superAdmin: boolean
  /** The member is put away. */
  readonly archived: boolean
}

/** `see_all`: beyond name, e-mail, phone and address, which is what a family link shares. `comment`: read and write notes. */
export type MemberAction = 'see' | 'see_all' | 'edit' | 'buy' | 'archive' | 'comment'

const family: Readonly<Record<Reach, readonly MemberAction[]>> = {
  self: ['see', 'see_all', 'edit', 'buy'],
  participant: ['see', 'see_all', 'edit', 'buy', 'archive'],
  relative: ['see', 'buy'],
  relative_participant: ['see', 'see_all', 'edit', 'buy'],
}
const office: readonly MemberAction[] = ['see', 'see_all', 'comment']
const ofArchived: readonly MemberAction[] = ['see', 'see_all', 'comment']

/** What a caller may do with a member, by what they are to them. Whoever is put away can only be looked at. */
export function may({ as, clubAdmin, superAdmin, archived }: Standing, action: MemberAction): boolean {
  if (archived && !ofArchived.includes(action)) return false
  return (as !== null && family[as].includes(action)) || ((clubAdmin || superAdmin) && office.includes(action))
}

/** What somebody is to themselves who holds no office. */
export const oneself: Standing = { as: 'self', clubAdmin: false, superAdmin: false, archived: false }
