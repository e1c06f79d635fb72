import { expect, test } from 'vitest'
import { idleAt } from './idle.ts'

const minute = 60_000

test.each([
  [0, { state: 'active', nextMs: 29 * minute }],
  [29 * minute - 1, { state: 'active', nextMs: 1 }],
  [29 * minute, { state: 'warning', endsAt: 30 * minute }],
  [30 * minute - 1, { state: 'warning', endsAt: 30 * minute }],
  [30 * minute, { state: 'over' }],
  [600 * minute, { state: 'over' }],
])('%i ms after the last activity, of 30 minutes', (now, expected) => {
  expect(idleAt(now, 0, 30 * minute)).toEqual(expected)
})

test('the shortest limit leaves half of it for the question', () => {
  expect(idleAt(29_999, 0, minute)).toEqual({ state: 'active', nextMs: 1 })
  expect(idleAt(30_000, 0, minute)).toEqual({ state: 'warning', endsAt: minute })
})
