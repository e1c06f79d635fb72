import { expect, test } from 'vitest'
import { mayRedirect } from './redirect-lock.ts'

const second = 1000
const refusal = { loadedAt: 0, now: 60 * second, lastRedirectAt: null, search: '' }

test('a refused token sends the browser to sign in', () => {
  expect(mayRedirect(refusal)).toBe(true)
})

test.each([
  [4_999, false],
  [5_000, true],
])('%i ms after the page loaded: %s', (now, expected) => {
  expect(mayRedirect({ ...refusal, now })).toBe(expected)
})

test.each([
  [55_001, false],
  [55_000, true],
])('with a redirect at %i of 60 000 ms: %s', (lastRedirectAt, expected) => {
  expect(mayRedirect({ ...refusal, lastRedirectAt })).toBe(expected)
})

test.each([
  ['?error=login_required&state=x', false],
  ['?error=interaction_required', false],
  ['?error=access_denied', true],
])('at %s: %s', (search, expected) => {
  expect(mayRedirect({ ...refusal, search })).toBe(expected)
})
