import { beforeEach, expect, test, vi } from 'vitest'

const key = 'portal.last-activity'

/** A tab that was just opened: it has noted nothing yet. */
async function openTab() {
  vi.resetModules()
  return import('./activity.ts')
}

beforeEach(() => localStorage.clear())

test('a tab knows what was done in another', async () => {
  const [one, other] = [await openTab(), await openTab()]
  one.noteActivity(100_000)
  expect(one.lastActivity(200_000)).toBe(100_000)
  expect(other.lastActivity(200_000)).toBe(100_000)
})

test('what comes within a second is noted once', async () => {
  const tab = await openTab()
  tab.noteActivity(100_000)
  tab.noteActivity(100_999)
  expect(localStorage.getItem(key)).toBe('100000')
  tab.noteActivity(101_000)
  expect(localStorage.getItem(key)).toBe('101000')
})

test('a moment a little ahead is now; one far ahead is from before the clock was set back', async () => {
  const tab = await openTab()
  localStorage.setItem(key, '205000')
  expect(tab.lastActivity(200_000)).toBe(200_000)
  localStorage.setItem(key, '9000000')
  expect(tab.lastActivity(200_000)).toBe(0)
  tab.noteActivity(200_000)
  expect(tab.lastActivity(200_000)).toBe(200_000)
})

test('mouse, key and touch are heard until nobody listens', async () => {
  const { hearActivity } = await openTab()
  const heard = vi.fn()
  const stop = hearActivity(heard)
  for (const sign of ['mousemove', 'mousedown', 'pointerdown', 'keydown', 'touchstart', 'wheel'])
    document.dispatchEvent(new Event(sign))
  expect(heard).toHaveBeenCalledTimes(6)
  stop()
  document.dispatchEvent(new Event('keydown'))
  expect(heard).toHaveBeenCalledTimes(6)
})
