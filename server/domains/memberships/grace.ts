import { addDays } from '#server/database/clock.ts'
import { sql, type SQL } from '#server/database/sql.ts'

// The grace period: a membership still counts for so many days after its last day, set by its club.

/** Its last day. */
export const graceEnd = (endDate: string, graceDays: number): string => addDays(endDate, graceDays)

/** `graceEnd` in SQL, joined with the club's row of `organisations`. */
export const graceEndOf = (endDate: SQL): SQL => sql`(${endDate} + organisations.grace_days)`

/** The last day of a membership whose grace period ends on `day`. Comparing a column with this can use an index. */
export const endedWithGraceUntil = (day: SQL): SQL => sql`(${day} - organisations.grace_days)`
