import type { Membership, NextSeason, Term } from '#contract/memberships.ts'
import { paths } from '#web/paths.ts'
import { formatMoney } from '#web/ui/words/format.ts'

/** A season that somebody can go on with now. */
export interface Renewal {
  readonly orgId: string
  readonly memberId: string
  readonly next: NextSeason
}

/** The seasons that people are asked to go on with: by hand, now. */
export const renewalsOf = (memberships: readonly Membership[]): Renewal[] =>
  memberships.flatMap(({ orgId, memberId, asksForRenewal, nextSeason, can }) =>
    asksForRenewal && nextSeason && can.renew ? [{ orgId, memberId, next: nextSeason }] : [],
  )

/** The basket with all of them in it. */
export const renewPath = (renewals: readonly Renewal[]) =>
  paths.newMembership({ lines: renewals.map(({ memberId, next }) => `${memberId}.${next.membershipConfId}`).join('~') })

/** What they cost together; clubs with different currencies are not added up: `DKK 700.00 + SEK 500.00`. */
export const totalText = (renewals: readonly Renewal[]): string =>
  [...Map.groupBy(renewals, ({ next }) => next.parts.total.currency)]
    .map(([currency, those]) => ({ minor: those.reduce((sum, { next }) => sum + next.parts.total.minor, 0), currency }))
    .map(formatMoney)
    .join(' + ')

/** What a membership consists of on a day: the seasons that run, else the next that was paid ahead, else the last. */
export function currentTerms({ memberships }: Pick<Membership, 'memberships'>, today: string): Term[] {
  const paid = memberships.filter(({ status }) => status === 'active')
  const running = paid.filter(({ startDate, endDate }) => startDate <= today && endDate >= today)
  if (running.length > 0) return running
  const starts = paid.map(({ startDate }) => startDate).toSorted()
  const wanted = starts.find((start) => start > today) ?? starts.at(-1)
  return paid.filter(({ startDate }) => startDate === wanted)
}

/** Seasons that are paid and have not begun, the first one first. */
export const comingTerms = ({ memberships }: Pick<Membership, 'memberships'>, today: string): Term[] =>
  memberships
    .filter(({ status, startDate }) => status === 'active' && startDate > today)
    .toSorted((a, b) => (a.startDate < b.startDate ? -1 : 1))

/** Whether what somebody has was bought while the club was in test mode: no money was taken. */
export const isTest = (terms: readonly Term[]) => terms.some(({ payment }) => payment?.testMode === true)
