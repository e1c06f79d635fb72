import type { Membership } from '#contract/memberships/memberships.ts'
import { today } from '#web/ui/words/format.ts'

export interface Summary {
  /** Memberships with a running season, without those in a grace period. */
  readonly active: number
  readonly activeIn: ReadonlySet<string>
  /** Clubs with a membership that is active, in its grace period or paid ahead. */
  readonly placeIn: ReadonlySet<string>
  /** Whether any was ever paid. */
  readonly any: boolean
}

export const isActive = ({ status }: Pick<Membership, 'status'>) => status === 'active'

/** Active, in the grace period after the end, or paid for a season that begins later. */
export const holdsMembership = (membership: Pick<Membership, 'status' | 'paidUntil'>, day = today()) =>
  membership.status === 'active' || membership.status === 'grace' || isPaidAhead(membership, day)

/** Whether any season was ever paid, as opposed to an unpaid order only. */
export const isOrWasMember = ({ memberships }: Pick<Membership, 'memberships'>) =>
  memberships.some(({ status }) => status !== 'inactive')

/** Whether an unpaid order holds a season. */
export const awaitsPayment = ({ memberships }: Pick<Membership, 'memberships'>) =>
  memberships.some(({ status }) => status === 'inactive')

const clubsOf = (memberships: readonly Membership[]) => new Set(memberships.map(({ orgId }) => orgId))

export function summarise(memberships: readonly Membership[], day = today()): Summary {
  const active = memberships.filter(isActive)
  return {
    active: active.length,
    activeIn: clubsOf(active),
    placeIn: clubsOf(memberships.filter((one) => holdsMembership(one, day))),
    any: memberships.some(isOrWasMember),
  }
}

/** Whether it has expired or is in its grace period, with nothing paid ahead. */
export const hasEnded = (membership: Membership, day: string): boolean =>
  (membership.status === 'expired' || membership.status === 'grace') && !isPaidAhead(membership, day)

/** Whether a season is paid that has not ended, be it one that begins later. */
export const isPaidAhead = ({ paidUntil }: Pick<Membership, 'paidUntil'>, day: string) =>
  paidUntil !== null && paidUntil >= day
