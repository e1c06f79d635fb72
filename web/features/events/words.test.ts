import { formatMoneyRange } from '#web/ui/words/format.ts'
import { expect, test } from 'vitest'
import type { EventDetail, EventSummary } from '#contract/events/answers.ts'
import { fillingOf, opensSoonNotices, othersPay, priceWords, refundWords, stateWords } from './words.ts'

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
    endDate: after,
    ...changes,
  }) as EventSummary
const full = { capacity: 60, left: 0 }

test.each<[Partial<EventSummary>, string, 'registers'?]>([
  [{}, 'Open', 'registers'],
  [{ places: { capacity: null, left: null } }, 'Open', 'registers'],
  [{ places: { capacity: 60, left: 6 } }, '6 places left', 'registers'],
  [{ places: { capacity: 60, left: 7 } }, 'Open', 'registers'],
  [{ places: { capacity: 8, left: 1 } }, '1 place left', 'registers'],
  [{ places: full }, 'Full'],
  [{ endDate: before }, 'Over'],
  [{ endDate: now.toISOString(), places: full, saleUntil: before }, 'Over'],
  [{ endDate: before, tickets: 2 }, 'Over'],
  [{ places: full, tickets: 1 }, 'You have 1 ticket'],
  [{ saleFrom: after }, 'Opens 1 Dec, 13:00'],
  [{ saleFrom: before, saleUntil: before }, 'Registration closed'],
  [{ publicDate: after }, 'Not public yet'],
])('%j: %s', (changes, label, registers) => {
  expect(stateWords(event(changes), now)).toMatchObject({ label, registers: registers !== undefined })
})

test.each<[string | null | undefined, number, string | null]>([
  [undefined, 100, null],
  [null, 100, "Tickets to this event can't be refunded."],
  [after, 100, 'You can cancel until Tuesday, 1 December 2026 at 13:00 and get your money back.'],
  [now.toISOString(), 100, 'Tickets to this event can no longer be refunded.'],
  [null, 0, 'You can cancel until it begins.'],
])('a place that is refunded until %s and costs %i says so before it is bought', (refundUntil, minor, words) => {
  const categories = [{ price: { minor, currency: 'DKK' } }] as EventDetail['categories']
  expect(refundWords({ refundUntil, timeZone: 'Europe/Copenhagen', categories }, now)).toBe(words)
})

test('the bar shows the places taken, and is hidden without a limit', () => {
  expect(fillingOf({ capacity: 60, left: 15 })).toEqual({ label: '45 of 60 registered', share: 0.75, color: 'fjord.5' })
  expect(fillingOf({ capacity: 60, left: 0 })?.color).toBe('gray')
  expect(fillingOf({ capacity: 0, left: 0 })?.share).toBe(1)
  expect(fillingOf({ capacity: null, left: null })).toBeNull()
})

const money = (minor: number) => ({ minor, currency: 'DKK' })
const priced = (facts: Partial<EventSummary>) => priceWords(facts as EventSummary)
const all = { forMembers: false, guestsInvited: false }
const members = { forMembers: true, guestsInvited: false }
const guests = { forMembers: true, guestsInvited: true }

test.each([
  ['one price', all, [10_000], null, 'DKK 100.00', null],
  ['several', all, [10_000, 12_550], null, 'DKK 100.00–125.50', null],
  ['all free', all, [0], null, 'Free', null],
  ['one of several is free', all, [0, 4_500], null, 'DKK 0–45', null],
  ['members pay less', all, [10_000, 20_000], [8_000], 'DKK 100–200', 'Members DKK 80.00'],
  ['members pay nothing', all, [10_000], [0], 'DKK 100.00', 'Free for members'],
  ['guests pay, too', guests, [10_000], [8_000], 'DKK 100.00', 'Members DKK 80.00'],
  ['only members pay', members, [10_000], [8_000], 'DKK 80.00', null],
  ['only members, for nothing', members, [10_000], [0], 'Free', null],
  ['only members, several', members, [10_000], [0, 4_500], 'DKK 0–45', null],
  ['only members, without a price of their own', members, [10_000, 20_000], null, 'DKK 100–200', null],
])('a price that somebody can pay: %s', (_, whom, [price, to], member, shown, forMembers) => {
  const words = priced({
    ...whom,
    price: money(price!),
    memberPrice: member ? money(member[0]!) : null,
    ...(to !== undefined && { priceTo: money(to) }),
    ...(member?.[1] !== undefined && { memberPriceTo: money(member[1]) }),
    priceVaries: whom === members && member ? member.length > 1 : to !== undefined,
    paysAsMember: false,
  })
  expect(words.price.replaceAll('\u00a0', ' ').replaceAll('\u2060', '')).toBe(shown)
  expect(words.beside?.replaceAll('\u00a0', ' ') ?? null).toBe(forMembers)
})

test('a range is written as each language writes it, and a server that names no highest price gets "from"', () => {
  expect(formatMoneyRange(money(0), money(125_000)).replaceAll('\u00a0', ' ').replaceAll('\u2060', '')).toBe(
    'DKK 0–1,250',
  )
  const words = { ...all, price: money(10_000), memberPrice: null, priceVaries: true, paysAsMember: false }
  expect(priced(words).price.replaceAll('\u00a0', ' ')).toBe('From DKK 100.00')
})

test('a member reads the member price, and beside it what others pay', () => {
  const asMember = (more: object) => {
    const { price, beside } = priced({
      ...all,
      price: money(30_000),
      memberPrice: money(20_000),
      priceVaries: false,
      paysAsMember: true,
      ...more,
    })
    return [price, beside].map((words) => words?.replaceAll('\u00A0', ' ') ?? null)
  }
  expect(asMember({})).toEqual(['DKK 200.00', 'Non-members DKK 300.00'])
  expect(asMember({ memberPrice: money(0) })).toEqual(['Free', 'Non-members DKK 300.00'])
  expect(asMember({ memberPrice: null })).toEqual(['DKK 300.00', null])
  // One price for others, and two for members.
  const two = asMember({ memberPrice: money(0), memberPriceTo: money(15_000) })
  expect(two.map((words) => words?.replaceAll('\u2060', ''))).toEqual(['DKK 0–150', 'Non-members DKK 300.00'])
  expect(asMember(members)).toEqual(['DKK 200.00', null])
})

test('beside the price of a member is what others pay, where others may come', () => {
  const categories = [{ category: 'adult', price: money(12_000), membersOnly: false }] as EventDetail['categories']
  const open = { categories, forMembers: false, guestsInvited: false }
  const adult = (kroner: number, category = 'adult') => ({ category, price: money(kroner * 100) })
  expect(othersPay(open, adult(80))).toEqual(money(12_000))
  expect(othersPay(open, adult(120))).toBeNull()
  expect(othersPay(open, adult(80, 'gone'))).toBeNull()
  expect(othersPay({ ...open, forMembers: true }, adult(80))).toBeNull()
  expect(othersPay({ ...open, categories: [{ ...categories[0]!, membersOnly: true }] }, adult(80))).toBeNull()
})

test('events that open within two weeks are listed, earliest first', () => {
  const opens = (id: string, saleFrom: string | null) => event({ id, title: id, orgKey: 'ROKLUB', saleFrom })
  const items = opensSoonNotices(
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
