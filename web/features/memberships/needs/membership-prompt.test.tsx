import { expect, test } from 'vitest'
import type { Membership } from '#contract/memberships/memberships.ts'
import { hasActiveMembership } from './membership-prompt.tsx'

const membership = (orgId: string, status: Membership['status'], terms: readonly string[] = []) =>
  ({ orgId, status, paidUntil: null, memberships: terms.map((term) => ({ status: term })) }) as Membership
const clubs = [{ id: 'rowing' }, { id: 'choir' }]

function sources(held: readonly Membership[] | Error, more = {}) {
  const waited: number[] = []
  return {
    waited,
    memberId: (): string | null => 'anna',
    clubs: async () => clubs,
    memberships: async () => {
      if (held instanceof Error) throw held
      return held
    },
    wait: async (milliseconds: number) => void waited.push(milliseconds),
    ...more,
  }
}

test.each([
  [[], false],
  [[membership('rowing', 'expired'), membership('choir', 'inactive')], false],
  [[membership('choir', 'active')], true],
  [[membership('rowing', 'grace')], true],
  [[membership('closed', 'active')], false],
  // The next season is paid.
  [[{ ...membership('rowing', 'expired'), paidUntil: '2999-12-31' }], true],
  [[{ ...membership('rowing', 'inactive'), paidUntil: '2999-12-31' }], true],
  [[{ ...membership('rowing', 'expired'), paidUntil: '2020-12-31' }], false],
  // An unpaid order has a reminder of its own.
  [[membership('rowing', 'inactive', ['inactive'])], true],
])('with %j: %s', async (held, active) => {
  expect(await hasActiveMembership(sources(held))).toBe(active)
})

test('clubs that are not available yet are retried up to five times, after 600 and then 800 ms', async () => {
  let left = 2
  const late = sources([membership('choir', 'active')], {
    clubs: async () => {
      if (left-- > 0) throw new Error('not yet')
      return clubs
    },
  })
  expect(await hasActiveMembership(late)).toBe(true)
  expect(late.waited).toEqual([600, 800])

  const never = sources([], { clubs: () => Promise.reject(new Error('not yet')) })
  expect(await hasActiveMembership(never)).toBeNull()
  expect(never.waited).toEqual([600, 800, 800, 800, 800])
})

test('without clubs there is no membership', async () => {
  expect(await hasActiveMembership(sources([], { clubs: async () => [] }))).toBe(false)
})

test('it waits until the member is known', async () => {
  let calls = 0
  const late = sources([], { memberId: () => (calls++ < 1 ? null : 'anna') })
  expect(await hasActiveMembership(late)).toBe(false)
  expect(late.waited).toEqual([600])
})

test('a failed check returns null', async () => {
  expect(await hasActiveMembership(sources(new Error('offline')))).toBeNull()
})
