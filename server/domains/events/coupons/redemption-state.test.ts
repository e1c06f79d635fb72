import { expect, test } from 'vitest'
import { unreachable } from '#server/testing/status-table.ts'
import { redemptionTransitions } from './redemption-state.ts'

test('every status of a redemption can be reached, and a used one is not held again', () => {
  expect(unreachable(redemptionTransitions, 'held')).toEqual([])
  expect(redemptionTransitions.used).toEqual(['released'])
})
