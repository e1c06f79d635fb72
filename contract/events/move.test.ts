import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isMoved, movesOf, type WhenAndWhere } from './move.ts'

const camp: WhenAndWhere = {
  startsAt: '2030-06-01T10:00',
  endsAt: '2030-06-01T14:00',
  timeZone: 'Europe/Copenhagen',
  place: { da: 'Klubhuset', en: 'The clubhouse' },
  address: 'Havnevej 1, 4000 Roskilde',
}
const moved = (changes: Partial<WhenAndWhere>, from = camp) => movesOf(from, { ...from, ...changes })
const [none, time, place] = [
  { time: false, place: false },
  { time: true, place: false },
  { time: false, place: true },
]

test.each([
  ['another day', { startsAt: '2030-06-02T10:00', endsAt: '2030-06-02T14:00' }, time],
  ['a later last day', { endsAt: '2030-06-02T14:00' }, time],
  ['an hour later', { startsAt: '2030-06-01T11:00', endsAt: '2030-06-01T15:00' }, none],
  ['more than an hour later', { startsAt: '2030-06-01T11:01' }, time],
  ['an end more than an hour earlier', { endsAt: '2030-06-01T12:59' }, time],
  ['an end at midnight', { endsAt: '2030-06-02T00:00' }, time],
  ['another place', { place: { da: 'Havnen', en: 'The clubhouse' } }, place],
  ['another English place', { place: { da: 'Klubhuset', en: 'The harbour' } }, place],
  ['another address', { address: 'Havnevej 2, 4000 Roskilde' }, place],
  ['no address any more', { address: '' }, place],
  [
    'spaces',
    { place: { da: ' Klub huset'.replace('b h', 'bh'), en: 'The  clubhouse ' }, address: 'Havnevej  1, 4000 Roskilde' },
    none,
  ],
  ['a zone with the same clock', { timeZone: 'Europe/Berlin' }, none],
  ['a zone an hour away', { timeZone: 'Europe/London' }, none],
  ['a zone two hours away', { timeZone: 'Atlantic/Reykjavik' }, time],
] as const)('%s', (_, changes, expected) => {
  expect(moved(changes)).toEqual(expected)
})

test('a translation that is added or taken away is no other place', () => {
  const danish = { ...camp, place: { da: 'Klubhuset' } }
  expect(isMoved(danish, camp)).toBe(false)
  expect(isMoved(camp, danish)).toBe(false)
})

test('an event that ends at midnight ends on the day before', () => {
  const late = { ...camp, startsAt: '2030-06-01T22:00', endsAt: '2030-06-02T00:00' }
  expect(moved({ endsAt: '2030-06-01T23:30' }, late)).toEqual(none)
})

test('there and back is never a move, and a move is one in both directions', () => {
  const local = fc
    .date({ min: new Date('2029-01-01'), max: new Date('2031-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 16))
  const words = fc.constantFrom('Klubhuset', 'Havnen', ' Havnen ', '')
  const whenAndWhere = fc.record({
    startsAt: local,
    endsAt: local,
    timeZone: fc.constantFrom('Europe/Copenhagen', 'Europe/London', 'America/Nuuk'),
    place: fc.record({ da: words, en: words }),
    address: words,
  })
  fc.assert(
    fc.property(whenAndWhere, whenAndWhere, (one, other) => {
      expect(isMoved(one, one)).toBe(false)
      expect(movesOf(one, other)).toEqual(movesOf(other, one))
    }),
  )
})
