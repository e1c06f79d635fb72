export interface Season {
  /** `YYYY-MM-DD`, both included. */
  readonly startDate: string
  readonly endDate: string
  readonly combinable: boolean
}

/** Two seasons of one person in one club that cannot both be held: they share a day, and neither may be combined. */
export const clash = (one: Season, other: Season): boolean =>
  !one.combinable && !other.combinable && one.startDate <= other.endDate && other.startDate <= one.endDate
