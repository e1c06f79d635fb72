import { beforeEach, expect, test } from 'vitest'
import { markPromptShown, membershipFound, wantsMembershipCheck } from './first-login.ts'

beforeEach(() => localStorage.clear())

test('nobody who is not signed in is asked', () => {
  expect(wantsMembershipCheck()).toBe(false)
  markPromptShown()
  expect(localStorage.length).toBe(0)
})

test('the first login of a session asks for the check, until the prompt was shown', () => {
  expect(wantsMembershipCheck('session-1')).toBe(true)
  expect(wantsMembershipCheck('session-1')).toBe(true)
  markPromptShown('session-1')
  expect(wantsMembershipCheck('session-1')).toBe(false)
})

test('an active membership ends the question', () => {
  membershipFound('session-1')
  expect(wantsMembershipCheck('session-1')).toBe(false)
})

test('the next session asks again', () => {
  markPromptShown('session-1')
  expect(wantsMembershipCheck('session-2')).toBe(true)
})

test('what another program left there is as good as nothing', () => {
  localStorage.setItem('portal.first-login', '{')
  expect(wantsMembershipCheck('session-1')).toBe(true)
})
