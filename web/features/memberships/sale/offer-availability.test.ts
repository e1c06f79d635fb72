import { beforeEach, expect, test } from 'vitest'
import type { MembershipConfiguration } from '#contract/organisations/organisations.ts'
import { overwriteGetLocale } from '#words/runtime.js'
import { availabilityOf } from './offer-availability.ts'

const season = { startDate: '2026-01-01', endDate: '2026-12-31' }
const anna = { id: 'anna', name: 'Anna Holm', short: 'Anna', self: true }
const bo = { id: 'bo', name: 'Bo Holm', short: 'Bo', self: false }
const held = (memberId: string) => ({ memberId, reason: 'held' as const, membershipConfId: 'adult', ...season })
const old = (memberId: string) => ({ memberId, reason: 'too_old' as const, membershipConfId: 'adult', ...season })

const offer = (change: Partial<MembershipConfiguration> = {}) =>
  ({
    id: 'adult',
    sale: 'on_sale',
    offerStartDate: '2025-11-01',
    ...season,
    closedFor: [],
    ...change,
  }) as MembershipConfiguration

beforeEach(() => overwriteGetLocale(() => 'en'))

test.each([
  ['nobody has it: the reader buys', [anna, bo], {}, anna, null, false],
  [
    'the reader has it: it is bought for the other',
    [anna, bo],
    { closedFor: [held('anna')] },
    bo,
    /^You already have this$/,
    false,
  ],
  ['the other has it: the reader buys', [anna, bo], { closedFor: [held('bo')] }, anna, /^Bo already has this$/, false],
  ['both have it', [anna, bo], { closedFor: [held('anna'), held('bo')] }, null, /^Everyone already has this$/, true],
  [
    'one has it and the other something else in those days',
    [anna, bo],
    { closedFor: [held('anna'), { ...held('bo'), endDate: '2026-03-31' }] },
    null,
    /^Everyone has a membership or an order for these days$/,
    false,
  ],
  ['one is too old: bought for the other', [anna, bo], { maxAge: 17, closedFor: [old('anna')] }, bo, null, false],
  ['one alone is too old', [anna], { maxAge: 17, closedFor: [old('anna')] }, null, /^up to age 17$/, false],
  ['one alone has it', [anna], { closedFor: [held('anna')] }, null, /bought/, true],
  ['it is not on sale yet', [anna, bo], { sale: 'not_yet' }, null, /^On sale from/, false],
  ['it is over', [anna], { sale: 'ended' }, null, /31 Dec 2026/, false],
] as const)('%s', (_, people, change, buyer, words, all) => {
  const availability = availabilityOf(offer(change as Partial<MembershipConfiguration>), people)
  expect(availability.buyer).toBe(buyer)
  if (words) expect(availability.words).toMatch(words)
  else expect(availability.words).toBeNull()
  expect(availability.held).toBe(all)
})

test('of several, those with a membership or an order for other days do not have this one', () => {
  const cleo = { id: 'cleo', name: 'Cleo Holm', short: 'Cleo', self: false }
  const other = { ...held('bo'), endDate: '2026-03-31' }
  const words = (...closedFor: MembershipConfiguration['closedFor'][number][]) =>
    availabilityOf(offer({ closedFor }), [anna, bo, cleo]).words
  expect(words(held('anna'), held('bo'))).toBe('2 of you already have this')
  expect(words(held('anna'), other)).toBe('2 of you have a membership or an order for these days')
})

test('an unpaid order of one person leaves the offer to the others only', () => {
  const unpaid = { ...held('anna'), reason: 'unpaid' as const }
  expect(availabilityOf(offer({ closedFor: [unpaid] }), [anna])).toMatchObject({ buyer: null, unpaid: true })
  expect(availabilityOf(offer({ closedFor: [unpaid] }), [anna, bo])).toMatchObject({ buyer: bo, unpaid: false })
  expect(availabilityOf(offer({ closedFor: [unpaid, held('bo')] }), [anna, bo])).toMatchObject({
    buyer: null,
    unpaid: true,
  })
})
