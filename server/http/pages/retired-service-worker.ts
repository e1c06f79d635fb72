/**
 * Takes the place of a service worker that does harm, or is not wanted: browsers ask for it with each page, and it forgets
 * all that was kept and itself.
 */
export const retiredWorker = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name)
  await registration.unregister()
})()))
`
