/** How often an open page asks whether another build is out. */
export const askEveryMs = 60 * 60_000

/** The build of this page; null where none was made, as in development. */
export const ownBuild = (): string | null =>
  document.querySelector<HTMLMetaElement>('meta[name=build]')?.content || null

/** The build that the server has now; null when it does not say. */
async function latestBuild(): Promise<string | null> {
  try {
    const answer = await fetch('/build.json', { cache: 'no-store', signal: AbortSignal.timeout(10_000) })
    const { id } = (await answer.json()) as { id?: unknown }
    return answer.ok && typeof id === 'string' ? id : null
  } catch {
    return null
  }
}

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
    if (!document.hidden && Date.now() - askedAt >= askEveryMs) void ask()
  }
  const asking = setInterval(() => void ask(), askEveryMs)
  document.addEventListener('visibilitychange', askWhenDue)
  addEventListener('online', askWhenDue)
  return () => {
    clearInterval(asking)
    document.removeEventListener('visibilitychange', askWhenDue)
    removeEventListener('online', askWhenDue)
  }
}
