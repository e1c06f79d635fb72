import { fetchOnline } from './http-client.ts'

/** The build of this page; null in development. */
export const ownBuild = (): string | null =>
  document.querySelector<HTMLMetaElement>('meta[name=build]')?.content || null

/** Fetches the smallest file there is; null when the portal is unreachable. */
export const fetchBuild = (timeoutMs: number): Promise<Response | null> =>
  fetchOnline('/build.json', { cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) }).catch(() => null)

/** The build deployed now; null when unknown. */
export async function latestBuild(): Promise<string | null> {
  const response = await fetchBuild(10_000)
  try {
    const { id } = (response?.ok ? await response.json() : {}) as { id?: unknown }
    return typeof id === 'string' ? id : null
  } catch {
    return null
  }
}

let reloading = false

/** Whether a reload has started: drafts are saved, so no prompt is needed. */
export const isReloading = () => reloading

export function reloadPage(): void {
  reloading = true
  location.reload()
}

const key = 'portal.chunk-reload'

/** A page that just reloaded and still lacks a chunk shows the error instead of reloading again. */
const guardMs = 10_000

/**
 * Reloads the page when a chunk is gone from the server because of a newer build. A chunk that merely failed to load is
 * fetched again on the user's retry.
 */
export function reloadWhenPartsAreGone(): void {
  addEventListener('vite:preloadError', ({ payload: { message } }) => {
    // Keeps the router from reloading by itself, which it does for any reason.
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

export const pollEveryMs = 60 * 60_000

/**
 * Checks for a new build every hour, when the page becomes visible after longer, and once back online after a failed
 * check.
 * @param onCheck called with whether the server has another build
 * @returns stops checking
 */
export function watchBuilds(own: string, onCheck: (other: boolean) => void): () => void {
  let checkedAt = Date.now()
  const check = async () => {
    checkedAt = Date.now()
    const latest = await latestBuild()
    if (latest === null) checkedAt = 0
    else onCheck(latest !== own)
  }
  const checkWhenDue = () => {
    if (!document.hidden && Date.now() - checkedAt >= pollEveryMs) void check()
  }
  const timer = setInterval(() => void check(), pollEveryMs)
  document.addEventListener('visibilitychange', checkWhenDue)
  addEventListener('online', checkWhenDue)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', checkWhenDue)
    removeEventListener('online', checkWhenDue)
  }
}
