import { latestBuild } from './build-file.ts'

/** How often an open page asks whether another build is out. */
export const askEveryMs = 60 * 60_000

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
