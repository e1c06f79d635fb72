import { latestBuild, ownBuild } from './build-file.ts'
import { reloadPage } from './reload.ts'

const key = 'portal.chunk-reload'

/** A page that loaded itself anew and still lacks a part within this time says so in place of doing it again. */
const guardMs = 10_000

/**
 * Loads the page anew when a part of it is gone from the server, because a newer build has taken its place: once, for the
 * new page asks for parts that are there. What merely could not be fetched is asked for again when the reader tries again.
 */
export function reloadWhenPartsAreGone(): void {
  addEventListener('vite:preloadError', ({ payload: { message } }) => {
    // The router would reload by itself, whatever the reason.
    sessionStorage.setItem(`tanstack_router_reload:${message}`, '1')
    void reloadForNewBuild()
  })
}

async function reloadForNewBuild(): Promise<void> {
  const latest = await latestBuild()
  const now = Date.now()
  if (latest === null || latest === ownBuild() || Math.abs(now - Number(sessionStorage.getItem(key))) < guardMs) return
  sessionStorage.setItem(key, String(now))
  reloadPage()
}
