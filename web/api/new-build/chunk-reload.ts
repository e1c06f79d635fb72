import { reloadPage } from './reload.ts'

const key = 'portal.chunk-reload'

/** A page that loaded itself anew and still lacks a part within this time says so in place of doing it again. */
const guardMs = 10_000

/**
 * Loads the page anew when a part of it is gone from the server, because a newer build has taken its place: once, for the
 * new page asks for parts that are there. Where the portal cannot be reached the page stays: a reload would lose it.
 */
export function reloadWhenPartsAreGone(): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    // The router would reload by itself, whether the portal can be reached or not.
    quietly(() => sessionStorage.setItem(`tanstack_router_reload:${payload.message}`, '1'))
    void reloadOnce()
  })
}

async function reloadOnce(): Promise<void> {
  if (!mayReload()) return
  const answer = await fetch('/build.json', { cache: 'no-store' }).catch(() => null)
  if (answer?.ok && mayReload()) {
    sessionStorage.setItem(key, String(Date.now()))
    reloadPage()
  }
}

/** Not without a place that tells the new page of it. */
function mayReload(): boolean {
  return quietly(() => Math.abs(Date.now() - Number(sessionStorage.getItem(key) ?? 0)) >= guardMs) ?? false
}

function quietly<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
