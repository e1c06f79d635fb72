import { sql, type SQL } from 'drizzle-orm'

/** The rule of `ageRefusal` in SQL: whether it refuses nothing. @param limits a row with `start_date`, `min_age` and `max_age` */
export const fitsAge = (limits: SQL, dateOfBirth: SQL): SQL => sql`(
  (${limits}.min_age is null and ${limits}.max_age is null)
  or coalesce(extract(year from age(${limits}.start_date, ${dateOfBirth})) between coalesce(${limits}.min_age, 0) and coalesce(${limits}.max_age, 1000), false)
)`
