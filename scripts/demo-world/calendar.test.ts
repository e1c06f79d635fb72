import { describe, expect, test } from 'vitest'
import { addDays, daysOfEvent, isHoliday, momentAt, seasonOf, weekdayOf, type Weekday } from './calendar.ts'
import { seededClubs } from './club-rows.ts'
import { clubs } from './clubs.ts'
import { eventRows } from './event-rows.ts'
import { events } from './events.ts'

const all = Object.values(events).flat()
/** Two years, one of them with a leap day: every event meets every weekday and every holiday. */
const startDays = Array.from({ length: 731 }, (_, days) => addDays('2027-06-01', days))

const danish: readonly [RegExp, Weekday][] = [
  [/mandag/i, 'monday'],
  [/tirsdag/i, 'tuesday'],
  [/onsdag/i, 'wednesday'],
  [/torsdag/i, 'thursday'],
  [/fredag/i, 'friday'],
  [/lørdag/i, 'saturday'],
  [/søndag/i, 'sunday'],
]

const planned = startDays.flatMap((today) => all.map((event) => ({ today, event, days: daysOfEvent(today, event) })))

/** The events of which something does not hold, by the day on which the demo world begins. */
const wrong = (holds: (one: (typeof planned)[number]) => boolean) =>
  planned.filter((one) => !holds(one)).map(({ today, event }) => `${event.title}, from ${today}`)

describe('whichever day the demo world begins on', () => {
  test('an event is on the weekdays that its title and text name', () => {
    const found = wrong(({ event: { title, text, weekday }, days }) => {
      const weekdays = days.map(weekdayOf)
      const named = danish.filter(([name]) => name.test(`${title} ${text}`)).map(([, one]) => one)
      return weekdays[0] === weekday && named.every((one) => weekdays.includes(one))
    })
    expect(found).toEqual([])
  })

  test('no event falls on Christmas or New Year', () => {
    expect(wrong(({ days }) => !days.some(isHoliday))).toEqual([])
  })

  test('future events are in the future, past ones in the past, each close to its planned day', () => {
    const found = wrong(({ event: { inDays }, days: [first], today }) => {
      const days = (Date.parse(first!) - Date.parse(today)) / 86_400_000
      return Math.sign(days) === Math.sign(inDays) && Math.abs(days - inDays) <= 17
    })
    expect(found).toEqual([])
  })

  test('seasons begin and end with their month, whatever the weekday', () => {
    for (const today of startDays) {
      for (const { seasonStartsInMonth } of clubs) {
        const { startDate, endDate } = seasonOf(today, seasonStartsInMonth)
        expect([startDate.slice(8), addDays(endDate, 1).slice(8)]).toEqual(['01', '01'])
        expect(startDate <= today && today <= endDate).toBe(true)
      }
    }
  })
})

test('the rows have these days, and an event over several days ends on the last one', () => {
  const today = '2026-11-22'
  const rows = eventRows(seededClubs(today), today).events
  expect(rows).toHaveLength(all.length)
  for (const [at, event] of all.entries()) {
    const days = daysOfEvent(today, event)
    expect(rows[at]!.startsAt).toEqual(momentAt(days[0]!, event.at))
    expect(rows[at]!.endsAt < momentAt(addDays(days.at(-1)!, 1), '00:01')).toBe(true)
  }
})

test.each([
  ['the nearest Friday', '2026-11-22', 6, '2026-11-27'],
  ['a week on, where that is a holiday', '2025-12-19', 7, '2026-01-02'],
  ['a week before, where a week on is one, too', '2026-12-10', 15, '2026-12-18'],
  ['two weeks on, where a week before is over', '2026-12-19', 6, '2027-01-08'],
])('%s', (_, today, inDays, day) => {
  expect(daysOfEvent(today, { inDays, weekday: 'friday', at: '18:00', hours: 3 })).toEqual([day])
})
