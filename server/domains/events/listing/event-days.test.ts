import { beforeAll, describe, expect, test } from 'vitest'
import { events } from '#contract/events/events.ts'
import { buildClub, buildParticipant, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { buildEvent } from '#server/testing/builders/event-builders.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { eventDays } from '../event-days.ts'

/** Days of events are those of the clock on the wall where they are, whatever the clock does there. */
let app: TestApp
let anna: Person
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
})

const DAY = 86_400_000
const moved = (day: string, days: number) => new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10)

interface Span {
  readonly zone?: string
  readonly from: string
  readonly until: string
  readonly first: string
  readonly last: string
}

const spans: Record<string, Span> = {
  'an evening': {
    from: '2027-05-04T17:00:00Z',
    until: '2027-05-04T19:00:00Z',
    first: '2027-05-04',
    last: '2027-05-04',
  },
  'after midnight in summer': {
    from: '2027-07-01T22:30:00Z',
    until: '2027-07-01T23:30:00Z',
    first: '2027-07-02',
    last: '2027-07-02',
  },
  'after midnight in winter': {
    from: '2027-01-10T23:30:00Z',
    until: '2027-01-11T01:00:00Z',
    first: '2027-01-11',
    last: '2027-01-11',
  },
  'until midnight': {
    from: '2027-03-05T18:00:00Z',
    until: '2027-03-05T23:00:00Z',
    first: '2027-03-05',
    last: '2027-03-05',
  },
  'from midnight': {
    from: '2027-03-05T23:00:00Z',
    until: '2027-03-06T02:00:00Z',
    first: '2027-03-06',
    last: '2027-03-06',
  },
  'over midnight': {
    from: '2027-03-05T21:00:00Z',
    until: '2027-03-06T01:00:00Z',
    first: '2027-03-05',
    last: '2027-03-06',
  },
  'over New Year': {
    from: '2027-12-31T20:00:00Z',
    until: '2028-01-01T02:00:00Z',
    first: '2027-12-31',
    last: '2028-01-01',
  },
  'the first minute of a year': {
    from: '2027-12-31T23:00:00Z',
    until: '2028-01-01T00:00:00Z',
    first: '2028-01-01',
    last: '2028-01-01',
  },
  '29 February': {
    from: '2028-02-28T23:00:00Z',
    until: '2028-02-29T23:00:00Z',
    first: '2028-02-29',
    last: '2028-02-29',
  },
  'over 29 February': {
    from: '2028-02-28T12:00:00Z',
    until: '2028-03-01T12:00:00Z',
    first: '2028-02-28',
    last: '2028-03-01',
  },
  'the night without its third hour': {
    from: '2027-03-28T00:30:00Z',
    until: '2027-03-28T01:30:00Z',
    first: '2027-03-28',
    last: '2027-03-28',
  },
  'the whole day of 23 hours': {
    from: '2027-03-27T23:00:00Z',
    until: '2027-03-28T22:00:00Z',
    first: '2027-03-28',
    last: '2027-03-28',
  },
  'the hour that comes twice': {
    from: '2027-10-31T00:30:00Z',
    until: '2027-10-31T01:30:00Z',
    first: '2027-10-31',
    last: '2027-10-31',
  },
  'the whole day of 25 hours': {
    from: '2027-10-30T22:00:00Z',
    until: '2027-10-31T23:00:00Z',
    first: '2027-10-31',
    last: '2027-10-31',
  },
  'a camp of days': {
    from: '2027-06-11T15:00:00Z',
    until: '2027-06-13T13:00:00Z',
    first: '2027-06-11',
    last: '2027-06-13',
  },
  'an evening in New York': {
    zone: 'America/New_York',
    from: '2027-05-05T00:30:00Z',
    until: '2027-05-05T02:00:00Z',
    first: '2027-05-04',
    last: '2027-05-04',
  },
  'a morning in Auckland': {
    zone: 'Pacific/Auckland',
    from: '2027-05-04T21:00:00Z',
    until: '2027-05-04T23:00:00Z',
    first: '2027-05-05',
    last: '2027-05-05',
  },
  'the furthest east': {
    zone: 'Pacific/Kiritimati',
    from: '2027-05-04T10:00:00Z',
    until: '2027-05-04T11:00:00Z',
    first: '2027-05-05',
    last: '2027-05-05',
  },
  'the furthest west': {
    zone: 'Pacific/Pago_Pago',
    from: '2027-05-05T10:30:00Z',
    until: '2027-05-05T10:59:00Z',
    first: '2027-05-04',
    last: '2027-05-04',
  },
}

describe.each(Object.entries(spans))('%s', (title, { zone, from, until, first, last }) => {
  let club: Club
  beforeAll(async () => {
    club = await buildClub(app)
    const times = { startsAt: new Date(from), endsAt: new Date(until), ...(zone && { timeZone: zone }) }
    await buildEvent(app, club, { title, ...times })
  })
  const found = async (days: { from?: string; until?: string }) =>
    (await app.call(events.list, { orgId: club.id, ...days }, { as: anna.token })).length === 1

  test('has the same days in a mail', () => {
    const times = { startsAt: new Date(from), endsAt: new Date(until), timeZone: zone ?? 'Europe/Copenhagen' }
    expect(eventDays(times)).toEqual({ first, last })
  })

  test('is found on its days only', async () => {
    expect({
      dayBefore: await found({ from: moved(first, -1), until: moved(first, -1) }),
      first: await found({ from: first, until: first }),
      last: await found({ from: last, until: last }),
      dayAfter: await found({ from: moved(last, 1), until: moved(last, 1) }),
      fromLast: await found({ from: last }),
      fromDayAfter: await found({ from: moved(last, 1) }),
      untilFirst: await found({ until: first }),
      untilDayBefore: await found({ until: moved(first, -1) }),
      searched: await app
        .call(events.list, { orgId: club.id, from: last, until: last, search: title.slice(0, 8) }, { as: anna.token })
        .then((list) => list.length === 1),
    }).toEqual({
      dayBefore: false,
      first: true,
      last: true,
      dayAfter: false,
      fromLast: true,
      fromDayAfter: false,
      untilFirst: true,
      untilDayBefore: false,
      searched: true,
    })
  })
})

const ages: readonly (readonly [string, string, string, string, boolean])[] = [
  // Name, birth date, start, time zone, whether they are ten by then
  ['on the birthday', '2017-06-15', '2027-06-15T10:00:00Z', 'Europe/Copenhagen', true],
  ['the day before it', '2017-06-15', '2027-06-14T10:00:00Z', 'Europe/Copenhagen', false],
  ['half an hour after midnight', '2017-06-15', '2027-06-14T22:30:00Z', 'Europe/Copenhagen', true],
  ['half an hour before midnight', '2017-06-15', '2027-06-14T21:30:00Z', 'Europe/Copenhagen', false],
  ['New Year', '2018-01-01', '2027-12-31T23:00:00Z', 'Europe/Copenhagen', true],
  ['the last minute of the year', '2018-01-01', '2027-12-31T22:59:00Z', 'Europe/Copenhagen', false],
  ['1 March, born on 29 February', '2020-02-29', '2030-03-01T10:00:00Z', 'Europe/Copenhagen', true],
  ['28 February of a year without 29', '2020-02-29', '2030-02-28T10:00:00Z', 'Europe/Copenhagen', false],
  ['29 February itself', '2022-02-28', '2032-02-29T10:00:00Z', 'Europe/Copenhagen', true],
  ['the evening before in New York', '2017-06-15', '2027-06-15T03:00:00Z', 'America/New_York', false],
]

test.each(ages)('an age counts on the first day: %s', async (_, born, begins, timeZone, isTen) => {
  const club = await buildClub(app)
  const child = await buildParticipant(app, anna, 'Liv')
  await app.database.sql('update members set date_of_birth = $1 where id = $2', [born, child])
  const startsAt = new Date(begins)
  const times = { startsAt, endsAt: new Date(startsAt.getTime() + 3_600_000), timeZone }
  const { id } = await buildEvent(app, club, { ...times, categories: [{ category: 'child', minAge: 10, maxAge: 14 }] })
  const fitting = await app.call(events.list, { orgId: club.id, fits: 'true' }, { as: anna.token })
  expect(fitting.length === 1).toBe(isTen)
  // The page of the event says the same.
  const { people } = await app.call(events.item, { eventId: id }, { as: anna.token })
  const { gates } = people.find(({ memberId }) => memberId === child)!.choices[0]!
  expect(gates.map(({ code }) => code)).toEqual(isTen ? [] : ['category_age'])
  await app.database.sql('update members set archived_at = now() where id = $1', [child])
})
