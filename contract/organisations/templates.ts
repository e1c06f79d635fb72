import { daysYearOn, nameYearOn } from '../memberships/season-years.ts'
import type { NewMembership } from '../operator.ts'

/** Days before the end of a season from which the next one should exist. */
export const NEXT_SEASON_DAYS = 60

export const clubTemplates = ['sports', 'choir', 'association'] as const
export type ClubTemplate = (typeof clubTemplates)[number]

interface Kind {
  readonly series: string
  readonly name: string
  readonly kroner: number
  readonly minAge?: number
  readonly maxAge?: number
  readonly isPassive?: true
}

/** Typical memberships of clubs of a kind. Names are Danish, as in every club's own list; the operator changes the prices. */
const kinds: Readonly<Record<ClubTemplate, { readonly startsInMonth: number; readonly kinds: readonly Kind[] }>> = {
  sports: {
    startsInMonth: 1,
    kinds: [
      { series: 'adult', name: 'Voksen', kroner: 1200, minAge: 18 },
      { series: 'youth', name: 'Ungdom', kroner: 600, maxAge: 17 },
      { series: 'passive', name: 'Støttemedlem', kroner: 200, isPassive: true },
    ],
  },
  choir: {
    startsInMonth: 8,
    kinds: [
      { series: 'singer', name: 'Sanger', kroner: 1500 },
      { series: 'student', name: 'Sanger under uddannelse', kroner: 750, maxAge: 30 },
      { series: 'supporter', name: 'Støttemedlem', kroner: 200, isPassive: true },
    ],
  },
  association: {
    startsInMonth: 1,
    kinds: [
      { series: 'member', name: 'Medlem', kroner: 300, minAge: 18 },
      { series: 'young', name: 'Medlem under 18', kroner: 100, maxAge: 17 },
      { series: 'supporter', name: 'Støttemedlem', kroner: 150, isPassive: true },
    ],
  },
}

/**
 * The memberships of a template for the season that a day is in, and for the next one where that should be there already.
 * @param today in Copenhagen, `YYYY-MM-DD`
 */
export function membershipsOf(template: ClubTemplate, today: string): NewMembership[] {
  const { startsInMonth, kinds: proposed } = kinds[template]
  const { startDate, endDate, label } = seasonOf(today, startsInMonth)
  const running = proposed.map(({ series, name, kroner, minAge = null, maxAge = null, isPassive = false }) => ({
    series,
    name: `${name} ${label}`,
    price: kroner * 100,
    startDate,
    endDate,
    minAge,
    maxAge,
    isPassive,
  }))
  const isEnding = Date.parse(endDate) - Date.parse(today) <= NEXT_SEASON_DAYS * 86_400_000
  const next = running.map((one) => ({ ...one, name: nameYearOn(one.name, one.startDate), ...daysYearOn(one) }))
  return isEnding ? [...running, ...next] : running
}

/** The year that begins in a month and contains a day; one that is not the calendar's has both years in its name: 2026/27. */
function seasonOf(today: string, startsInMonth: number) {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
  const first = month >= startsInMonth ? year : year - 1
  if (startsInMonth === 1) return { startDate: `${first}-01-01`, endDate: `${first}-12-31`, label: String(first) }
  const before = `${first + 1}-${String(startsInMonth - 1).padStart(2, '0')}`
  const lastDay = new Date(Date.UTC(first + 1, startsInMonth - 1, 0)).getUTCDate()
  return {
    startDate: `${first}-${String(startsInMonth).padStart(2, '0')}-01`,
    endDate: `${before}-${lastDay}`,
    label: `${first}/${String(first + 1).slice(2)}`,
  }
}
