import type { Membership } from '#contract/memberships.ts'

/** The memberships in a few figures. */
export interface Summary {
  /** Seasons that run: what has ended is none, also in its days of grace. */
  readonly active: number
  readonly activeIn: ReadonlySet<string>
  /** With the clubs that keep a place for some days after the end. */
  readonly placeIn: ReadonlySet<string>
  /** Whether there ever was one: an order that is not paid makes no member. */
  readonly any: boolean
}

export const isActive = ({ status }: Pick<Membership, 'status'>) => status === 'active'

/** In the days of grace the season has ended, and the place is kept. */
export const holdsMembership = ({ status }: Pick<Membership, 'status'>) => status === 'active' || status === 'grace'

/** A season of it was paid, or is no longer: it is more than an order that waits for its payment. */
export const isOrWasMember = ({ memberships }: Pick<Membership, 'memberships'>) =>
  memberships.some(({ status }) => status !== 'inactive')

/** An order that is not paid yet holds a season of it. */
export const awaitsPayment = ({ memberships }: Pick<Membership, 'memberships'>) =>
  memberships.some(({ status }) => status === 'inactive')

const clubsOf = (memberships: readonly Membership[]) => new Set(memberships.map(({ orgId }) => orgId))

/** How many memberships run, and the ids of the clubs that they are in. */
export function summarise(memberships: readonly Membership[]): Summary {
  const active = memberships.filter(isActive)
  return {
    active: active.length,
    activeIn: clubsOf(active),
    placeIn: clubsOf(memberships.filter(holdsMembership)),
    any: memberships.some(isOrWasMember),
  }
}

/** Whether a membership has run out, in its days of grace too, with nothing paid ahead. */
export function hasEnded({ status, overallEndDate }: Membership, day: string): boolean {
  const paidAhead = overallEndDate !== null && overallEndDate >= day
  return (status === 'expired' || status === 'grace') && !paidAhead
}
