import { afterEach, expect, test, vi } from 'vitest'
import { startServiceWorker } from './start-service-worker.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

// As here: the page is of no build.
test('where none is wanted, one that is there is taken away with all that it kept, and nothing else', async () => {
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
