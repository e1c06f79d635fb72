import { isPage } from './answers.ts'

declare const self: ServiceWorkerGlobalScope

/** Written in by the build: what it is called, and what the pages that are read without network need of it. */
declare const build: { readonly id: string; readonly files: readonly string[] }

const { id, files } = build
const cacheName = `portal-${id}`
const kept = new Set(files)

/** Every page of the portal is this one; the app in it reads the address. */
const shell = '/'

/** Milliseconds for which a page waits for the network before it is shown as it is kept. */
const patience = 5_000

self.addEventListener('install', (event) => event.waitUntil(keepBuild()))

async function keepBuild(): Promise<void> {
  const cache = await caches.open(cacheName)
  const page = await fetch(shell, { cache: 'reload' })
  // While a newer build is brought in, servers of both answer.
  if (!page.ok || !(await page.clone().text()).includes(`content="${id}"`))
    throw new Error('The server has another build than this')
  await Promise.all([cache.put(shell, page), ...files.map((file) => keepFile(cache, file))])
}

async function keepFile(cache: Cache, file: string): Promise<void> {
  // Its name changes with its content.
  const same = file.startsWith('/assets/') ? await caches.match(file) : undefined
  const answer = same ?? (await fetch(file, { cache: file.startsWith('/assets/') ? 'default' : 'reload' }))
  if (!answer.ok) throw new Error(`${file} is answered with ${answer.status}`)
  await cache.put(file, answer)
}

self.addEventListener('activate', (event) => event.waitUntil(takeOver()))

async function takeOver(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith('portal-') && name !== cacheName)
  await Promise.all(old.map((name) => caches.delete(name)))
  // Never asks ahead: what is left to the network, such as a step of the sign-in, would be asked for twice.
  await self.registration.navigationPreload?.disable()
  await self.clients.claim()
}

// A page of this build asks. An older page that is open elsewhere goes on with the parts that its own worker keeps.
self.addEventListener('message', (event) => {
  if ((event.data as { build?: unknown } | null)?.build === id) event.waitUntil(takeOverWhenAlone())
})

async function takeOverWhenAlone(): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  // A page has frames of its own, in which the provider is asked for the session.
  const pages = windows.filter(({ frameType }) => frameType !== 'nested')
  if (pages.length <= 1) await self.skipWaiting()
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (isPage(url.pathname)) event.respondWith(answerPage(request))
  } else if (kept.has(url.pathname)) {
    event.respondWith(answerFile(request, url.pathname))
  }
})

/** The server's page; the kept one where the network does not give it. */
async function answerPage(request: Request): Promise<Response> {
  const fromNetwork = fetch(request)
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), patience))
  const first = await Promise.race([fromNetwork, late]).catch(() => null)
  // A portal that is just starting, or the machine before it, says so with these.
  if (first && ![502, 503, 504].includes(first.status)) return first
  const page = await ownCache(shell)
  // Nothing is kept: then the network's answer is waited for, or the browser says what went wrong.
  return page ?? first ?? fromNetwork
}

const answerFile = async (request: Request, file: string): Promise<Response> => (await ownCache(file)) ?? fetch(request)

async function ownCache(address: string): Promise<Response | undefined> {
  const cache = await caches.open(cacheName)
  return cache.match(address, { ignoreVary: true })
}
