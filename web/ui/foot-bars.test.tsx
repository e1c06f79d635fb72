import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FootBar } from './foot-bars.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const bar = (shown: boolean) => (
  <FootBar shown={shown} tone="calm" icon={null} title="Offline" actions={<a href="/tickets">Tickets</a>}>
    As of 10:15
  </FootBar>
)
const place = () => screen.getByRole('status')

test('the live region mounts before its content, so that screen readers announce it', () => {
  const { rerender } = render(bar(false))
  const before = place()
  expect(before.textContent).toBe('')
  expect(screen.queryByRole('link')).toBeNull()
  act(() => void vi.advanceTimersByTime(1_000))
  rerender(bar(true))
  expect(place()).toBe(before)
  expect(before.textContent).toBe('OfflineAs of 10:15')
  expect(screen.getByRole('region', { name: 'Offline' })).toBeTruthy()
  rerender(bar(false))
  expect(place()).toBe(before)
  expect(screen.queryByRole('region')).toBeNull()
})

test('also for content shown from the start', () => {
  render(bar(true))
  const before = place()
  expect(before.textContent).toBe('')
  act(() => void vi.advanceTimersByTime(1_000))
  expect(place()).toBe(before)
  expect(before.textContent).toBe('OfflineAs of 10:15')
})
