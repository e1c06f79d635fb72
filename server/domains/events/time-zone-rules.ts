import { getVtimezoneComponent } from '@touch4it/ical-timezones'
import { wallClock } from '#server/database/local-time.ts'

const DAY = 86_400_000
const known = new Map<string, string | null>()

/**
 * A time zone's rules as VTIMEZONE, for the years that a calendar uses. Null where the library has none, or others than the runtime: some of its
 * blocks are out of date, and some are another zone's. Times of such a zone are written in UTC.
 */
export function rulesOf(timeZone: string, years: Iterable<number>): string | null {
  const block = getVtimezoneComponent(timeZone)
  if (!block?.includes(`TZID:${timeZone}\n`)) return null
  for (const year of years) {
    const key = `${timeZone} ${year}`
    if (!known.has(key)) known.set(key, agrees(block, timeZone, year) ? block : null)
    if (known.get(key) === null) return null
  }
  return block
}

/** Whether clocks show what the block says: on every day of a year, and just before and after each change. */
function agrees(block: string, timeZone: string, year: number): boolean {
  const changes = [year - 1, year, year + 1].flatMap((one) => changesOf(block, one)).toSorted((a, b) => a.at - b.at)
  const begin = Date.UTC(year, 0, 1)
  const days = Array.from({ length: 366 }, (_, day) => begin + day * DAY)
  const around = changes.flatMap(({ at }) => [at - 60_000, at]).filter((at) => at > begin && at < begin + 366 * DAY)
  return [...days, ...around].every((moment) => {
    const offset = changes.findLast(({ at }) => at <= moment)?.offset
    return offset !== undefined && offset === offsetAt(moment, timeZone)
  })
}

/** Minutes before UTC. */
function offsetAt(moment: number, timeZone: string): number {
  const { day, time } = wallClock(new Date(moment), timeZone)
  return (Date.parse(`${day}T${time}Z`) - Math.floor(moment / 60_000) * 60_000) / 60_000
}

/** When clocks change in a year by a block, and what they show from then on. A rule without a year has always held. */
function changesOf(block: string, year: number): { at: number; offset: number }[] {
  return [...block.matchAll(/BEGIN:(STANDARD|DAYLIGHT)\n([\s\S]*?)END:\1/g)].flatMap(([, , part = '']) => {
    const value = (name: string) => new RegExp(`^${name}[:;](.*)$`, 'm').exec(part)?.[1] ?? ''
    const minutes = (text: string) =>
      (text.startsWith('-') ? -1 : 1) * (Number(text.slice(1, 3)) * 60 + Number(text.slice(3, 5)))
    const [from, offset] = [minutes(value('TZOFFSETFROM')), minutes(value('TZOFFSETTO'))]
    const [, first = '1970', , , hour = '00', minute = '00'] =
      /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)/.exec(value('DTSTART')) ?? []
    const rule = value('RRULE')
    if (!rule) return [{ at: Date.UTC(Number(first), 0, 1), offset }]
    const month = Number(/BYMONTH=(\d+)/.exec(rule)?.[1])
    const [, which = '', weekday = ''] = /BYDAY=(-?\d)(\w\w)/.exec(rule) ?? []
    const day = nthWeekday(year, month, Number(which), ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'].indexOf(weekday))
    return [{ at: day + (Number(hour) * 60 + Number(minute) - from) * 60_000, offset }]
  })
}

/** Midnight of such a weekday in a month: the first is 1, the last -1. */
function nthWeekday(year: number, month: number, which: number, weekday: number): number {
  const [first, last] = [Date.UTC(year, month - 1, 1), Date.UTC(year, month, 0)]
  if (which < 0) return last - (((new Date(last).getUTCDay() - weekday + 7) % 7) + (-which - 1) * 7) * DAY
  return first + (((weekday - new Date(first).getUTCDay() + 7) % 7) + (which - 1) * 7) * DAY
}
