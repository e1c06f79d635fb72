import { addDays } from '#server/database/clock.ts'
import { ageOn } from '#server/domains/members/index.ts'
import type { ConfigurationRow, Holders } from '../configuration-queries.ts'
import type { Candidate } from './closed-for.ts'
import { ageRefusal } from './fits-age.ts'
import { priceMembership } from '#contract/memberships/price.ts'
import { conflicts } from './overlap.ts'

/** Days left, or fewer, at which the next season is proposed instead. */
const NEARLY_OVER_DAYS = 60

/** Fewer holders say nothing about what others want. */
const ENOUGH = 10

/** The first age of each group of people who tend to choose alike. */
const AGE_GROUPS = [0, 13, 18, 26, 40, 60]

const groupOf = (age: number) => AGE_GROUPS.findLast((first) => age >= first)

/** How many people of the same age group hold a series; of all ages if the age is unknown. */
function countLike(holders: readonly Holders[], { orgId, series }: ConfigurationRow, age: number | null): number {
  const like = holders.filter(
    (one) =>
      one.orgId === orgId &&
      one.series === series &&
      (age === null || (one.age !== null && groupOf(one.age) === groupOf(age))),
  )
  return like.reduce((sum, { people }) => sum + people, 0)
}

/** Whether a running season ends so soon that the next one is the better choice. */
export const isNearlyOver = ({ startDate, endDate }: { startDate: string; endDate: string }, today: string): boolean =>
  startDate <= today && endDate <= addDays(today, NEARLY_OVER_DAYS)

/**
 * The membership to propose to somebody: the series they had; else what most people of their age hold; else, if fewer
 * than ten hold any, the most expensive non-passive one. Trials and combinable memberships are not proposed, nor what
 * is closed by age or by another membership. Once the running season of a series is nearly over, the next one is
 * proposed.
 * @param offers what one club has on sale today
 * @param unknownAge whether to propose memberships with age limits if the age is unknown; the birth date is then
 * asked for
 */
export function proposedFor(
  offers: readonly ConfigurationRow[],
  person: Pick<Candidate, 'dateOfBirth' | 'held'>,
  { holders, today, unknownAge }: { holders: readonly Holders[]; today: string; unknownAge: boolean },
): ConfigurationRow | null {
  const clubs = new Set(offers.map(({ orgId }) => orgId))
  const last = person.held
    .filter((one) => clubs.has(one.orgId) && one.status === 'active' && !one.combinable && !one.isTrial)
    .toSorted((a, b) => b.endDate.localeCompare(a.endDate))[0]
  const fitting = offers.filter((one) => {
    // Somebody who has paid ahead is not offered an earlier season.
    if (last && one.endDate < last.endDate) return false
    const refusal = ageRefusal(one, person.dateOfBirth)
    const open = refusal === null || (unknownAge && refusal === 'birth_date_missing')
    const season = { ...one, configurationId: one.id }
    const held = person.held.filter(({ orgId }) => orgId === one.orgId)
    return open && !one.combinable && !one.isTrial && !held.some((other) => conflicts(other, season))
  })
  const seasons = [...Map.groupBy(fitting, ({ series }) => series).values()].map((those) => {
    const inOrder = those.toSorted((a, b) => a.startDate.localeCompare(b.startDate) || a.id.localeCompare(b.id))
    return inOrder.find((one) => !isNearlyOver(one, today)) ?? inOrder[0]!
  })

  const own = seasons.find(({ orgId, series }) => orgId === last?.orgId && series === last.series)
  if (own) return own

  const age = person.dateOfBirth === null ? null : ageOn(today, person.dateOfBirth)
  const byPriceDescending = seasons.toSorted(
    (a, b) => priceMembership(b).total - priceMembership(a).total || a.id.localeCompare(b.id),
  )
  const popular = byPriceDescending
    .map((one) => ({ one, people: countLike(holders, one, age) }))
    .toSorted((a, b) => b.people - a.people)[0]
  if (popular && popular.people >= ENOUGH) return popular.one
  return byPriceDescending.find(({ isPassive }) => !isPassive) ?? null
}
