import { expect, test } from 'vitest'
import { unreachable } from '#server/testing/status-table.ts'
import { messageTransitions } from './message-state.ts'

test('every status of a message can be reached; sent and unwanted are final', () => {
  expect(unreachable(messageTransitions, 'waiting')).toEqual([])
  expect([messageTransitions.sent, messageTransitions.unwanted]).toEqual([[], []])
})
