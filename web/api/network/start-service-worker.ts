import { config } from '../config.ts'
import { forgetOfflineCopy } from '../offline-copy.ts'
import { ownBuild } from '../new-build.ts'

const address = '/service-worker.js'

/**
 * Registers the service worker; a new one takes over once no page of an older build is open. With offline support
 * switched off or without a build, removes it with its caches.
 * @returns null when there is none
 */
export async function startServiceWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator)) return null
  const build = ownBuild()
  if (build === null || !config.offline) {
    const registrations = await navigator.serviceWorker.getRegistrations()
    await Promise.all(registrations.map((one) => one.unregister()))
    // The server also serves a worker that only cleans up, but an unregistered worker no longer updates to it.
    const cacheNames = (await caches.keys()).filter((name) => name.startsWith('portal-'))
    await Promise.all(cacheNames.map((name) => caches.delete(name)))
    if (!config.offline) await forgetOfflineCopy({ device: true })
    return null
  }
  try {
    const registration = (await navigator.serviceWorker.register(address, { updateViaCache: 'none' })) as
      | ServiceWorkerRegistration
      | undefined
    if (!registration) return null
    const sendBuild = (worker: ServiceWorker | null) => worker?.postMessage({ build }, [])
    const follow = (worker: ServiceWorker | null) =>
      worker?.addEventListener('statechange', () => {
        if (worker.state === 'installed') sendBuild(worker)
      })
    sendBuild(registration.waiting)
    follow(registration.installing)
    registration.addEventListener('updatefound', () => follow(registration.installing))
    return registration
  } catch {
    // The portal works without it, online only.
    return null
  }
}
