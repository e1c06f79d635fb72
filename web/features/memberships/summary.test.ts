import { describe, expect, it } from 'vitest'
import type { Membership } from '#contract/memberships.ts'
import { attentionKind, awaitsPayment, isOrWas, summarise } from './summary.ts'

const membership = (changes: Partial<Membership>) =>
  ({
    status: 'active',
    memberships: [{ status: 'active' }],
    orgId: 'rowing',
    overallEndDate: '2026-12-31',
    readyForMembershipRenewal: false,
    ...changes,
  }) as Membership

describe('the front page’s figures', () => {
  it('count memberships that run, and none that has ended', () => {
    const summary = summarise([
      membership({ overallEndDate: '2027-03-31', orgId: 'tennis' }),
      membership({ status: 'grace', overallEndDate: '2026-10-31' }),
      membership({ status: 'expired', overallEndDate: '2025-12-31', orgId: 'choir' }),
    ])
    expect(summary).toEqual({
      active: 1,
      activeIn: new Set(['tennis']),
      placeIn: new Set(['tennis', 'rowing']),
      any: true,
    })
  })

  it('are empty without memberships', () => {
    expect(summarise([])).toEqual({ active: 0, activeIn: new Set(), placeIn: new Set(), any: false })
  })

  it('know no membership in an order that waits for its payment', () => {
    const unpaid = membership({ status: 'inactive', memberships: [{ status: 'inactive' }] as never })
    expect(summarise([unpaid]).any).toBe(false)
    expect(isOrWas(unpaid)).toBe(false)
    expect(awaitsPayment(unpaid)).toBe(true)
  })
})

describe('what a membership asks for', () => {
  it.each([
    [{ status: 'expired', overallEndDate: '2025-12-31' }, 'ended'],
    [{ status: 'grace', overallEndDate: '2026-10-31', asksForRenewal: true }, 'ended'],
    [{ status: 'grace', overallEndDate: '2027-12-31' }, null],
    [{ status: 'active', asksForRenewal: true }, 'renew'],
    [{ status: 'active' }, null],
    [{ status: 'inactive', asksForRenewal: true }, null],
    [{ status: 'cancelled' }, null],
  ] as const)('%o: %s', (changes, kind) => {
    expect(attentionKind(membership(changes), '2026-11-22')).toBe(kind)
  })
})
