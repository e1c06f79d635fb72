import { create } from 'zustand'
import { fetchBuild } from '../new-build.ts'
import { unreachableEvent } from '../client.ts'

const probeEveryMs = 10_000

/** Whether the portal is unreachable, as far as this page knows. */
export const useIsOffline = create<boolean>(() => !navigator.onLine)
let probing: ReturnType<typeof setTimeout> | undefined

/** Probes the portal, and retries until it responds. */
async function probe(): Promise<void> {
  clearTimeout(probing)
  const response = await fetchBuild(5_000)
  useIsOffline.setState(response === null)
  if (response === null) probing = setTimeout(() => void probe(), probeEveryMs)
}

/** Assumes offline until a probe succeeds, because the session could not be checked. */
export function checkNetwork(): void {
  useIsOffline.setState(true)
  void probe()
}

/**
 * Watches the connection through browser events and failed requests.
 * @returns stops watching
 */
export function watchNetwork(): () => void {
  const onOnline = () => void probe()
  const onOffline = () => {
    clearTimeout(probing)
    useIsOffline.setState(true)
  }
  if (!navigator.onLine) onOffline()
  addEventListener('online', onOnline)
  addEventListener('offline', onOffline)
  addEventListener(unreachableEvent, onOnline)
  return () => {
    clearTimeout(probing)
    removeEventListener('online', onOnline)
    removeEventListener('offline', onOffline)
    removeEventListener(unreachableEvent, onOnline)
  }
}
