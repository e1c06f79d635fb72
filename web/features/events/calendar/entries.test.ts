import { expect, test } from 'vitest'
import type { EventFacts } from '#contract/events/answers.ts'
import {
  agendaOf,
  type CalendarEntry,
  clubsToChoose,
  entriesOf,
  entriesOn,
  matching,
  nextAfter,
  peopleToChoose,
  scheduled,
} from './entries.ts'

const event = (times: { startDate: string; endDate: string; timeZone?: string }) =>
  ({
    id: 'e',
    title: 'Row',
    orgKey: 'ROKLUB',
    orgName: 'Club',
    place: '',
    timeZone: 'Europe/Copenhagen',
    ...times,
  }) as EventFacts
const one = (times: Parameters<typeof event>[0]) => entriesOf([event(times)], [])[0]!

test.each([
  ['an evening', '2026-11-21T18:00:00Z', '2026-11-21T20:30:00Z', '2026-11-21 19:00:00', '2026-11-21 21:30:00'],
  ['until midnight', '2026-11-21T18:00:00Z', '2026-11-21T23:00:00Z', '2026-11-21 19:00:00', '2026-11-21 23:59:59'],
  ['a whole day', '2026-11-20T23:00:00Z', '2026-11-21T22:59:00Z', '2026-11-21 00:00:00', '2026-11-21 23:59:59'],
  ['whole days', '2026-11-20T23:00:00Z', '2026-11-22T23:00:00Z', '2026-11-21 00:00:00', '2026-11-22 23:59:59'],
  ['a night', '2026-11-21T21:00:00Z', '2026-11-22T05:00:00Z', '2026-11-21 22:00:00', '2026-11-22 06:00:00'],
])('%s is shown at local time', (_, startDate, endDate, start, end) => {
  expect(one({ startDate, endDate })).toMatchObject({ start, end })
})

test('an event in another time zone is shown at its local day and time', () => {
  const evening = one({
    startDate: '2026-11-22T02:00:00Z',
    endDate: '2026-11-22T04:00:00Z',
    timeZone: 'America/New_York',
  })
  expect(evening).toMatchObject({ firstDay: '2026-11-21', start: '2026-11-21 21:00:00', end: '2026-11-21 23:00:00' })
})

test('an event with tickets is marked by more than colour, and links to them', () => {
  const evening = event({ startDate: '2026-11-21T18:00:00Z', endDate: '2026-11-21T20:30:00Z' })
  const entries = entriesOf([evening], [{ event: evening, memberId: 'anna', memberName: 'Anna', status: 'valid' }])
  expect(entries).toMatchObject([{ names: ['Anna'], to: '/ROKLUB/events/e/tickets' }])
  expect(scheduled(entries)).toMatchObject([{ variant: 'filled' }])
  expect(scheduled(entriesOf([evening], []))).toMatchObject([{ variant: 'light' }])
})

const entry = (id: string, firstDay: string, lastDay = firstDay, clock = '10:00') =>
  ({ id, firstDay, lastDay, start: `${firstDay} ${clock}:00` }) as CalendarEntry

test('a day lists events of several days first, then by time', () => {
  const entries = [
    entry('late', '2026-11-18', '2026-11-18', '19:00'),
    entry('early', '2026-11-18', '2026-11-18', '08:00'),
    entry('camp', '2026-11-17', '2026-11-19', '12:00'),
    entry('other', '2026-11-20'),
  ]
  expect(entriesOn(entries, '2026-11-18').map(({ id }) => id)).toEqual(['camp', 'early', 'late'])
})

test('the list shows running events today', () => {
  const entries = [entry('next', '2026-12-01'), entry('camp', '2026-11-17', '2026-11-25'), entry('over', '2026-11-01')]
  expect(agendaOf(entries, '2026-11-21')).toEqual([
    { day: '2026-11-21', entries: [entries[1]] },
    { day: '2026-12-01', entries: [entries[0]] },
  ])
})

test('a filter keeps one person’s tickets, one club’s events, or both', () => {
  const of = (id: string, orgKey: string, holderIds: string[]) => ({ ...entry(id, '2026-12-01'), orgKey, holderIds })
  const all = [of('mine', 'ROKLUB', ['anna', 'alma']), of('hers', 'TENNIS', ['alma']), of('open', 'ROKLUB', [])]
  const left = (person: string, club: string) => matching(all, { person, club }).map(({ id }) => id)
  expect(left('', '')).toEqual(['mine', 'hers', 'open'])
  expect(left('alma', '')).toEqual(['mine', 'hers'])
  expect(left('', 'ROKLUB')).toEqual(['mine', 'open'])
  expect(left('alma', 'TENNIS')).toEqual(['hers'])
})

test('the whole family and all its clubs can be chosen, with tickets and events or without', () => {
  const ticket = (memberId: string, memberName: string, status: 'valid' | 'cancelled' = 'valid') => ({
    event: event({ startDate: '2026-11-21T18:00:00Z', endDate: '2026-11-21T20:30:00Z' }),
    memberId,
    memberName,
    status,
  })
  const family = [
    { value: 'anna', name: 'Anna Holm' },
    { value: 'viggo', name: 'Viggo Holm' },
  ]
  const tickets = [ticket('anna', 'Anna Holm'), ticket('bo', 'Bo Holm'), ticket('gone', 'Gone', 'cancelled')]
  expect(peopleToChoose(family, tickets).map(({ name }) => name)).toEqual(['Anna Holm', 'Bo Holm', 'Viggo Holm'])
  const clubs = [{ value: 'TENNIS', name: 'Tennis' }]
  expect(clubsToChoose(clubs, entriesOf([tickets[0]!.event], []))).toEqual([
    { value: 'ROKLUB', name: 'Club' },
    { value: 'TENNIS', name: 'Tennis' },
  ])
})

test('the next entry begins after the day, not on it', () => {
  const entries = [
    entry('late', '2026-12-04', '2026-12-04', '19:00'),
    entry('now', '2026-12-01'),
    entry('x', '2027-01-01'),
  ]
  expect(nextAfter([...entries, entry('early', '2026-12-04')], '2026-12-01')?.id).toBe('early')
  expect(nextAfter(entries, '2027-01-01')).toBeNull()
})

test('an event on one day has its hours', () => {
  const evening = { startDate: '2026-11-21T18:00:00Z', endDate: '2026-11-21T20:30:00Z' }
  expect(one(evening).hours).toBe('19:00\u2060–\u206021:30')
  expect(one({ startDate: '2026-11-21T21:00:00Z', endDate: '2026-11-22T05:00:00Z' }).hours).toBeNull()
})
