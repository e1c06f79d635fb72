import { beforeEach, expect, test } from 'vitest'
import type { Membership, MembershipStatus, NextSeason, RenewalPlan, Term } from '#contract/memberships/memberships.ts'
import { overwriteGetLocale } from '#words/runtime.js'
import { cardWords, membershipWords, planWords, termWords } from './words.ts'

overwriteGetLocale(() => 'en')

const id = '0199a3c4-0000-7000-8000-000000000001'

const term = (change: Partial<Term> = {}): Term => ({
  id,
  membershipId: id,
  memberId: id,
  membershipConfId: id,
  configurationName: 'Senior',
  membershipFor: 2026,
  startDate: '2026-01-01',
  endDate: '2026-12-31',
  enabled: true,
  gdprAgreement: true,
  gaveWay: null,
  status: 'active',
  statusChangeDate: '2026-01-01T00:00:00Z',
  referenceKey: null,
  wpEntryId: null,
  wpFormId: null,
  hasReceipt: true,
  payment: null,
  ...change,
})

const membership = (change: Partial<Membership>): Membership => ({
  id,
  orgId: id,
  memberId: id,
  enabled: true,
  status: 'active',
  statusUntil: null,
  mainTermId: id,
  besideTermIds: [],
  autoRenewal: false,
  autoRenewCycle: null,
  referenceKey: null,
  savedCardIdentifier: null,
  asksForRenewal: false,
  dismissed: false,
  nextSeason: null,
  renewal: null,
  renewalEnded: null,
  oldStatus: null,
  newStatus: null,
  updateDate: '2026-01-01T00:00:00Z',
  overallStartDate: '2026-01-01',
  overallEndDate: '2026-12-31',
  paidUntil: null,
  readyForMembershipRenewal: false,
  memberships: [term()],
  can: { renew: false, renewAutomatically: true },
  ...change,
})

test.each<[MembershipStatus, Partial<Membership>, string]>([
  ['active', { statusUntil: '2026-12-31' }, 'Active until 31 December 2026'],
  ['grace', { statusUntil: '2027-01-31' }, 'Ended – renew by 31 January 2027 to keep it'],
  // An optional extra that begins later renews no membership.
  [
    'grace',
    { statusUntil: '2027-01-31', memberships: [term(), term({ id: 'kayak', startDate: '2999-01-01' })] },
    'Ended – renew by 31 January 2027 to keep it',
  ],
  [
    'grace',
    { memberships: [term({ endDate: '2027-01-17' })], nextSeason: { joins: true } as NextSeason },
    'Ended on 17 January 2027',
  ],
  ['expired', { memberships: [term({ endDate: '2025-12-31' })] }, 'Expired on 31 December 2025'],
  ['inactive', { mainTermId: null, memberships: [] }, 'Not paid yet'],
  [
    'inactive',
    { memberships: [term({ startDate: '2027-01-01', endDate: '2027-12-31' })] },
    'Paid, starts on 1 January 2027',
  ],
  ['cancelled', {}, 'Cancelled by you or by the club'],
])('%s', (status, change, sentence) => {
  expect(membershipWords(membership({ status, ...change })).sentence).toBe(sentence)
})

test('whoever has paid for a later season is not asked to renew in the days of grace', () => {
  const paid = term({ id: 'next', startDate: '2099-01-01', endDate: '2099-12-31' })
  const memberships = [paid, term()]
  const ended = membership({ status: 'grace', statusUntil: '2027-01-31', paidUntil: paid.endDate, memberships })
  expect(membershipWords(ended).sentence).toBe('Ended on 31 December 2026')
})

test('a trial beside a membership changes neither its name nor its end', () => {
  const trial = term({ id: 'trial', configurationName: 'Trial', endDate: '2027-03-31' })
  const both = membership({ memberships: [trial, term()], besideTermIds: ['trial'] })
  expect(membershipWords(both).sentence).toBe('Active until 31 December 2026')
})

test.each<[string, Partial<Term>, string]>([
  ['the current season', {}, 'Active until 31 December 2026'],
  ['its last day', { endDate: '2026-06-15' }, 'Active until 15 June 2026'],
  ['a coming season', { startDate: '2026-06-16' }, 'Paid, starts on 16 June 2026'],
  ['a past season', { endDate: '2026-06-14' }, 'Ended on 14 June 2026'],
  ['one never paid', { status: 'inactive' }, "The payment wasn't completed"],
  ['a status not known yet', { status: 'something' }, "The payment wasn't completed"],
  ['a cancelled one', { status: 'cancelled' }, 'Cancelled by you or by the club'],
])('%s', (_, change, sentence) => {
  expect(termWords(term(change), '2026-06-15').sentence).toBe(sentence)
})

const card = { id: 'card', label: '4100 00XX XXXX 0000', expires: '2039-12' }

const plan = (change: Partial<RenewalPlan> = {}): RenewalPlan => ({
  payerId: 'bo',
  payerName: 'Bo Holm',
  card,
  cardExpires: false,
  chargeDate: '2026-12-17',
  byHand: false,
  amount: { minor: 70_000, currency: 'DKK' },
  state: 'waiting',
  tries: 0,
  nextTry: null,
  orderToken: null,
  can: { switchOff: true },
  ...change,
})

const end = '2026-12-31'

beforeEach(() => overwriteGetLocale(() => 'en'))

test.each<[string, Partial<RenewalPlan>, RegExp, RegExp, string]>([
  [
    'with the reader’s card',
    {},
    /17 December 2026/,
    /charge DKK.700\.00 to your card 4100 00XX XXXX 0000 \(expires 12\/39\)/,
    'teal',
  ],
  ['without a price yet', { amount: null }, /17 December 2026/, /once the club has set the price/, 'teal'],
  ['without a next season', { chargeDate: null }, /once the club sells next season/, /at least a week before/, 'teal'],
  [
    'without a next season, paid by others',
    { chargeDate: null, card: null },
    /once the club/,
    /^Bo Holm pays\.$/,
    'teal',
  ],
  ['paid by others', { card: null }, /17 December 2026/, /^Bo Holm pays DKK.700\.00\.$/, 'teal'],
  ['paid by others, without a price yet', { card: null, amount: null }, /17 December/, /^Bo Holm pays\.$/, 'teal'],
  [
    'with a card that expires before',
    { card: { ...card, expires: '2026-11' }, cardExpires: true },
    /17 December/,
    /expires before that \(11\/26\)/,
    'coral',
  ],
  [
    'with a card that expires in that month',
    { card: { ...card, expires: '2026-12' } },
    /17 December/,
    /charge DKK/,
    'teal',
  ],
  ['announced', { state: 'announced' }, /17 December/, /We've let you know/, 'fjord'],
  [
    'failing',
    { state: 'failing', tries: 1, nextTry: '2026-12-22' },
    /0000 was declined \(1 of 3/,
    /again on 22 December 2026. Pay with another card/,
    'coral',
  ],
  ['failing for the last time', { state: 'failing', tries: 3 }, /3 of 3/, /^Pay with another card/, 'coral'],
  [
    'failing for another payer',
    { state: 'failing', card: null, nextTry: '2026-12-22' },
    /by Bo Holm failed/,
    /again on 22 December/,
    'coral',
  ],
  ['given up', { state: 'given_up', tries: 3 }, /failed after 3 attempts/, /ends on 31 December 2026 unless/, 'coral'],
  [
    'left to the member',
    { byHand: true, chargeDate: null, amount: null },
    /won't renew automatically/,
    /won't be charged.*yourself/,
    'coral',
  ],
  ['paid', { state: 'paid' }, /Next season is renewed/, /paid/, 'teal'],
])('%s', (_, change, sentence, more, color) => {
  const words = planWords(plan(change), end)
  expect(words.sentence).toMatch(sentence)
  expect(words.more).toMatch(more)
  expect(words.color).toBe(color)
})

test('the card of another payer is hidden', () => {
  for (const state of ['waiting', 'announced', 'failing', 'given_up', 'paid'] as const) {
    const { sentence, more } = planWords(plan({ state, card: null }), end)
    expect(sentence + more).not.toContain('0000')
  }
})

test('a card is shown with its number and expiry, in Danish too', () => {
  overwriteGetLocale(() => 'da')
  expect(cardWords(card)).toBe('4100 00XX XXXX 0000 (udløber 12/39)')
  expect(planWords(plan(), end).sentence).toBe('Fornyes automatisk den 17. december 2026')
})

test('an automatic renewal names the season that it buys', () => {
  const next = { name: 'Voksen 2028', sale: 'on_sale', offerStartDate: '2026-11-01' } as Membership['nextSeason']
  expect(planWords(plan(), end, next).more.replaceAll('\u00a0', ' ')).toContain(
    'DKK 700.00 for Voksen 2028 to your card',
  )
})
