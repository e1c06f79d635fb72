import { beforeEach, expect, test, vi } from 'vitest'
import { keepPlace, resumePlace } from './installed.ts'
import { clearPersonalStorage } from './local-storage.ts'
import { recordActivity } from './session/browser-session.ts'

const minute = 60_000
const now = new Date('2026-11-23T12:00:00Z').valueOf()

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.useFakeTimers({ now })
  history.replaceState(null, '', '/')
  return () => vi.useRealTimers()
})

/** Somebody reads a page, the phone ends the app, and it is opened from its icon. */
function reopened(page: string, { after, at = '/' }: { after: number; at?: string }): string {
  history.replaceState(null, '', page)
  recordActivity()
  keepPlace()
  sessionStorage.clear()
  vi.advanceTimersByTime(after)
  history.replaceState(null, '', at)
  resumePlace()
  return location.pathname + location.search
}

test('opened again within the session’s time, the app is where it was left', () => {
  expect(reopened('/events?q=sauna', { after: 29 * minute })).toBe('/events?q=sauna')
})

test('later it opens at Home', () => {
  expect(reopened('/events', { after: 31 * minute })).toBe('/')
})

test('a shortcut or a link opens its own page', () => {
  expect(reopened('/events', { after: minute, at: '/tickets' })).toBe('/tickets')
})

test('going Home, reloading and coming back from a payment do not lead elsewhere', () => {
  reopened('/events', { after: minute })
  history.replaceState(null, '', '/')
  resumePlace()
  expect(location.pathname).toBe('/')
})

test('an address with a token is not kept', () => {
  expect(reopened('/membership/confirm?izytoken=abc', { after: minute })).toBe('/')
  expect(JSON.stringify(localStorage)).not.toContain('abc')
})

test('nothing is left after signing out', () => {
  history.replaceState(null, '', '/tickets')
  recordActivity()
  keepPlace()
  clearPersonalStorage()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
  resumePlace()
  expect(location.pathname).toBe('/')
})
