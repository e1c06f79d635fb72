import { addDays } from '#server/database/clock.ts'
import { ageOn } from '#server/domains/members/index.ts'
import type { ConfigurationRow, Holders } from '../configuration-queries.ts'
import type { Candidate } from './closed-for.ts'
import { ageRefusal } from './fits-age.ts'
import { priceMembership } from './membership-price.ts'
import { conflicts } from './overlap.ts'

/** With so many days left or fewer, the season that follows is proposed instead. */
const NEARLY_OVER_DAYS = 60

/** What fewer people hold says nothing about what others want. */
const ENOUGH = 10

/** The first age of each group of people who tend to hold the same. */
const AGE_GROUPS = [0, 13, 18, 26, 40, 60]

const groupOf = (age: number) => AGE_GROUPS.findLast((first) => age >= first)

/** How many people like somebody hold a series; of all ages where theirs is not known. */
function countLike(holders: readonly Holders[], { orgId, series }: ConfigurationRow, age: number | null): number {
  const like = holders.filter(
    (one) =>
      one.orgId === orgId &&
      one.series === series &&
      (age === null || (one.age !== null && groupOf(one.age) === groupOf(age))),
  )
  return like.reduce((sum, { people }) => sum + people, 0)
}

/** Whether a season that has begun ends so soon that the next one is the better choice. */
export const isNearlyOver = ({ startDate, endDate }: { startDate: string; endDate: string }, today: string): boolean =>
  startDate <= today && endDate <= addDays(today, NEARLY_OVER_DAYS)

/**
 * Of what a club sells, the membership to propose to somebody: the one they had; else what most people of their age hold there; else,
 * where fewer than ten hold any, the dearest that is not passive. Trials and what is held beside a membership are not proposed,
 * nor what their age or another membership closes; and of a series the season that follows, once the running one is nearly over.
 * @param offers what one club has on sale today
 * @param unknownAge whether what depends on an age that is not known may be proposed: the birth date is then asked for
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
    // Who has paid ahead is not led back to what ends before.
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
  const dearestFirst = seasons.toSorted(
    (a, b) => priceMembership(b).total - priceMembership(a).total || a.id.localeCompare(b.id),
  )
  const liked = dearestFirst
    .map((one) => ({ one, people: countLike(holders, one, age) }))
    .toSorted((a, b) => b.people - a.people)[0]
  if (liked && liked.people >= ENOUGH) return liked.one
  return dearestFirst.find(({ isPassive }) => !isPassive) ?? null
}
