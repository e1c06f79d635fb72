import { create } from 'zustand'
import { fetchBuild } from '../new-build.ts'
import { unreachable } from '../client.ts'

/** How often a portal that did not answer is asked whether it does. */
const probeEveryMs = 10_000

/** Whether the portal is out of reach, as far as this page knows. */
export const useIsOffline = create<boolean>(() => !navigator.onLine)
let probing: ReturnType<typeof setTimeout> | undefined

/** Asks the portal for something small; until it answers it counts as out of reach. */
async function probe(): Promise<void> {
  clearTimeout(probing)
  const answer = await fetchBuild(5_000)
  useIsOffline.setState(answer === null)
  if (answer === null) probing = setTimeout(() => void probe(), probeEveryMs)
}

/** Nobody could be asked who is signed in: the portal counts as out of reach until it answers. */
export function checkNetwork(): void {
  useIsOffline.setState(true)
  void probe()
}

/** Watches whether the portal can be reached: what the browser says, and what became of calls. @returns what ends it */
export function watchNetwork(): () => void {
  const begin = () => void probe()
  const end = () => {
    clearTimeout(probing)
    useIsOffline.setState(true)
  }
  if (!navigator.onLine) end()
  addEventListener('online', begin)
  addEventListener('offline', end)
  addEventListener(unreachable, begin)
  return () => {
    clearTimeout(probing)
    removeEventListener('online', begin)
    removeEventListener('offline', end)
    removeEventListener(unreachable, begin)
  }
}
