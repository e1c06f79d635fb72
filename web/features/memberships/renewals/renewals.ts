import type { Membership, NextSeason, Term } from '#contract/memberships/memberships.ts'
import { paths } from '#web/paths.ts'
import { formatMoney } from '#web/ui/words/format.ts'

/** A season that a member can renew with now. */
export interface Renewal {
  readonly orgId: string
  readonly memberId: string
  readonly next: NextSeason
  /** The last day paid for or of the days of grace; null when they are over. */
  readonly until: string | null
  /** It would renew by a card of the reader's that runs out first. */
  readonly needsCard: boolean
}

/** Renewals to be bought by hand now: also just after a purchase where the card runs out, as the page says so. */
export const renewalsOf = (memberships: readonly Membership[]): Renewal[] =>
  memberships.flatMap(
    ({ orgId, memberId, status, statusUntil, paidUntil, asksForRenewal, nextSeason, renewal, can }) => {
      const until = status === 'grace' ? statusUntil : status === 'expired' || status === 'cancelled' ? null : paidUntil
      const needsCard = Boolean(renewal?.card && renewal.cardExpires)
      return (asksForRenewal || needsCard) && nextSeason && can.renew
        ? [{ orgId, memberId, next: nextSeason, until, needsCard }]
        : []
    },
  )

/** A renewal that a day is set for. Once the days of grace are over, nothing is due any more. */
export type DueRenewal = Renewal & { readonly until: string }
export const isDue = (renewal: Renewal): renewal is DueRenewal => renewal.until !== null

/** Renewals that are due on the same day, the first day first. Those who join after a trial are apart. */
export const byDeadline = (renewals: readonly DueRenewal[]): DueRenewal[][] =>
  [...Map.groupBy(renewals, ({ until, next, needsCard }) => `${until} ${next.joins} ${needsCard}`)]
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

type Held = Pick<Membership, 'memberships' | 'mainTermId'>

/** The term that a membership is named by, with its price and last day. */
export const mainTermOf = ({ memberships, mainTermId }: Held): Term | null =>
  memberships.find(({ id }) => id === mainTermId) ?? null

/** That term, and what else runs beside it today. */
export const currentTerms = (membership: Held & Pick<Membership, 'besideTermIds'>): Term[] =>
  [membership.mainTermId, ...membership.besideTermIds].flatMap(
    (wanted) => membership.memberships.find(({ id }) => id === wanted) ?? [],
  )

/** Paid terms that have not begun, earliest first. */
export const comingTerms = ({ memberships }: Pick<Membership, 'memberships'>, today: string): Term[] =>
  memberships
    .filter(({ status, startDate }) => status === 'active' && startDate > today)
    .toSorted((a, b) => (a.startDate < b.startDate ? -1 : 1))

/** Whether a term was bought in the club's test mode, without a real payment. */
export const isTest = (terms: readonly Term[]) => terms.some(({ payment }) => payment?.testMode === true)
