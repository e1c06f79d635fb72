import { beforeEach, expect, test } from 'vitest'
import { markPromptShown, membershipFound, needsMembershipCheck } from './first-login.ts'

beforeEach(() => localStorage.clear())

test('signed out, there is no check', () => {
  expect(needsMembershipCheck()).toBe(false)
  markPromptShown()
  expect(localStorage.length).toBe(0)
})

test('the first login of a session needs the check until the prompt was shown', () => {
  expect(needsMembershipCheck('session-1')).toBe(true)
  expect(needsMembershipCheck('session-1')).toBe(true)
  markPromptShown('session-1')
  expect(needsMembershipCheck('session-1')).toBe(false)
})

test('an active membership ends the check', () => {
  membershipFound('session-1')
  expect(needsMembershipCheck('session-1')).toBe(false)
})

test('the next session needs the check again', () => {
  markPromptShown('session-1')
  expect(needsMembershipCheck('session-2')).toBe(true)
})

test('invalid stored data is ignored', () => {
  localStorage.setItem('portal.first-login', '{')
  expect(needsMembershipCheck('session-1')).toBe(true)
})
