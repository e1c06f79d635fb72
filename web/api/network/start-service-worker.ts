import { config } from '../config.ts'
import { forgetOfflineCopy } from '../offline-copy.ts'
import { ownBuild } from '../new-build.ts'

const address = '/service-worker.js'

/**
 * Starts what answers pages without network, and lets the one of this build take over from an older one once no older
 * page is open. Where the operator has switched it off, or nothing was built, one that is there is taken away
 * with what it kept.
 * @returns null: there is none
 */
export async function startServiceWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator)) return null
  const build = ownBuild()
  if (build === null || !config.offline) {
    const present = await navigator.serviceWorker.getRegistrations()
    await Promise.all(present.map((one) => one.unregister()))
    // Once it is taken away, the one that the server gives in its place to forget this is not asked for any more.
    const kept = (await caches.keys()).filter((name) => name.startsWith('portal-'))
    await Promise.all(kept.map((name) => caches.delete(name)))
    if (!config.offline) await forgetOfflineCopy({ device: true })
    return null
  }
  try {
    const started = (await navigator.serviceWorker.register(address, { updateViaCache: 'none' })) as
      | ServiceWorkerRegistration
      | undefined
    if (!started) return null
    const offer = (worker: ServiceWorker | null) => worker?.postMessage({ build }, [])
    const follow = (worker: ServiceWorker | null) =>
      worker?.addEventListener('statechange', () => {
        if (worker.state === 'installed') offer(worker)
      })
    offer(started.waiting)
    follow(started.installing)
    started.addEventListener('updatefound', () => follow(started.installing))
    return started
  } catch {
    // Then the portal needs the network, as it did before.
    return null
  }
}
