import { describe, expect, it } from 'vitest'
import type { Membership } from '#contract/memberships.ts'
import { attentionKind, summarise } from './summary.ts'

const membership = (changes: Partial<Membership>) =>
  ({
    status: 'active',
    orgId: 'rowing',
    overallEndDate: '2026-12-31',
    readyForMembershipRenewal: false,
    ...changes,
  }) as Membership

describe('the front page’s figures', () => {
  it('count active memberships and those in their days of grace', () => {
    const summary = summarise([
      membership({ overallEndDate: '2027-03-31', orgId: 'tennis' }),
      membership({ status: 'grace', overallEndDate: '2026-10-31' }),
      membership({ status: 'expired', overallEndDate: '2025-12-31', orgId: 'choir' }),
    ])
    expect(summary).toEqual({ active: 2, activeIn: new Set(['tennis', 'rowing']) })
  })

  it('are empty without memberships', () => {
    expect(summarise([])).toEqual({ active: 0, activeIn: new Set() })
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
