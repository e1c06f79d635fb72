/** A day in Copenhagen, `YYYY-MM-DD`. */
export type Day = string

const at = (day: Day) => Date.parse(`${day}T00:00:00Z`)

export const plus = (day: Day, days: number): Day => new Date(at(day) + days * 86_400_000).toISOString().slice(0, 10)

export const daysBetween = (from: Day, to: Day): number => Math.round((at(to) - at(from)) / 86_400_000)

export const later = (one: Day, other: Day): Day => (one > other ? one : other)

export const earlier = (one: Day, other: Day): Day => (one < other ? one : other)

/** Whole years on a day. */
export const ageOn = (day: Day, birth: Day): number =>
  Number(day.slice(0, 4)) - Number(birth.slice(0, 4)) - (day.slice(5) < birth.slice(5) ? 1 : 0)

/** At Christmas and New Year nobody is reminded. */
export const isQuiet = (day: Day): boolean => ['12-24', '12-25', '12-26', '12-31', '01-01'].includes(day.slice(5))

/** Hours of Copenhagen's clock before UTC's. Summer time: from the last Sunday in March to that in October. */
export const hoursAhead = (day: Day): number => {
  const year = day.slice(0, 4)
  return day >= lastSunday(`${year}-03-31`) && day < lastSunday(`${year}-10-31`) ? 2 : 1
}

const lastSunday = (end: Day): Day => plus(end, -new Date(at(end)).getUTCDay())
