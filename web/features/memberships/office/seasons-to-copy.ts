import type { OfficeSeason } from '#contract/memberships/office.ts'
import { daysYearOn } from '#contract/memberships/season-years.ts'

type Season = Pick<OfficeSeason, 'series' | 'state' | 'stopped' | 'startDate' | 'endDate'>

const isStopped = ({ state, stopped }: Season) => stopped ?? state === 'stopped'

/**
 * The newest season of each series that is sold, unless a copy of it would be over already. Where a later one has begun and was stopped,
 * the club does not sell the series any more; one that was stopped before it began may be copied anew.
 * @param seasons newest first
 */
export function seasonsToCopy<S extends Season>(seasons: readonly S[], today: string): S[] {
  const published = seasons.filter(({ state }) => state !== 'draft')
  return [...Map.groupBy(published, ({ series }) => series).values()].flatMap((those) => {
    const last = those.find((one) => !isStopped(one))
    if (!last || daysYearOn(last).endDate < today) return []
    const ended = those.some((one) => isStopped(one) && one.startDate > last.endDate && one.startDate <= today)
    return ended ? [] : [last]
  })
}
