import { expect, test } from 'vitest'
import { fillingOf, priceWords, stateWords } from './event-words.ts'
import { openingSoon } from './opening-soon.ts'
import type { EventSummary } from '#contract/event-answers.ts'

const now = new Date('2026-11-21T12:00:00Z')
const before = '2026-11-01T12:00:00Z'
const after = '2026-12-01T12:00:00Z'
const event = (changes: Partial<EventSummary>) =>
  ({
    tickets: 0,
    publicDate: before,
    saleFrom: null,
    saleUntil: null,
    places: { capacity: 60, left: 30 },
    timeZone: 'Europe/Copenhagen',
    ...changes,
  }) as EventSummary
const full = { capacity: 60, left: 0 }

test.each<[Partial<EventSummary>, string]>([
  [{}, 'Open'],
  [{ places: { capacity: null, left: null } }, 'Open'],
  [{ places: { capacity: 60, left: 6 } }, '6 places left'],
  [{ places: { capacity: 60, left: 7 } }, 'Open'],
  [{ places: { capacity: 8, left: 1 } }, '1 place left'],
  [{ places: full }, 'Full'],
  [{ places: full, tickets: 1 }, 'You have 1 ticket'],
  [{ saleFrom: after }, 'Opens 1 Dec, 13:00'],
  [{ saleFrom: before, saleUntil: before }, 'Registration closed'],
  [{ publicDate: after }, 'Not public yet'],
])('%j: %s', (changes, label) => {
  expect(stateWords(event(changes), now).label).toBe(label)
})

test('a bar shows what is taken, and none where there is no limit', () => {
  expect(fillingOf({ capacity: 60, left: 15 })).toEqual({ label: '45 of 60 registered', share: 0.75, tone: 'open' })
  expect(fillingOf({ capacity: 60, left: 0 })?.tone).toBe('full')
  expect(fillingOf({ capacity: 0, left: 0 })?.share).toBe(1)
  expect(fillingOf({ capacity: null, left: null })).toBeNull()
})

test('prices say from what, and what members pay where it is less', () => {
  const money = (minor: number) => ({ minor, currency: 'DKK' })
  const words = (price: number, member: number | null) =>
    Object.values(priceWords({ price: money(price), memberPrice: member === null ? null : money(member) })).map(
      (text) => text?.replaceAll('\u00a0', ' '),
    )
  expect(words(0, null)).toEqual(['Free', undefined])
  expect(words(10_000, 8_000)).toEqual(['From DKK 100.00', 'Members DKK 80.00'])
  expect(words(10_000, 0)).toEqual(['From DKK 100.00', 'Free for members'])
})

test('what opens within two weeks is told, the first to open first', () => {
  const opens = (id: string, saleFrom: string | null) => event({ id, title: id, orgKey: 'ROKLUB', saleFrom })
  const items = openingSoon(
    [
      opens('later', '2026-12-04T12:00:00Z'),
      opens('soon', '2026-11-22T12:00:00Z'),
      opens('open', before),
      opens('far', '2026-12-06T12:00:00Z'),
      opens('always', null),
    ],
    now.getTime(),
  )
  expect(items.map(({ title }) => title)).toEqual(['soon', 'later'])
})
