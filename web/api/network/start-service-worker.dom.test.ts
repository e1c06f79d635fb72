import { afterEach, expect, test, vi } from 'vitest'
import { startServiceWorker } from './start-service-worker.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

// The test page has no build.
test('without a build, the worker and its caches are removed, and nothing else', async () => {
  const unregister = vi.fn(() => Promise.resolve(true))
  const serviceWorker = { getRegistrations: () => Promise.resolve([{ unregister }]) }
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker })
  const kept = new Set(['portal-1', 'portal-2', 'others'])
  vi.stubGlobal('caches', {
    keys: () => Promise.resolve([...kept]),
    delete: (name: string) => Promise.resolve(kept.delete(name)),
  })
  expect(await startServiceWorker()).toBeNull()
  expect(unregister).toHaveBeenCalledOnce()
  expect([...kept]).toEqual(['others'])
})
