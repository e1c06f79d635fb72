import { addDays } from '#server/database/clock.ts'

/** Days before the end on which the payer is told, and on which the card is charged. */
export const ANNOUNCE_DAYS = 28
export const CHARGE_DAYS = 14

/** Nobody is charged sooner than so many days after they were told what, whenever that was. */
export const NOTICE_DAYS = 7

/** A charge that was put off from day to day is given up so many days after the end. */
export const PATIENT_DAYS = 31

/** Three tries over ten days. */
export const TRIES = 3
export const DAYS_BETWEEN_TRIES = 5

/** The day on which a membership that ends on a day is charged, as far as it is announced today. Days in Copenhagen. */
export function chargeDay(endDate: string, today: string): string {
  const regular = addDays(endDate, -CHARGE_DAYS)
  const soonest = addDays(today, NOTICE_DAYS)
  return regular > soonest ? regular : soonest
}

/** The day of the next try after one made today; null when there were enough. @param tries those made, this one included */
export const nextTryDay = (today: string, tries: number): string | null =>
  tries < TRIES ? addDays(today, DAYS_BETWEEN_TRIES) : null

/** The day of the last try, when so many were made and the next one is today. */
export const lastTryDay = (today: string, tries: number): string =>
  addDays(today, DAYS_BETWEEN_TRIES * Math.max(0, TRIES - 1 - tries))
