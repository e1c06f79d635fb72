import { clientsClaim, setCacheNameDetails } from 'workbox-core'
import { precacheAndRoute, type PrecacheEntry } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { NetworkFirst } from 'workbox-strategies'
import { isPage } from './is-page.ts'

declare const self: ServiceWorkerGlobalScope

/** Written in by the build: its files, each with a revision where its name has no hash. */
const built = self.__WB_MANIFEST as PrecacheEntry[]

/** The revision of the page as it was built names the build; the server puts the same into the page. */
const build = built.find(({ url }) => url === 'index.html')?.revision

setCacheNameDetails({ prefix: 'portal' })
clientsClaim()

// The page itself is never the file: the server fills in a nonce and its configuration.
precacheAndRoute(
  built.filter(({ url }) => url !== 'index.html'),
  { cleanURLs: false, directoryIndex: '' },
)

/** Every page of the portal is this one; the app in it reads the address. */
const shell = '/'
const pageCache = `portal-page-${build}`
const cachedPage = () => caches.match(shell, { cacheName: pageCache, ignoreVary: true })

const pages = new NetworkFirst({
  cacheName: pageCache,
  networkTimeoutSeconds: 5,
  matchOptions: { ignoreVary: true },
  plugins: [
    {
      cacheKeyWillBeUsed: () => Promise.resolve(shell),
      // Cached when the worker is installed; others name what they are about.
      cacheWillUpdate: () => Promise.resolve(null),
      // A portal that is just starting, or the machine before it, says so with these.
      handlerWillRespond: async ({ response }) =>
        [502, 503, 504].includes(response.status) ? ((await cachedPage()) ?? response) : response,
    },
  ],
})

registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isPage(url.pathname),
  pages,
)

self.addEventListener('install', (event) => event.waitUntil(cachePage()))

async function cachePage(): Promise<void> {
  const page = await fetch(shell, { cache: 'reload' })
  // While a newer build is rolled out, servers of both answer.
  if (!page.ok || !(await page.clone().text()).includes(`content="${build}"`))
    throw new Error('The server has another build than this')
  const cache = await caches.open(pageCache)
  await cache.put(shell, page)
}

self.addEventListener('activate', (event) => event.waitUntil(deleteOtherPages()))

async function deleteOtherPages(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith('portal-') && !name.includes('-precache-'))
  await Promise.all(old.filter((name) => name !== pageCache).map((name) => caches.delete(name)))
}

// A page of this build asks. An older page that is open elsewhere goes on with what its own worker has cached.
self.addEventListener('message', (event) => {
  if ((event.data as { build?: unknown } | null)?.build === build) event.waitUntil(takeOverWhenAlone())
})

async function takeOverWhenAlone(): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  // A page has frames of its own, in which the provider is asked for the session.
  const open = windows.filter(({ frameType }) => frameType !== 'nested')
  if (open.length <= 1) await self.skipWaiting()
}
