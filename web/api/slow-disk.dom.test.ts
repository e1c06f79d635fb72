import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetOfflineCopy, openCopy } from './offline-copy.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('signing out does not wait for a hanging disk, and what is left there has no owner', async () => {
  const openDatabase = vi.fn(() => ({}))
  vi.stubGlobal('indexedDB', { open: openDatabase })
  localStorage.setItem('portal.kept-for', 'anna')
  const forgotten = forgetOfflineCopy({ device: true })
  expect(localStorage.getItem('portal.kept-for')).toBeNull()
  await expect.poll(() => openDatabase).toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2_000)
  await forgotten
  expect(await openCopy()).toBeNull()
})
