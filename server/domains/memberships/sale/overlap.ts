export interface Season {
  /** `YYYY-MM-DD`, both included. */
  readonly startDate: string
  readonly endDate: string
  readonly combinable: boolean
  readonly configurationId: string
}

/** Two seasons of one person in one club that cannot both be held: the same one, or they share a day uncombined. */
export const clash = (one: Season, other: Season): boolean =>
  one.configurationId === other.configurationId ||
  (!one.combinable && !other.combinable && one.startDate <= other.endDate && other.startDate <= one.endDate)
