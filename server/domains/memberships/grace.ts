import { addDays } from '#server/database/clock.ts'
import { sql, type SQL } from '#server/database/sql.ts'

// The grace period: a membership still counts for so many days after its last day, as many as its club gives.

/** The last day of it. */
export const graceEnd = (endDate: string, graceDays: number): string => addDays(endDate, graceDays)

/** The same in SQL, beside the club's row of `organisations`. */
export const graceEndOf = (endDate: SQL): SQL => sql`(${endDate} + organisations.grace_days)`

/** The last day of what has its last day of grace on `day`: a column that is compared with it is found by its index. */
export const endedWithGraceUntil = (day: SQL): SQL => sql`(${day} - organisations.grace_days)`
