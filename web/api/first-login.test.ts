import { beforeEach, expect, test } from 'vitest'
import { forgetLogin, markPromptShown, membershipFound, noteLogin, wantsMembershipCheck } from './first-login.ts'

beforeEach(forgetLogin)

test('nobody who is not signed in is asked', () => {
  expect(wantsMembershipCheck()).toBe(false)
})

test('the first login of a session asks for the check, until the prompt was shown', () => {
  noteLogin('session-1')
  expect(wantsMembershipCheck()).toBe(true)
  markPromptShown()
  expect(wantsMembershipCheck()).toBe(false)
  noteLogin('session-1')
  expect(wantsMembershipCheck()).toBe(false)
})

test('an active membership ends the question', () => {
  noteLogin('session-1')
  membershipFound()
  expect(wantsMembershipCheck()).toBe(false)
})

test('the next session asks again', () => {
  noteLogin('session-1')
  markPromptShown()
  noteLogin('session-2')
  expect(wantsMembershipCheck()).toBe(true)
})

test('what another program left there is as good as nothing', () => {
  localStorage.setItem('portal.first-login', '{')
  expect(wantsMembershipCheck()).toBe(false)
  noteLogin('session-1')
  expect(wantsMembershipCheck()).toBe(true)
})
