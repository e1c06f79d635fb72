import { beforeEach, expect, test, vi } from 'vitest'
import { idleAt, mayRedirect } from './browser-session.ts'

const key = 'portal.last-activity'

/** A newly opened tab, without activity of its own. */
async function openTab() {
  vi.resetModules()
  return import('./browser-session.ts')
}

beforeEach(() => localStorage.clear())

test('a tab sees activity in another', async () => {
  const [one, other] = [await openTab(), await openTab()]
  one.recordActivity(100_000)
  expect(one.lastActivity(200_000)).toBe(100_000)
  expect(other.lastActivity(200_000)).toBe(100_000)
})

test('activity is stored at most once a second', async () => {
  const tab = await openTab()
  tab.recordActivity(100_000)
  tab.recordActivity(100_999)
  expect(localStorage.getItem(key)).toBe('100000')
  tab.recordActivity(101_000)
  expect(localStorage.getItem(key)).toBe('101000')
})

test('a time slightly ahead counts as now; one far ahead is ignored', async () => {
  const tab = await openTab()
  localStorage.setItem(key, '205000')
  expect(tab.lastActivity(200_000)).toBe(200_000)
  localStorage.setItem(key, '9000000')
  expect(tab.lastActivity(200_000)).toBe(0)
  tab.recordActivity(200_000)
  expect(tab.lastActivity(200_000)).toBe(200_000)
})

test('mouse, key and touch notify the listener until it unsubscribes', async () => {
  const { listenForActivity } = await openTab()
  const heard = vi.fn()
  const stop = listenForActivity(heard)
  for (const sign of ['mousemove', 'mousedown', 'pointerdown', 'keydown', 'touchstart', 'wheel'])
    document.dispatchEvent(new Event(sign))
  expect(heard).toHaveBeenCalledTimes(6)
  stop()
  document.dispatchEvent(new Event('keydown'))
  expect(heard).toHaveBeenCalledTimes(6)
})

const minute = 60_000

test.each([
  [0, { state: 'active', nextMs: 29 * minute }],
  [29 * minute - 1, { state: 'active', nextMs: 1 }],
  [29 * minute, { state: 'warning', endsAt: 30 * minute }],
  [30 * minute - 1, { state: 'warning', endsAt: 30 * minute }],
  [30 * minute, { state: 'over' }],
  [600 * minute, { state: 'over' }],
])('%i ms after the last activity, of 30 minutes', (now, expected) => {
  expect(idleAt(now, 0, 30 * minute)).toEqual(expected)
})

test('a very short limit leaves half of it for the warning', () => {
  expect(idleAt(29_999, 0, minute)).toEqual({ state: 'active', nextMs: 1 })
  expect(idleAt(30_000, 0, minute)).toEqual({ state: 'warning', endsAt: minute })
})

const second = 1000
const refusal = { loadedAt: 0, now: 60 * second, lastRedirectAt: null, search: '' }

test('a refused token redirects to sign-in', () => {
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
