import { expect, test } from 'vitest'
import { unreachable } from '#server/testing/status-table.ts'
import { chargeTransitions } from './charge-state.ts'

test('every status of a charge is reached, and what is paid stays paid', () => {
  expect(unreachable(chargeTransitions, 'announced')).toEqual([])
  expect(chargeTransitions.paid).toEqual([])
})
