import { beforeEach, expect, test } from 'vitest'
import type { Refund, OrderLine } from '#contract/orders/orders.ts'
import type { SessionState } from '#web/api/session/session.ts'
import { overwriteGetLocale } from '#words/runtime.js'
import {
  wasPaidTooLate,
  declineWords,
  refundWords,
  refundCause,
  paidWords,
  unpaidHeading,
  welcomeHeading,
} from './words.ts'

const codes = Array.from({ length: 23 }, (_, code) => String(code))

test.each(['da', 'en'] as const)('every gateway code has its own text in %s', (locale) => {
  overwriteGetLocale(() => locale)
  const reasons = codes.map((gatewayreason) => declineWords({ gatewayreason }).reason)
  expect(new Set(reasons).size).toBe(codes.length)
})

test.each<[string | null | undefined, RegExp, RegExp]>([
  ['6', /bank.*declined/i, /bank/i],
  ['7', /enough money/i, /another card/i],
  ['11', /expired/i, /another card/i],
  ['012', /security code/i, /check/i],
  ['99', /didn't say why/i, /try again/i],
  ['bank says no', /didn't say why/i, /try again/i],
  ['constructor', /didn't say why/i, /try again/i],
  [null, /left|closed/i, /when you're ready/i],
  [undefined, /left|closed/i, /when you're ready/i],
  ['', /left|closed/i, /when you're ready/i],
])('%s', (gatewayreason, reason, remedy) => {
  overwriteGetLocale(() => 'en')
  expect(declineWords({ gatewayreason }).reason).toMatch(reason)
  expect(declineWords({ gatewayreason }).remedy).toMatch(remedy)
})

test('an abandoned window reads differently from a payment the portal cancelled', () => {
  overwriteGetLocale(() => 'en')
  expect(
    declineWords({ gatewayreason: null, reason: 'Cancelled by cardholder', acquirer: 'Clearhaus' }).reason,
  ).toMatch(/left/)
  expect(declineWords({ gatewayreason: null, reason: 'the amount differs', acquirer: null }).reason).toMatch(
    /didn't match/,
  )
})

test.each([
  [{ gatewayreason: '6', acquirer: 'Clearhaus' }, 'Clearhaus, code 6.'],
  [{ gatewayreason: '4', acquirer: '0' }, 'Nets, code 4.'],
  [{ gatewayreason: '7' }, 'Code 7.'],
  [
    { gatewayreason: '99', reason: 'Do not honour', acquirer: 'Clearhaus' },
    'The card provider says: “Do not honour”. Clearhaus, code 99.',
  ],
  [{ gatewayreason: '6', reason: 'Issuer declined', acquirer: 'Clearhaus' }, 'Clearhaus, code 6.'],
  [{ reason: 'Cancelled by cardholder', acquirer: 'Clearhaus' }, ''],
  [{ reason: 'the amount differs' }, ''],
])('who answered %j', (facts, details) => {
  overwriteGetLocale(() => 'en')
  expect(declineWords(facts).details).toBe(details)
})

const payment = (change: Partial<Refund> = {}): Refund => ({
  id: '0199a3c4-0000-7000-8000-000000000001',
  amount: { minor: 70_000, currency: 'DKK' },
  cause: 'differs',
  lineIds: [],
  method: 'void',
  status: 'done',
  doneAt: '2026-03-02T11:05:00Z',
  creditNoteNumber: null,
  ...change,
})

const causes = [
  'differs',
  'paid_otherwise',
  'authorised_twice',
  'places_taken',
  'capture_refused',
  'lapsed',
  'office',
] as const

const line = (id: string, kind: string, title: string, memberName: string) =>
  ({ id, kind, title, memberName }) as unknown as OrderLine
const roklub = {
  orgName: 'Roklub',
  lines: [line('a', 'membership', 'Senior 2026/27', 'Gro Klok'), line('b', 'event', 'Regatta', 'Ida Klok')],
}

beforeEach(() => overwriteGetLocale(() => 'en'))

test.each(['da', 'en'] as const)('every cause has its own text in %s', (locale) => {
  overwriteGetLocale(() => locale)
  expect(new Set(causes.map((cause) => refundWords(payment({ cause }), roklub).cause)).size).toBe(causes.length)
})

test.each<[Partial<Refund>, RegExp, RegExp, string]>([
  [{}, /DKK.700\.00 was released/, /only reserved .* haven't been charged/, 'teal'],
  [{ method: 'credit' }, /DKK.700\.00 was refunded/, /refunded to your card/, 'teal'],
  [{ status: 'waiting', method: null, doneAt: null }, /will be refunded next/, /earlier refund/, 'fjord'],
  [{ status: 'requested', method: null, doneAt: null }, /is being refunded/, /you'll get an e-mail/, 'fjord'],
  [{ status: 'failed', method: null, doneAt: null }, /hasn't been refunded yet/, /Roklub/, 'coral'],
])('%o', (change, title, money, color) => {
  const words = refundWords(payment(change), roklub)
  expect(words.title).toMatch(title)
  expect(words.money).toMatch(money)
  expect(words.color).toBe(color)
})

test('a purchase that was ended is named, with the day of its refund, in both languages', () => {
  const saidOf = (lineIds: string[], doneAt: string | null = '2026-11-28T10:00:00Z') =>
    refundWords(payment({ cause: 'office', method: 'credit', lineIds, doneAt }), roklub).cause
  expect(saidOf(['a'])).toBe(
    'On 28 November 2026, the membership Senior 2026/27 for Gro Klok was cancelled and refunded.',
  )
  expect(saidOf(['a', 'b'])).toBe(
    'On 28 November 2026, the membership Senior 2026/27 for Gro Klok and the ticket to Regatta for Ida Klok were cancelled and refunded.',
  )
  expect(saidOf(['b'], null)).toBe('The refund is for the ticket to Regatta for Ida Klok.')
  overwriteGetLocale(() => 'da')
  expect(saidOf(['a'])).toBe(
    'Den 28. november 2026 blev medlemskabet Senior 2026/27 for Gro Klok annulleret og refunderet.',
  )
  expect(saidOf(['b'], null)).toBe('Refunderingen gælder billetten til Regatta for Ida Klok.')
})

const portals = { gatewayreason: null, reason: 'differs', acquirer: null }

test('a payment the portal cancelled is explained by its refund', () => {
  expect(refundCause({ decline: portals, givenBack: [payment()] })).toMatch(/didn't match the order/)
})

test.each([
  ['a decline by the gateway', { gatewayreason: '6', reason: 'differs', acquirer: 'Clearhaus' }],
  ['an abandoned window', { gatewayreason: null, reason: 'Cancelled by cardholder', acquirer: 'Clearhaus' }],
  ['an earlier cause', { gatewayreason: null, reason: 'lapsed', acquirer: null }],
  ['no decline', null],
])('%s has no refund as its cause', (_, decline) => {
  expect(refundCause({ decline, givenBack: [payment()] })).toBeNull()
})

test('a payment is too late when the places were gone', () => {
  expect(wasPaidTooLate([payment(), payment({ cause: 'places_taken' })])).toBe(true)
  expect(wasPaidTooLate([payment()])).toBe(false)
})

type Own = NonNullable<Parameters<typeof paidWords>[0]>

const season = (memberName: string) => ({ kind: 'membership', memberName }) as Own['lines'][number]
const place = { kind: 'event', memberName: 'Anna' } as Own['lines'][number]
const order = (lines: Own['lines'], joining: string[], minor = 70_000): Own => ({
  lines,
  joining,
  total: { minor, currency: 'DKK' },
  orgName: 'Roklub',
})

beforeEach(() => overwriteGetLocale(() => 'en'))

test.each<[string, Own | null, RegExp]>([
  ['joining is welcomed', order([season('Anna')], ['Anna']), /^Welcome to Roklub! Your receipt/],
  ['renewing is not', order([season('Anna'), season('Bo')], []), /^The new season at Roklub is all set\. Your/],
  [
    'only the new member is welcomed',
    order([season('Anna'), season('Bo')], ['Bo']),
    /^Welcome to Roklub, Bo! Your receipt/,
  ],
  ['a free order has no receipt', order([season('Anna')], ['Anna'], 0), /^Welcome to Roklub! There was nothing to pay/],
  ['joining with a place', order([season('Anna'), place], ['Anna']), /^Welcome to Roklub! Your tickets/],
  ['a place alone', order([place], []), /^Your tickets/],
  ['another buyer’s order shows no details', null, /^The order is paid\.$/],
])('%s', (_, own, words) => {
  expect(paidWords(own, { status: 'signed-in', member: { email: 'anna@example.com' } } as SessionState)).toMatch(words)
})

test('free tickets are not promised by mail to a member without a confirmed address', () => {
  const free = order([place], [], 0)
  const words = (email: string | null) => paidWords(free, { status: 'signed-in', member: { email } } as SessionState)
  expect(words('anna@example.com')).toMatch(/on their way by e-mail/)
  expect(words(null)).toBe("There's nothing to pay. Your tickets are here on the portal.")
})

const of = (memberId: string, startsAt?: string) =>
  ({ memberId, memberName: memberId, event: startsAt ? { startsAt, timeZone: 'Europe/Copenhagen' } : null }) as never
const from = (memberId: string, startDate: string) =>
  ({ memberId, memberName: memberId, event: null, startDate }) as never
const now = Date.parse('2026-12-01T12:00:00Z')
const welcome = (locale: 'da' | 'en', lines: never[]) => {
  overwriteGetLocale(() => locale)
  return welcomeHeading(order(lines, ['Anna']), 'Anna', now)
}

test.each<[string, never[], string, string]>([
  ['of the reader', [of('Anna')], 'Du er medlem af Roklub', 'You are a member of Roklub'],
  ['of the family', [of('Bo'), of('Anna')], 'Du og Bo er medlemmer af Roklub', 'You and Bo are members of Roklub'],
  ['of one other', [of('Bo'), of('Bo')], 'Bo er medlem af Roklub', 'Bo is a member of Roklub'],
  ['of others', [of('Bo'), of('Alma')], 'Bo og Alma er medlemmer af Roklub', 'Bo and Alma are members of Roklub'],
  [
    'that begins later',
    [from('Anna', '2027-01-01')],
    'Du er medlem af Roklub fra 1. januar 2027',
    'You are a member of Roklub from 1 January 2027',
  ],
  [
    'of a family that begins later',
    [from('Anna', '2027-01-01'), from('Bo', '2027-01-01')],
    'Du og Bo er medlemmer af Roklub fra 1. januar 2027',
    'You and Bo are members of Roklub from 1 January 2027',
  ],
  ['that has begun', [from('Anna', '2026-12-01')], 'Du er medlem af Roklub', 'You are a member of Roklub'],
  ['with a place', [of('Anna'), of('Bo', '2026-12-03T23:30:00Z')], 'Vi ses den 4. december', 'See you on 4 December'],
  ['of an event that is over', [of('Bo', '2026-11-01T09:00:00Z')], 'Tilmeldingen er på plads', 'Registration Success'],
])('a paid order %s is welcomed', (_, lines, danish, english) => {
  expect([welcome('da', lines), welcome('en', lines)]).toEqual([danish, english])
})

test.each<[never[], string | null, RegExp]>([
  [
    [of('Anna', '2026-12-04T09:00:00Z')],
    '2026-12-01T13:20:00Z',
    /^Not paid yet: your places are reserved until 14:20$/,
  ],
  [[of('Anna')], '2026-12-01T13:20:00Z', /^Not paid yet: your purchase is reserved until 14:20$/],
  [[of('Anna')], '2026-12-31T23:00:00Z', /^Not paid yet: your purchase is reserved until 31 December 2026 at\s23:59$/],
  [[of('Anna')], '2026-12-01T11:00:00Z', /^Not paid yet$/],
  [[of('Anna')], null, /^Not paid yet$/],
])('an order that can still be paid says until when', (lines, reservedUntil, heading) => {
  expect(unpaidHeading({ lines, reservedUntil }, now)).toMatch(heading)
})
