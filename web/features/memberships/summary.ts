import type { Membership } from '#contract/memberships.ts'

export interface Summary {
  /** Memberships with a running season, without those in a grace period. */
  readonly active: number
  readonly activeIn: ReadonlySet<string>
  /** Clubs with an active membership or one in its grace period. */
  readonly placeIn: ReadonlySet<string>
  /** Whether any was ever paid. */
  readonly any: boolean
}

export const isActive = ({ status }: Pick<Membership, 'status'>) => status === 'active'

/** Active or in the grace period after the end. */
export const holdsMembership = ({ status }: Pick<Membership, 'status'>) => status === 'active' || status === 'grace'

/** Whether any season was ever paid, as opposed to an unpaid order only. */
export const isOrWasMember = ({ memberships }: Pick<Membership, 'memberships'>) =>
  memberships.some(({ status }) => status !== 'inactive')

/** Whether an unpaid order holds a season. */
export const awaitsPayment = ({ memberships }: Pick<Membership, 'memberships'>) =>
  memberships.some(({ status }) => status === 'inactive')

const clubsOf = (memberships: readonly Membership[]) => new Set(memberships.map(({ orgId }) => orgId))

export function summarise(memberships: readonly Membership[]): Summary {
  const active = memberships.filter(isActive)
  return {
    active: active.length,
    activeIn: clubsOf(active),
    placeIn: clubsOf(memberships.filter(holdsMembership)),
    any: memberships.some(isOrWasMember),
  }
}

/** Whether it has expired or is in its grace period, with nothing paid ahead. */
export function hasEnded({ status, overallEndDate }: Membership, day: string): boolean {
  const paidAhead = overallEndDate !== null && overallEndDate >= day
  return (status === 'expired' || status === 'grace') && !paidAhead
}
