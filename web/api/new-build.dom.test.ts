import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isReloading, reloadWhenPartsAreGone } from './new-build.ts'

let latest: () => Promise<Response>
const answers = (id: unknown) => () => Promise.resolve(Response.json({ id }))
/** Time of the last reload. */
const reloadedAt = () => sessionStorage.getItem('portal.chunk-reload')

beforeEach(() => {
  sessionStorage.clear()
  document.head.innerHTML = '<meta name="build" content="old">'
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => latest())
})
afterEach(() => vi.restoreAllMocks())

reloadWhenPartsAreGone()

/** Simulates a chunk that fails to load. */
async function miss(message = 'Failed to fetch dynamically imported module: /assets/x.js') {
  dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: new Error(message) }))
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
  await new Promise((resolve) => setTimeout(resolve))
}

test.each([
  ['the build is the same', answers('old')],
  ['the server sends no build', answers(undefined)],
  ['the portal is unreachable', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['the portal is unavailable', () => Promise.resolve(Response.json({ id: 'new' }, { status: 503 }))],
])('the page does not reload when %s', async (_, answer) => {
  latest = answer
  await miss()
  expect(fetch).toHaveBeenCalled()
  expect(reloadedAt()).toBeNull()
  expect(isReloading()).toBe(false)
})

test('the router does not reload by itself', async () => {
  latest = answers('old')
  await miss('gone')
  expect(sessionStorage.getItem('tanstack_router_reload:gone')).toBe('1')
})

test('with a newer build the page reloads, once in ten seconds', async () => {
  latest = answers('new')
  vi.spyOn(Date, 'now').mockReturnValue(100_000)
  await miss()
  expect(isReloading()).toBe(true)
  expect(reloadedAt()).toBe('100000')
  vi.mocked(Date.now).mockReturnValue(109_999)
  await miss()
  expect(reloadedAt()).toBe('100000')
  vi.mocked(Date.now).mockReturnValue(110_000)
  await miss()
  expect(reloadedAt()).toBe('110000')
})
