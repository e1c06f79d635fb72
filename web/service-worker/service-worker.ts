import { clientsClaim, setCacheNameDetails } from 'workbox-core'
import { precacheAndRoute, type PrecacheEntry } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { NetworkFirst } from 'workbox-strategies'
import { isPage } from './is-page.ts'

declare const self: ServiceWorkerGlobalScope

/** Injected by the build: its files, with a revision where the name has no hash. */
const buildFiles = self.__WB_MANIFEST as PrecacheEntry[]

/** The revision of `index.html` is the build's id; the server writes the same one into the page. */
const build = buildFiles.find(({ url }) => url === 'index.html')?.revision

setCacheNameDetails({ prefix: 'portal' })
clientsClaim()

// Never `index.html` itself, because the server adds a nonce and the configuration to it.
precacheAndRoute(
  buildFiles.filter(({ url }) => url !== 'index.html'),
  { cleanURLs: false, directoryIndex: '' },
)

/** Every page is the same document; the app reads the URL. */
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
      // Only cached on install; other responses may contain page metadata.
      cacheWillUpdate: () => Promise.resolve(null),
      // A starting portal, or the proxy before it, responds with these.
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
  // During a rollout, servers of both builds respond.
  if (!page.ok || !(await page.clone().text()).includes(`content="${build}"`))
    throw new Error('The server has another build than this')
  const cache = await caches.open(pageCache)
  await cache.put(shell, page)
}

self.addEventListener('activate', (event) => event.waitUntil(deleteOtherPages()))

async function deleteOtherPages(): Promise<void> {
  const oldCaches = (await caches.keys()).filter((name) => name.startsWith('portal-') && !name.includes('-precache-'))
  await Promise.all(oldCaches.filter((name) => name !== pageCache).map((name) => caches.delete(name)))
}

// Sent by pages of this build. Open pages of an older build keep their own worker's cache.
self.addEventListener('message', (event) => {
  if ((event.data as { build?: unknown } | null)?.build === build) event.waitUntil(takeOverWhenAlone())
})

async function takeOverWhenAlone(): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  // Nested frames are the identity provider's session checks.
  const openPages = windows.filter(({ frameType }) => frameType !== 'nested')
  if (openPages.length <= 1) await self.skipWaiting()
}
