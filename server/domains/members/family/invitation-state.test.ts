import { expect, test } from 'vitest'
import { unreachable } from '#server/testing/status-table.ts'
import { invitationTransitions } from './invitation-state.ts'

test('every status of an invitation can be reached', () => {
  expect(unreachable(invitationTransitions, 'pending')).toEqual([])
})

test('an answer is final: only a link can be ended', () => {
  expect(invitationTransitions).toMatchObject({ approved: ['ended'], rejected: [], ended: [] })
})
