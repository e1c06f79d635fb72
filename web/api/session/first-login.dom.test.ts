import { beforeEach, expect, test } from 'vitest'
import { markPromptShown, membershipFound, wantsMembershipCheck } from './first-login.ts'

beforeEach(() => localStorage.clear())

test('signed out, there is no check', () => {
  expect(wantsMembershipCheck()).toBe(false)
  markPromptShown()
  expect(localStorage.length).toBe(0)
})

test('the first login of a session needs the check until the prompt was shown', () => {
  expect(wantsMembershipCheck('session-1')).toBe(true)
  expect(wantsMembershipCheck('session-1')).toBe(true)
  markPromptShown('session-1')
  expect(wantsMembershipCheck('session-1')).toBe(false)
})

test('an active membership ends the check', () => {
  membershipFound('session-1')
  expect(wantsMembershipCheck('session-1')).toBe(false)
})

test('the next session needs the check again', () => {
  markPromptShown('session-1')
  expect(wantsMembershipCheck('session-2')).toBe(true)
})

test('invalid stored data is ignored', () => {
  localStorage.setItem('portal.first-login', '{')
  expect(wantsMembershipCheck('session-1')).toBe(true)
})
