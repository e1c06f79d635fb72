import type { Membership, NextSeason, Term } from '#contract/memberships.ts'
import { paths } from '#web/paths.ts'
import { formatMoney } from '#web/ui/words/format.ts'

/** A season that a member can renew with now. */
export interface Renewal {
  readonly orgId: string
  readonly memberId: string
  readonly next: NextSeason
  /** The last day of the season or of the days of grace; null when they are over. */
  readonly until: string | null
  /** It would renew by a card of the reader's that runs out first. */
  readonly needsCard: boolean
}

/** Renewals to be bought by hand now: also just after a purchase where the card runs out, as the page says so. */
export const renewalsOf = (memberships: readonly Membership[]): Renewal[] =>
  memberships.flatMap(({ orgId, memberId, status, statusUntil, asksForRenewal, nextSeason, renewal, can }) => {
    const until = status === 'active' || status === 'grace' ? statusUntil : null
    const needsCard = Boolean(renewal?.card && renewal.cardExpires)
    return (asksForRenewal || needsCard) && nextSeason && can.renew
      ? [{ orgId, memberId, next: nextSeason, until, needsCard }]
      : []
  })

/** Renewals that are due on the same day, the first day first; last what has ended. Those who join after a trial are apart. */
export const byDeadline = (renewals: readonly Renewal[]): Renewal[][] =>
  [...Map.groupBy(renewals, ({ until, next, needsCard }) => `${until ?? '9'} ${next.joins} ${needsCard}`)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, group]) => group)

/** Path of a purchase with all of these renewals. It asks for the card that renews from then on where one ran out. */
export const renewPath = (renewals: readonly Renewal[]) =>
  paths.newMembership({
    lines: renewals.map(({ memberId, next }) => `${memberId}.${next.membershipConfId}`).join('~'),
    ...(renewals.every(({ next }) => !next.joins) && { renews: 'true' }),
    ...(renewals.some(({ needsCard }) => needsCard) && { autoRenewal: 'true' }),
  })

/** The total price, by currency: `DKK 700.00 + SEK 500.00`. */
export const totalText = (renewals: readonly Renewal[]): string =>
  [...Map.groupBy(renewals, ({ next }) => next.parts.total.currency)]
    .map(([currency, group]) => ({ minor: group.reduce((sum, { next }) => sum + next.parts.total.minor, 0), currency }))
    .map(formatMoney)
    .join(' + ')

/** The terms running on a day; else those of the next paid season, else of the last. */
export function currentTerms({ memberships }: Pick<Membership, 'memberships'>, today: string): Term[] {
  const paid = memberships.filter(({ status }) => status === 'active')
  const running = paid.filter(({ startDate, endDate }) => startDate <= today && endDate >= today)
  if (running.length > 0) return running
  const starts = paid.map(({ startDate }) => startDate).toSorted()
  const wanted = starts.find((start) => start > today) ?? starts.at(-1)
  return paid.filter(({ startDate }) => startDate === wanted)
}

/** Paid terms that have not begun, earliest first. */
export const comingTerms = ({ memberships }: Pick<Membership, 'memberships'>, today: string): Term[] =>
  memberships
    .filter(({ status, startDate }) => status === 'active' && startDate > today)
    .toSorted((a, b) => (a.startDate < b.startDate ? -1 : 1))

/** Whether a term was bought in the club's test mode, without a real payment. */
export const isTest = (terms: readonly Term[]) => terms.some(({ payment }) => payment?.testMode === true)
