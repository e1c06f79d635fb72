import { describe, expect, it } from 'vitest'
import type { Membership, NextSeason, RenewalPlan, Term } from '#contract/memberships/memberships.ts'
import {
  byDeadline,
  comingTerms,
  currentTerms,
  isDue,
  isTest,
  mainTermOf,
  renewalsOf,
  renewPath,
  totalText,
} from './renewals.ts'

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
    renewalEnded: null,
    memberships: [],
    can: { renew: true, renewAutomatically: true },
    ...change,
  }) as Membership

const runsOut = { card: { id: 'card', label: '4100', expires: '2026-11' }, cardExpires: true } as RenewalPlan

describe('renewals that are possible now', () => {
  it.each<[string, Partial<Membership>, number]>([
    ['the next season is on sale', {}, 1],
    ['it is not on sale yet, or the season before was paid this week', { asksForRenewal: false }, 0],
    ['it was paid this week with a card that runs out', { asksForRenewal: false, renewal: runsOut }, 1],
    ['the server says that it cannot be bought', { can: { renew: false, renewAutomatically: true } }, 0],
    ['there is no next season, or it is bought', { nextSeason: null, asksForRenewal: false }, 0],
  ])('%s', (_, change, count) => {
    expect(renewalsOf([membership(change)])).toHaveLength(count)
  })

  it('is grouped by the day by which it is due, the first day first, and no longer once the days of grace are over', () => {
    const ends = (status: Membership['status'], statusUntil: string) =>
      membership({ status, statusUntil, paidUntil: statusUntil })
    const [active, grace, over] = [
      ends('active', '2026-12-31'),
      ends('grace', '2026-12-14'),
      ends('expired', '2026-01-01'),
    ]
    const days = (all: Membership[]) =>
      byDeadline(renewalsOf(all).filter(isDue)).map((group) => group.map(({ until }) => until))
    expect(days([over, active, grace, active])).toEqual([['2026-12-14'], ['2026-12-31', '2026-12-31']])
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

  it('does not add up different currencies', () => {
    const parts = { total: { minor: 50_000, currency: 'SEK' } } as never
    const text = totalText(renewalsOf([membership(), membership({ nextSeason: next({ parts }) })]))
    expect(text.replaceAll('\u00a0', ' ')).toBe('DKK 700.00 + SEK 500.00')
  })
})

const term = (configurationName: string, startDate: string, endDate: string, change: Partial<Term> = {}) =>
  ({ id: configurationName, configurationName, startDate, endDate, status: 'active', payment: null, ...change }) as Term

describe('the parts of a membership', () => {
  const now = term('2026', '2026-01-01', '2026-12-31')
  const boat = term('boat', '2026-04-01', '2026-10-31')
  const coming = term('2027', '2027-01-01', '2027-12-31')
  const unpaid = term('unpaid', '2026-01-01', '2026-12-31', { status: 'inactive' })

  it('is its main term, then what runs beside it', () => {
    const held = { memberships: [coming, boat, now, unpaid], mainTermId: '2026', besideTermIds: ['boat'] }
    expect(currentTerms(held)).toEqual([now, boat])
    expect(mainTermOf(held)).toBe(now)
    expect(currentTerms({ memberships: [unpaid], mainTermId: null, besideTermIds: [] })).toEqual([])
  })

  it('has upcoming seasons once they are paid', () => {
    const upcoming = comingTerms(
      { memberships: [coming, now, unpaid, term('2028', '2028-01-01', '2028-12-31')] },
      '2026-06-15',
    )
    expect(upcoming.map(({ configurationName }) => configurationName)).toEqual(['2027', '2028'])
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
