import { expect, test } from 'vitest'
import type { Membership } from '#contract/memberships.ts'
import { hasActiveMembership } from './membership-prompt.tsx'

const membership = (orgId: string, status: Membership['status'], terms: readonly string[] = []) =>
  ({ orgId, status, memberships: terms.map((term) => ({ status: term })) }) as Membership
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
  // It waits for its payment, which is asked for already.
  [[membership('rowing', 'inactive', ['inactive'])], true],
])('of %j: %s', async (held, active) => {
  expect(await hasActiveMembership(sources(held))).toBe(active)
})

test('clubs that are not there yet are asked for again, 600 and then 800 ms apart, five times at most', async () => {
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

test('who is in no club has no membership', async () => {
  expect(await hasActiveMembership(sources([], { clubs: async () => [] }))).toBe(false)
})

test('a member who is not known yet is waited for', async () => {
  let asked = 0
  const late = sources([], { memberId: () => (asked++ < 1 ? null : 'anna') })
  expect(await hasActiveMembership(late)).toBe(false)
  expect(late.waited).toEqual([600])
})

test('a check that fails says nothing', async () => {
  expect(await hasActiveMembership(sources(new Error('offline')))).toBeNull()
})
