import { expect, test } from 'vitest'
import { swipeDirection } from './swipe.ts'

test.each([
  [-100, 0, 'next'],
  [100, 30, 'previous'],
  [59, 0, null],
  [-100, 60, null],
  [0, 300, null],
] as const)('a swipe of %i across and %i down: %s', (x, y, turn) => {
  expect(swipeDirection({ x: 200, y: 200 }, { x: 200 + x, y: 200 + y })).toBe(turn)
})
