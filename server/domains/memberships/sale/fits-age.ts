import { sql, type SQL } from '#server/database/sql.ts'
import { ageOn } from '#server/domains/members/index.ts'

/** The ages a season is for: whole years on its first day, both included; null: no limit. */
export interface AgeLimits {
  readonly startDate: string
  readonly minAge: number | null
  readonly maxAge: number | null
}

type AgeRefusal = 'membership_too_young' | 'membership_too_old' | 'birth_date_missing'

/** Why a membership is closed at somebody's age; null if it is not. @param dateOfBirth `YYYY-MM-DD`, null if unknown */
export function ageRefusal({ startDate, minAge, maxAge }: AgeLimits, dateOfBirth: string | null): AgeRefusal | null {
  if (minAge === null && maxAge === null) return null
  if (dateOfBirth === null) return 'birth_date_missing'
  const age = ageOn(startDate, dateOfBirth)
  if (minAge !== null && age < minAge) return 'membership_too_young'
  return maxAge !== null && age > maxAge ? 'membership_too_old' : null
}

/** `ageRefusal` in SQL: true if it refuses nothing. @param limits a row with `start_date`, `min_age` and `max_age` */
export const fitsAge = (limits: SQL, dateOfBirth: SQL): SQL => sql`(
  (${limits}.min_age is null and ${limits}.max_age is null)
  or coalesce(extract(year from age(${limits}.start_date, ${dateOfBirth})) between coalesce(${limits}.min_age, 0) and coalesce(${limits}.max_age, 1000), false)
)`
