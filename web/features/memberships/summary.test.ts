import { describe, expect, it } from 'vitest'
import type { Membership } from '#contract/memberships/memberships.ts'
import { awaitsPayment, hasEnded, isOrWasMember, summarise } from './summary.ts'

const membership = (changes: Partial<Membership>) =>
  ({
    status: 'active',
    memberships: [{ status: 'active' }],
    orgId: 'rowing',
    paidUntil: '2026-12-31',
    readyForMembershipRenewal: false,
    ...changes,
  }) as Membership

describe('the key figures', () => {
  it('count only running memberships', () => {
    const summary = summarise(
      [
        membership({ paidUntil: '2027-03-31', orgId: 'tennis' }),
        membership({ status: 'grace', paidUntil: '2026-10-31' }),
        membership({ status: 'expired', paidUntil: '2025-12-31', orgId: 'choir' }),
        membership({ status: 'expired', paidUntil: '2027-12-31', orgId: 'chess' }),
      ],
      '2026-11-22',
    )
    expect(summary).toEqual({
      active: 1,
      activeIn: new Set(['tennis']),
      placeIn: new Set(['tennis', 'rowing', 'chess']),
      any: true,
    })
  })

  it('are empty without memberships', () => {
    expect(summarise([])).toEqual({ active: 0, activeIn: new Set(), placeIn: new Set(), any: false })
  })

  it('do not count an unpaid order', () => {
    const unpaid = membership({ status: 'inactive', memberships: [{ status: 'inactive' }] as never })
    expect(summarise([unpaid]).any).toBe(false)
    expect(isOrWasMember(unpaid)).toBe(false)
    expect(awaitsPayment(unpaid)).toBe(true)
  })
})

describe('a membership has ended', () => {
  it.each([
    [{ status: 'expired', paidUntil: '2025-12-31' }, true],
    [{ status: 'grace', paidUntil: '2026-10-31' }, true],
    [{ status: 'grace', paidUntil: '2027-12-31' }, false],
    [{ status: 'active' }, false],
    [{ status: 'inactive' }, false],
    [{ status: 'cancelled' }, false],
  ] as const)('%o: %s', (changes, ended) => {
    expect(hasEnded(membership(changes), '2026-11-22')).toBe(ended)
  })
})
