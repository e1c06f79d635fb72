import { expect, test } from 'vitest'
import type { Membership, MembershipStatus, Term } from '#contract/memberships.ts'
import { membershipWords, termWords } from './membership-words.ts'
import { overwriteGetLocale } from '#words/runtime.js'

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
  autoRenewal: false,
  autoRenewCycle: null,
  referenceKey: null,
  savedCardIdentifier: null,
  asksForRenewal: false,
  nextSeason: null,
  renewal: null,
  oldStatus: null,
  newStatus: null,
  updateDate: '2026-01-01T00:00:00Z',
  overallStartDate: '2026-01-01',
  overallEndDate: '2026-12-31',
  readyForMembershipRenewal: false,
  memberships: [],
  can: { renew: false },
  ...change,
})

test.each<[MembershipStatus, Partial<Membership>, string]>([
  ['active', { statusUntil: '2026-12-31' }, 'Active until 31 December 2026'],
  ['grace', { statusUntil: '2027-01-31' }, 'Ended – renew by 31 January 2027 to keep your place'],
  ['expired', { statusUntil: null, overallEndDate: '2025-12-31' }, 'Expired on 31 December 2025'],
  ['inactive', { overallStartDate: null, overallEndDate: null }, 'Not paid yet'],
  ['inactive', { overallStartDate: '2027-01-01', overallEndDate: '2027-12-31' }, 'Paid, starts on 1 January 2027'],
  ['cancelled', {}, 'Cancelled by you or by the club'],
])('%s', (status, change, sentence) => {
  expect(membershipWords(membership({ status, ...change })).sentence).toBe(sentence)
})

test.each(['expired', 'grace'] as const)('%s, with another season paid, begins on its first day', (status) => {
  const paid = term({ startDate: '2099-01-01', endDate: '2099-12-31' })
  const ended = membership({ status, overallEndDate: '2099-12-31', memberships: [paid, term()] })
  expect(membershipWords(ended)).toMatchObject({ label: 'Upcoming', sentence: 'Paid, starts on 1 January 2099' })
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
