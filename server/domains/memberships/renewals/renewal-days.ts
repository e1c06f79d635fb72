import { addDays } from '#server/database/clock.ts'
import { sql, type SQL } from '#server/database/sql.ts'

/** Days before the end on which the payer is notified, and on which the card is charged. */
export const ANNOUNCE_DAYS = 28
export const CHARGE_DAYS = 14

/** Days before the charge on which a payer is notified that the card expires first. */
export const CARD_DAYS = 60

/** Days between the notice and the charge, at least. */
export const NOTICE_DAYS = 7

/** Days after the grace period until a postponed charge is abandoned. */
export const PATIENT_DAYS = 31

/** Whether a card (`YYYY-MM`) has run out by a day: it is good until the end of its month. */
export const isExpiredBy = (expires: string, day: string): boolean => expires < day.slice(0, 7)

/** `isExpiredBy` in SQL. */
export const expiredBy = (expires: SQL, day: SQL): SQL => sql`${expires} < to_char(${day}, 'YYYY-MM')`

/** Three attempts over ten days. */
export const TRIES = 3
export const DAYS_BETWEEN_TRIES = 5

/** The day of the charge for a membership that ends on a day, if it is announced today. Days in Copenhagen. */
export function chargeDay(endDate: string, today: string): string {
  const regular = addDays(endDate, -CHARGE_DAYS)
  const soonest = addDays(today, NOTICE_DAYS)
  return regular > soonest ? regular : soonest
}

/**
 * The day of the next attempt after one made today; null after the last.
 * @param tries attempts made, including this one
 */
export const nextTryDay = (today: string, tries: number): string | null =>
  tries < TRIES ? addDays(today, DAYS_BETWEEN_TRIES) : null

/** The day of the last attempt, if so many were made and the next one is today. */
export const lastTryDay = (today: string, tries: number): string =>
  addDays(today, DAYS_BETWEEN_TRIES * Math.max(0, TRIES - 1 - tries))
