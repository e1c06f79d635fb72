import { expect, test } from 'vitest'
import { unreachable } from '#server/testing/status-table.ts'
import { redemptionTransitions } from './redemption-state.ts'

test('every status of a use can be reached; a used one stays used', () => {
  expect(unreachable(redemptionTransitions, 'held')).toEqual([])
  expect(redemptionTransitions.used).toEqual([])
})
