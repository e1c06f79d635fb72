import { expect, test } from 'vitest'
import { hostileTexts } from '#server/testing/hostile-texts.ts'
import { readCalendar } from '#server/testing/files/calendar-reader.ts'
import { calendarFile, type CalendarEntry } from './calendar-file.ts'
import { wallClock } from '#server/database/local-time.ts'
import { rulesOf } from './time-zone-rules.ts'

const calendar = { language: 'da', publicUrl: 'https://portal.example', name: 'Mine billetter' } as const

const entry = (event: Partial<CalendarEntry['event']>, changes: Partial<CalendarEntry> = {}): CalendarEntry => ({
  id: '01980000-0000-7000-8000-000000000001',
  event: {
    title: 'Standerstrygning',
    description: '**Tag** en gæst med.\n\n- kaffe\n- [kort](https://evil.example)',
    place: 'Klubhuset',
    address: 'Fjordkajen 18, 4000 Roskilde',
    startsAt: new Date('2026-11-21T18:00:00Z'),
    endsAt: new Date('2026-11-21T20:00:00Z'),
    timeZone: 'Europe/Copenhagen',
    ...event,
  },
  path: '/ROKLUB/events/01980000-0000-7000-8000-000000000001',
  sequence: 3,
  changedAt: new Date('2026-11-01T08:15:00Z'),
  ...changes,
})

function written(...entries: CalendarEntry[]) {
  const { bytes } = calendarFile(calendar, entries)
  return Buffer.from(bytes).toString().replace(/\r\n /g, '')
}

const line = (text: string, name: string) =>
  text
    .slice(text.indexOf('BEGIN:VEVENT'))
    .split('\r\n')
    .find((one) => one.split(/[:;]/, 1)[0] === name)

const local = ';TZID=Europe/Copenhagen'
const inCopenhagen = [
  [
    'an evening in winter',
    '2026-11-21T18:00:00Z',
    '2026-11-21T20:00:00Z',
    `${local}:20261121T190000`,
    `${local}:20261121T210000`,
  ],
  [
    'across the hour that is left out',
    '2027-03-28T00:00:00Z',
    '2027-03-28T02:00:00Z',
    `${local}:20270328T010000`,
    `${local}:20270328T040000`,
  ],
  [
    'across the hour that comes twice',
    '2026-10-24T23:30:00Z',
    '2026-10-25T02:30:00Z',
    `${local}:20261025T013000`,
    `${local}:20261025T033000`,
  ],
  [
    'until the second time of the hour that comes twice',
    '2026-10-25T00:30:00Z',
    '2026-10-25T01:30:00Z',
    ':20261025T003000Z',
    ':20261025T013000Z',
  ],
  [
    'the day that has 23 hours',
    '2027-03-27T23:00:00Z',
    '2027-03-28T22:00:00Z',
    ';VALUE=DATE:20270328',
    ';VALUE=DATE:20270329',
  ],
  [
    'the day that has 25 hours',
    '2026-10-24T22:00:00Z',
    '2026-10-25T23:00:00Z',
    ';VALUE=DATE:20261025',
    ';VALUE=DATE:20261026',
  ],
  ['29 February', '2028-02-28T23:00:00Z', '2028-02-29T22:59:00Z', ';VALUE=DATE:20280229', ';VALUE=DATE:20280301'],
  ['over New Year', '2026-12-30T23:00:00Z', '2027-01-01T23:00:00Z', ';VALUE=DATE:20261231', ';VALUE=DATE:20270102'],
  [
    'until midnight',
    '2026-12-31T19:00:00Z',
    '2026-12-31T23:00:00Z',
    `${local}:20261231T200000`,
    `${local}:20270101T000000`,
  ],
] as const

test.each(inCopenhagen)('%s is written in Copenhagen time', (_, from, until, start, end) => {
  const text = written(entry({ startsAt: new Date(from), endsAt: new Date(until) }))
  expect(line(text, 'DTSTART')).toBe(`DTSTART${start}`)
  expect(line(text, 'DTEND')).toBe(`DTEND${end}`)
})

test("whole days are days in the event's time zone", () => {
  const whole = { startsAt: new Date('2026-07-01T04:00:00Z'), endsAt: new Date('2026-07-03T04:00:00Z') }
  const there = written(entry({ ...whole, timeZone: 'America/New_York' }))
  expect(line(there, 'DTSTART')).toBe('DTSTART;VALUE=DATE:20260701')
  expect(line(there, 'DTEND')).toBe('DTEND;VALUE=DATE:20260703')
  expect(line(written(entry(whole)), 'DTSTART')).toBe('DTSTART;TZID=Europe/Copenhagen:20260701T060000')
})

test('each time zone is defined once, an unknown one is left out and its times are in UTC', () => {
  const text = written(
    entry({}),
    entry({}),
    entry({ timeZone: 'America/New_York' }),
    entry({ timeZone: 'Europe/Kyiv' }),
  )
  const zones = text.split('\r\n').filter((one) => one.startsWith('TZID:'))
  expect(zones).toEqual(['TZID:Europe/Copenhagen', 'TZID:America/New_York'])
  expect(text).toContain('DTSTART;TZID=America/New_York:20261121T130000')
  expect(text).toContain('DTSTART:20261121T180000Z')
})

test('an entry has the place, the text without Markdown, and the page', () => {
  const text = written(entry({}, { notes: ['Anna Holm, Voksen'], cancelled: true }))
  expect(line(text, 'UID')).toBe('UID:01980000-0000-7000-8000-000000000001@portal.example')
  expect(line(text, 'SUMMARY')).toBe('SUMMARY:Standerstrygning')
  expect(line(text, 'LOCATION')).toBe('LOCATION:Klubhuset\\, Fjordkajen 18\\, 4000 Roskilde')
  const url = 'https://portal.example/ROKLUB/events/01980000-0000-7000-8000-000000000001'
  expect(line(text, 'URL')).toContain(url)
  expect(line(text, 'DESCRIPTION')).toBe(
    `DESCRIPTION:Anna Holm\\, Voksen\\n\\nTag en gæst med.\\n\\n– kaffe\\n– kort (https://evil.example)\\n\\n${url}`,
  )
  expect(line(text, 'STATUS')).toBe('STATUS:CANCELLED')
  expect(line(text, 'TRANSP')).toBe('TRANSP:TRANSPARENT')
  expect(line(text, 'SEQUENCE')).toBe('SEQUENCE:3')
  for (const name of ['DTSTAMP', 'LAST-MODIFIED']) expect(line(text, name)).toBe(`${name}:20261101T081500Z`)
})

test.each(Object.entries(hostileTexts))('%s adds no line to a calendar', (_, text) => {
  const names = (one: string) => one.split('\r\n').map((each) => each.split(/[:;]/, 1)[0])
  const plain = written(entry({}, { notes: ['x'] }))
  const hostile = written(entry({ title: text, description: text, place: text, address: text }, { notes: [text] }))
  expect(names(hostile)).toEqual(names(plain))
  expect(hostile.replace(/\r\n/g, '')).not.toMatch(/\p{Cc}/u)
})

const HOUR = 3_600_000
/** Every hour of the day before and after each change of a zone's clocks in a year, and noon of each month. */
function momentsOf(timeZone: string, year: number): Date[] {
  const offset = (at: number) => {
    const { day, time } = wallClock(new Date(at), timeZone)
    return Date.parse(`${day}T${time}Z`) - at
  }
  const days = Array.from({ length: 365 }, (_, day) => Date.UTC(year, 0, 1, 12) + day * 24 * HOUR)
  const changes = days.filter((at, n) => n > 0 && offset(at) !== offset(days[n - 1]!))
  const around = changes.flatMap((at) => Array.from({ length: 48 }, (_, n) => at - 36 * HOUR + n * HOUR))
  return [...around, ...days.filter((_, n) => n % 30 === 0)].map((at) => new Date(at))
}

/** The local time there, as a calendar writes it. */
function clockTime(moment: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(moment)
  const part = (type: string) => parts.find((one) => one.type === type)!.value
  return `${part('year')}${part('month')}${part('day')}T${part('hour')}${part('minute')}${part('second')}`
}

/** From each of the moments, for so many hours: what both parsers of the other side read, what is written, and what was meant. */
function readBack(timeZone: string, years: readonly number[], hours: number) {
  const moments = years.flatMap((year) => momentsOf(timeZone, year)).toSorted((a, b) => a.getTime() - b.getTime())
  const meant = moments.map((start) => ({ start, end: new Date(start.getTime() + hours * HOUR) }))
  const entries = meant.map(({ start, end }, n) => ({
    ...entry({ startsAt: start, endsAt: end, timeZone }),
    id: `01980000-0000-7000-8000-${String(n).padStart(12, '0')}`,
  }))
  const text = Buffer.from(calendarFile(calendar, entries).bytes).toString()
  const read = readCalendar(text).map(({ start, end }) => ({ start, end }))
  const events = text.slice(text.indexOf('BEGIN:VEVENT'))
  const shown = [...events.matchAll(/^DT(?:START|END)(?:;TZID=[^:]*)?:(\d{8}T\d{6}Z?)\r$/gm)].map(([, time]) => time!)
  return { meant, read, shown }
}

test.each([
  'Europe/Copenhagen',
  'Europe/London',
  'Atlantic/Faroe',
  'Europe/Kyiv',
  'America/New_York',
  'America/Mexico_City',
  'America/Sao_Paulo',
  'America/Nuuk',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Asia/Kolkata',
  'Asia/Tokyo',
  'Asia/Tehran',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
])('both parsers read the times of %s as clocks there show them, also around each change', (timeZone) => {
  for (const hours of [0.5, 6]) {
    const { meant, read, shown } = readBack(timeZone, [2026, 2027, 2028], hours)
    expect(read).toEqual(meant.map(({ start, end }) => ({ start: start.toISOString(), end: end.toISOString() })))
    const times = meant.flatMap(({ start, end }) => [start, end])
    const clocks = times.map((moment, n) =>
      shown[n]?.endsWith('Z') ? `${clockTime(moment, 'UTC')}Z` : clockTime(moment, timeZone),
    )
    expect(shown).toEqual(clocks)
  }
})

test('a zone has rules only where they are those of the runtime', () => {
  const zones = Intl.supportedValuesOf('timeZone')
  const withRules = zones.filter((zone) => rulesOf(zone, [2026, 2027]) !== null)
  expect(withRules).toEqual(expect.arrayContaining(['Europe/Copenhagen', 'America/New_York', 'Asia/Tokyo']))
  expect(withRules).not.toContain('Africa/Cairo')
  expect(withRules.length).toBeGreaterThan(300)
})
