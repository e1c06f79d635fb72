import { useEffect } from 'react'

/** Keeps the screen from going dark, where the browser can; taken again when the page comes back into view. */
export function useWakeLock(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | null = null
    let wanted = true
    const take = async () => {
      if (document.visibilityState !== 'visible') return
      try {
        const taken = await navigator.wakeLock.request('screen')
        if (wanted) lock = taken
        else await taken.release()
      } catch {
        // A browser that saves its battery says no; the code is shown all the same.
      }
    }
    const begin = () => void take()
    begin()
    document.addEventListener('visibilitychange', begin)
    return () => {
      wanted = false
      document.removeEventListener('visibilitychange', begin)
      void lock?.release().catch(() => undefined)
    }
  }, [])
}
