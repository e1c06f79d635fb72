import * as z from 'zod/mini'
import { day, localText, optional } from '../fields.ts'
import { LetterText } from '../local-text.ts'
import type { EventFields } from './office.ts'

/** Whether a ticket is kept, of a moved event or of somebody who leaves. No answer means that it is. */
export const KeepOrRefund = z.enum(['keep', 'refund'])
export type KeepOrRefund = z.infer<typeof KeepOrRefund>

/** With a move that is saved: the club's words to the guests, and the last day on which they can have their money back. */
export const moveFields = { moveText: localText(LetterText, 5000, { lines: 'plain' }), keepUntil: optional(day()) }

export type WhenAndWhere = Pick<EventFields, 'startsAt' | 'endsAt' | 'timeZone' | 'place' | 'address'>

const HOUR = 3_600_000

/**
 * The parts of a change that guests are notified of: another day, more than an hour earlier or later, another place or address. Other spaces, a time
 * zone with the same clock, or an added translation are no change.
 */
export function movesOf(
  before: WhenAndWhere,
  after: WhenAndWhere,
  least = HOUR,
): { readonly time: boolean; readonly place: boolean } {
  return {
    time:
      firstDay(before) !== firstDay(after) ||
      lastDay(before) !== lastDay(after) ||
      shift(before, after, 'startsAt') > least ||
      shift(before, after, 'endsAt') > least,
    place: isElsewhere(before, after),
  }
}

/** Whether guests have to be notified. */
export const isMoved = (before: WhenAndWhere, after: WhenAndWhere, least = HOUR): boolean => {
  const { time, place } = movesOf(before, after, least)
  return time || place
}

/** From how many milliseconds on a change counts. */
export const leastOf = (small: boolean): number => (small ? 0 : HOUR)

/**
 * The day until which guests are asked by default: in a week, and at the latest a day before the start; null where that is too soon to ask.
 * @param today where the event is
 */
export function keepUntilOf(startsAt: string, today: string): string | null {
  const dayAfter = (from: string, days: number) =>
    new Date(Date.parse(`${from}Z`) + days * 86_400_000).toISOString().slice(0, 10)
  const [week, last] = [dayAfter(`${today}T00:00`, 7), dayAfter(startsAt, -1)]
  const until = week < last ? week : last
  return until > today ? until : null
}

const firstDay = ({ startsAt }: WhenAndWhere) => startsAt.slice(0, 10)

/** An event that ends at midnight ends on the day before. */
const lastDay = ({ startsAt, endsAt }: WhenAndWhere) => {
  const end = endsAt.endsWith('T00:00') && endsAt > startsAt ? instant(endsAt) - 1 : instant(endsAt)
  return new Date(end).toISOString().slice(0, 10)
}

const instant = (local: string) => Date.parse(`${local}:00Z`)

/** By how many milliseconds a time is another one. */
function shift(before: WhenAndWhere, after: WhenAndWhere, field: 'startsAt' | 'endsAt'): number {
  const byClock = instant(after[field]) - instant(before[field])
  if (before.timeZone === after.timeZone) return Math.abs(byClock)
  return Math.abs(byClock - offset(after[field], after.timeZone) + offset(before[field], before.timeZone))
}

/** How far a time zone is ahead of UTC at a local time, in milliseconds. */
function offset(local: string, timeZone: string): number {
  const clock = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  const name = clock.formatToParts(instant(local)).find(({ type }) => type === 'timeZoneName')!.value
  const [, sign, hours = 0, minutes = 0] = /^GMT(?:([+-])(\d\d):(\d\d))?/.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR + Number(minutes) * 60_000)
}

function isElsewhere(before: WhenAndWhere, after: WhenAndWhere): boolean {
  if (bare(before.address) !== bare(after.address) || bare(before.place.da) !== bare(after.place.da)) return true
  const [was, is] = [bare(before.place.en), bare(after.place.en)]
  return was !== '' && is !== '' && was !== is
}

const bare = (text = '') => text.normalize('NFC').replace(/\s+/g, ' ').trim()
