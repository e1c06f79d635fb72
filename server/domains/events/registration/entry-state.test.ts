import { expect, test } from 'vitest'
import { unreachable } from '#server/testing/status-table.ts'
import { initialState, entryTransitions } from './entry-state.ts'

test('every status of an entry can be reached, and paid ends by a refund only', () => {
  expect(unreachable(entryTransitions, 'held')).toEqual([])
  expect(entryTransitions.paid).toEqual(['cancelled'])
})

test('an entry begins as a hold, or as a ticket where nothing is to be paid', () => {
  const until = new Date(0)
  expect(initialState({ isFree: false, until })).toEqual({ status: 'held', reservedUntil: until })
  expect(initialState({ isFree: true, until })).toEqual({ status: 'paid', reservedUntil: null })
})
