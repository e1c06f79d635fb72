import { describe, expect, it } from 'vitest'
import type { Membership, NextSeason, RenewalPlan, Term } from '#contract/memberships.ts'
import { heldTerms, isTest, renewalsOf, renewPath, totalText } from './renewals.ts'

const next = (change: Partial<NextSeason> = {}) =>
  ({
    membershipConfId: 'adult',
    sale: 'on_sale',
    parts: { total: { minor: 70_000, currency: 'DKK' } },
    ...change,
  }) as NextSeason

const membership = (change: Partial<Membership> = {}) =>
  ({
    orgId: 'rowing',
    memberId: 'anna',
    asksForRenewal: true,
    nextSeason: next(),
    renewal: null,
    memberships: [],
    ...change,
  }) as Membership

const plan = (state: RenewalPlan['state']) => ({ state }) as RenewalPlan

describe('what can be renewed now', () => {
  it.each<[string, Partial<Membership>, number]>([
    ['the next season is on sale', {}, 1],
    ['it is not on sale yet, or the season before was paid this week', { asksForRenewal: false }, 0],
    ['nothing follows, or it is bought', { nextSeason: null, asksForRenewal: false }, 0],
    ['it renews by itself', { renewal: plan('waiting') }, 0],
    ['its charge is announced', { renewal: plan('announced') }, 0],
    ['an order of its own waits for another card', { renewal: plan('failing') }, 0],
    ['its card was given up', { renewal: plan('given_up') }, 1],
    ['their age closes it to the card', { renewal: plan('closed_by_age') }, 1],
  ])('%s', (_, change, count) => {
    expect(renewalsOf([membership(change)])).toHaveLength(count)
  })

  it('is one basket with one price', () => {
    const renewals = renewalsOf([
      membership(),
      membership({
        memberId: 'alma',
        nextSeason: next({ membershipConfId: 'junior', parts: { total: { minor: 35_000, currency: 'DKK' } } as never }),
      }),
    ])
    expect(new URLSearchParams(renewPath(renewals).split('?')[1]).get('lines')).toBe('anna.adult~alma.junior')
    expect(totalText(renewals).replaceAll('\u00a0', ' ')).toBe('DKK 1,050.00')
  })

  it('adds nothing up across currencies', () => {
    const parts = { total: { minor: 50_000, currency: 'SEK' } } as never
    const text = totalText(renewalsOf([membership(), membership({ nextSeason: next({ parts }) })]))
    expect(text.replaceAll('\u00a0', ' ')).toBe('DKK 700.00 + SEK 500.00')
  })
})

const term = (configurationName: string, startDate: string, endDate: string, change: Partial<Term> = {}) =>
  ({ configurationName, startDate, endDate, status: 'active', payment: null, ...change }) as Term

describe('what a membership consists of', () => {
  const past = term('2025', '2025-01-01', '2025-12-31')
  const now = term('2026', '2026-01-01', '2026-12-31')
  const boat = term('boat', '2026-04-01', '2026-10-31')
  const coming = term('2027', '2027-01-01', '2027-12-31')
  const unpaid = term('unpaid', '2026-01-01', '2026-12-31', { status: 'inactive' })
  const names = (terms: Term[], today: string) =>
    heldTerms({ memberships: terms }, today).map(({ configurationName }) => configurationName)

  it.each<[string, Term[], string, string[]]>([
    ['the seasons that run', [coming, now, boat, past, unpaid], '2026-06-15', ['2026', 'boat']],
    ['the next one that is paid', [coming, past], '2026-06-15', ['2027']],
    ['the last one', [past, boat], '2027-06-15', ['boat']],
    ['nothing that was not paid', [unpaid], '2026-06-15', []],
  ])('%s', (_, terms, today, expected) => {
    expect(names(terms, today)).toEqual(expected)
  })

  it('is a test when no money was taken for it', () => {
    const payment = {
      total: { minor: 1, currency: 'DKK' },
      refunded: { minor: 0, currency: 'DKK' },
      own: true,
      payerName: null,
    }
    expect(isTest([now, term('choir', '2026-01-01', '2026-12-31', { payment: { ...payment, testMode: true } })])).toBe(
      true,
    )
    expect(isTest([now, { ...now, payment: { ...payment, testMode: false } }])).toBe(false)
  })
})
