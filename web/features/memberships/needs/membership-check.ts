import type { Membership } from '#contract/memberships.ts'
import { awaitsPayment, keepsPlace } from '../summary.ts'

/** Milliseconds before the first retry and before each further one, at most five. */
const pauses = [600, 800, 800, 800, 800]

interface Sources {
  /** Null while it is not known. */
  readonly memberId: () => string | null
  /** The member's clubs, perhaps none; fails while they are not known. */
  readonly clubs: () => Promise<readonly { readonly id: string }[]>
  readonly memberships: (memberId: string) => Promise<readonly Membership[]>
  readonly wait: (milliseconds: number) => Promise<void>
}

/** Whether a member has an active membership in any club, or has begun to pay one; null when that cannot be found out. */
export async function hasActiveMembership({ memberId, clubs, memberships, wait }: Sources): Promise<boolean | null> {
  for (const pause of [...pauses, null]) {
    const id = memberId()
    const known = id === null ? null : await clubs().catch(() => null)
    if (id !== null && known) {
      const all = await memberships(id).catch(() => null)
      const open = new Set(known.map((club) => club.id))
      return (
        all &&
        all.some((membership) => open.has(membership.orgId) && (keepsPlace(membership) || awaitsPayment(membership)))
      )
    }
    if (pause !== null) await wait(pause)
  }
  return null
}
