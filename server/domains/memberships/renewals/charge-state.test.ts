import { expect, test } from 'vitest'
import { unreachable } from '#server/testing/status-table.ts'
import { chargeTransitions } from './charge-state.ts'

test('every status of a charge can be reached, and paid is final', () => {
  expect(unreachable(chargeTransitions, 'announced')).toEqual([])
  expect(chargeTransitions.paid).toEqual([])
})
