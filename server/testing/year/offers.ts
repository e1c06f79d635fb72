import { ageOn, plus, type Day } from './days.ts'
import { fits, isOnSale, type Holding, type Reckoning } from './reckoning.ts'
import { costs, type Season } from './seasons.ts'

/** With so many days left, the season after it is proposed. */
const NEARLY_OVER = 60

const isNearlyOver = ({ start, end }: Season, day: Day) => start <= day && end <= plus(day, NEARLY_OVER)

const byStart = (a: Season, b: Season) => a.start.localeCompare(b.start)

/**
 * The season that renews a membership: the next of its series that fits the age; one for the age of somebody too old for it; a membership
 * after a trial. Null if there is none.
 */
export function nextSeason(reckoning: Reckoning, holding: Holding, day: Day): Season | null {
  const last = reckoning.last(holding)
  if (!last) return null
  const own = reckoning.seasons.filter(({ club }) => club === holding.club)
  if (last.season.kind === 'trial') {
    const longer = own.filter((one) => one.end > last.end && isOnSale(one, day))
    return proposed(reckoning, holding, longer, day)
  }
  const following = own.filter((one) => one.start > last.end && one.end >= day)
  const series = following.filter((one) => one.series === last.season.series).toSorted(byStart)
  const [first, second] = series.filter((one) => fits(one, holding.birth))
  if (first) return second && isNearlyOver(first, day) && isOnSale(second, day) ? second : first
  if (series.length === 0) return null
  return proposed(
    reckoning,
    holding,
    following.filter((one) => isOnSale(one, day)),
    day,
  )
}

const GROUPS = [0, 13, 18, 26, 40, 60]
const groupOf = (age: number) => GROUPS.findLast((from) => age >= from)

/**
 * The membership that at least ten people of their age have, else the most expensive that fits; never trials, extras, or, without such
 * people, passive ones.
 */
function proposed(reckoning: Reckoning, { birth }: Holding, offers: readonly Season[], day: Day): Season | null {
  const open = offers.filter((one) => one.kind !== 'trial' && one.kind !== 'extra' && fits(one, birth))
  const seasons = [...Map.groupBy(open, ({ series }) => series).values()].map((those) => {
    const inOrder = those.toSorted(byStart)
    return inOrder.find((one) => !isNearlyOver(one, day)) ?? inOrder[0]!
  })
  const byPriceDescending = seasons.toSorted((a, b) => costs(b, day) - costs(a, day))
  const like = (one: Season) =>
    reckoning.holdings.filter(
      (other) =>
        other.club === one.club &&
        groupOf(ageOn(day, other.birth)) === groupOf(ageOn(day, birth)) &&
        reckoning
          .paid(other)
          .some(({ season, end }) => season.series === one.series && season.start <= day && day <= end),
    ).length
  const [popular] = byPriceDescending.map((one) => ({ one, people: like(one) })).toSorted((a, b) => b.people - a.people)
  if (popular && popular.people >= 10) return popular.one
  return byPriceDescending.find(({ kind }) => kind !== 'passive') ?? null
}
