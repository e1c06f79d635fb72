import type { Membership } from '#contract/memberships.ts'

/** The memberships in a few figures. */
export interface Summary {
  readonly active: number
  readonly activeIn: ReadonlySet<string>
}

/** A membership in its days of grace still counts as one. */
export const isActive = ({ status }: Pick<Membership, 'status'>) => status === 'active' || status === 'grace'

/** How many memberships count, and the ids of the clubs that they are in. */
export function summarise(memberships: readonly Membership[]): Summary {
  const active = memberships.filter(isActive)
  return { active: active.length, activeIn: new Set(active.map(({ orgId }) => orgId)) }
}

/** Whether a membership asks for something: its next season is on sale, or it has run out and nothing is paid ahead. */
export function attentionKind(membership: Membership, day: string): 'renew' | 'ended' | null {
  const { status, asksForRenewal, overallEndDate } = membership
  if (overallEndDate !== null && overallEndDate >= day && status !== 'active') return null
  if (status === 'expired' || status === 'grace') return 'ended'
  return status === 'active' && asksForRenewal ? 'renew' : null
}
