/** The build of this page; null where none was made, as in development. */
export const ownBuild = (): string | null =>
  document.querySelector<HTMLMetaElement>('meta[name=build]')?.content || null

/** Asks the portal for something small, for so many milliseconds at most. @returns null: it is out of reach */
export const fetchBuild = (patience: number): Promise<Response | null> =>
  fetch('/build.json', { cache: 'no-store', signal: AbortSignal.timeout(patience) }).catch(() => null)

/** The build that the server has now; null when it does not say. */
export async function latestBuild(): Promise<string | null> {
  const answer = await fetchBuild(10_000)
  try {
    const { id } = (answer?.ok ? await answer.json() : {}) as { id?: unknown }
    return typeof id === 'string' ? id : null
  } catch {
    return null
  }
}

let reloading = false

/** Whether the page is about to load itself anew: what is typed is kept, so nobody has to be asked. */
export const isReloading = () => reloading

/** Loads the page anew. */
export function reloadPage(): void {
  reloading = true
  location.reload()
}

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

/** How often an open page asks whether another build is out. */
export const pollEveryMs = 60 * 60_000

/**
 * Asks each hour for the server's build, and when the page is looked at again after longer. One that could not be asked
 * for is asked for as soon as there is a network.
 * @param onOther hears at each answer whether the server has another build than this page's
 * @returns what ends it
 */
export function watchBuilds(own: string, onOther: (other: boolean) => void): () => void {
  let askedAt = Date.now()
  const ask = async () => {
    askedAt = Date.now()
    const latest = await latestBuild()
    if (latest === null) askedAt = 0
    else onOther(latest !== own)
  }
  const askWhenDue = () => {
    if (!document.hidden && Date.now() - askedAt >= pollEveryMs) void ask()
  }
  const asking = setInterval(() => void ask(), pollEveryMs)
  document.addEventListener('visibilitychange', askWhenDue)
  addEventListener('online', askWhenDue)
  return () => {
    clearInterval(asking)
    document.removeEventListener('visibilitychange', askWhenDue)
    removeEventListener('online', askWhenDue)
  }
}
