import {
  listenForActivity,
  listenForActivityInOtherTabs,
  listenToTabs,
  idleAt,
  lastActivity,
  recordActivity,
  postToTabs,
  RefreshFailed,
  type LockReason,
} from './browser-session.ts'
import { sessionIdentity } from './session.ts'

const checkEveryMs = 60_000
/** How often the provider's frame is polled, and its timeout. */
const pollEveryMs = 5_000
const answerTimeoutMs = 10_000

export interface SessionWatchOptions {
  readonly timeoutMs: number
  readonly subject: string
  /** The session ends at `endsAt` unless the user stays; null hides the warning. */
  readonly onWarning: (endsAt: number | null) => void
  /** `fromOtherTab`: another tab reported it. */
  readonly onEnd: (reason: LockReason, fromOtherTab: boolean) => void
}

/** Watches the session of an open page: inactivity, token renewal, other tabs, and the provider's session. */
export function watchSession({ timeoutMs, subject, onWarning, onEnd }: SessionWatchOptions) {
  const identity = sessionIdentity()
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopFrame = () => {}
  let ended = false

  const end = (reason: LockReason, fromOtherTab = false) => {
    if (ended) return
    stop()
    onEnd(reason, fromOtherTab)
  }

  const checkIdle = () => {
    if (ended) return
    clearTimeout(timer)
    const now = Date.now()
    const idle = idleAt(now, lastActivity(now), timeoutMs)
    if (idle.state === 'over') return end('idle')
    onWarning(idle.state === 'warning' ? idle.endsAt : null)
    const nextMs = idle.state === 'warning' ? idle.endsAt - now : idle.nextMs
    timer = setTimeout(checkIdle, Math.min(nextMs, checkEveryMs))
  }

  /** Once any tab shows the warning, only its button extends the session; otherwise it would vanish unnoticed. */
  const onActivity = () => {
    const now = Date.now()
    if (idleAt(now, lastActivity(now), timeoutMs).state === 'active') recordActivity(now)
    else checkIdle()
  }

  const renewToken = async () => {
    try {
      await identity.accessToken()
    } catch (error) {
      // Refused means over; a provider that does not respond is tried again later.
      if (error instanceof RefreshFailed && error.refused) end('ended')
    }
  }

  const check = () => {
    checkIdle()
    if (!ended) void renewToken()
  }
  const onVisible = () => {
    if (!document.hidden) check()
  }

  const followProvider = async () => {
    const sessionState = identity.user()?.session_state
    const { check_session_iframe: url } = await identity.metadata()
    if (ended || !url || !sessionState) return
    const onChange = () => void onProviderChange()
    stopFrame = watchSessionFrame({ url, clientId: identity.clientId, sessionState, onChange })
  }
  // Optional, so failures are ignored.
  const follow = () => void followProvider().catch(() => undefined)
  const onProviderChange = async () => {
    const found = await identity.recheck()
    if (found === 'none') return end('elsewhere')
    if (found === 'other') return end('other-person')
    if (found === 'unknown') await new Promise((resolve) => setTimeout(resolve, checkEveryMs))
    if (!ended) await followProvider()
  }

  const unsubscribers = [
    listenForActivity(onActivity),
    listenForActivityInOtherTabs(checkIdle),
    listenToTabs((news) => {
      if (news.kind === 'signed-out') end(news.idle ? 'idle' : 'elsewhere', true)
      else if (news.subject !== subject) end('other-person', true)
    }),
  ]
  const checking = setInterval(check, checkEveryMs)
  document.addEventListener('visibilitychange', onVisible)
  addEventListener('pageshow', onVisible)

  function stop() {
    ended = true
    clearTimeout(timer)
    clearTimeout(following)
    removeEventListener('online', follow)
    clearInterval(checking)
    stopFrame()
    for (const unsubscribe of unsubscribers) unsubscribe()
    document.removeEventListener('visibilitychange', onVisible)
    removeEventListener('pageshow', onVisible)
  }

  // Opening a page counts as activity, and keeps waiting tabs signed in.
  recordActivity()
  postToTabs({ kind: 'signed-in', subject })
  checkIdle()
  // The provider has just answered, so the page loads first. Without network the frame could not load.
  const following = setTimeout(
    () => (navigator.onLine ? follow() : addEventListener('online', follow, { once: true })),
    pollEveryMs,
  )

  return {
    stay() {
      recordActivity()
      check()
    },
    stop,
  }
}

export interface SessionFrameOptions {
  /** The provider's `check_session_iframe`. */
  readonly url: string
  readonly clientId: string
  readonly sessionState: string
  readonly onChange: () => void
}

/**
 * Polls the provider's hidden frame for session changes (OpenID Connect Session Management). The frame only reads its
 * cookie, so this makes no requests. Stops silently where browser or provider does not support it.
 * @returns stops watching
 */
export function watchSessionFrame({ url, clientId, sessionState, onChange }: SessionFrameOptions): () => void {
  const { origin } = new URL(url)
  const frame = document.createElement('iframe')
  let timeout: ReturnType<typeof setTimeout> | undefined
  let polling: ReturnType<typeof setInterval> | undefined

  const stop = () => {
    clearTimeout(timeout)
    clearInterval(polling)
    removeEventListener('message', onMessage)
    frame.remove()
  }
  const poll = () => {
    if (timeout !== undefined) return
    timeout = setTimeout(stop, answerTimeoutMs)
    frame.contentWindow?.postMessage(`${clientId} ${sessionState}`, origin)
  }
  const onMessage = (event: MessageEvent<unknown>) => {
    if (event.origin !== origin || event.source !== frame.contentWindow) return
    clearTimeout(timeout)
    timeout = undefined
    if (event.data === 'unchanged') return
    stop()
    if (event.data === 'changed') onChange()
  }

  frame.addEventListener('load', () => {
    poll()
    polling ??= setInterval(poll, pollEveryMs)
  })
  addEventListener('message', onMessage)
  frame.hidden = true
  frame.title = 'Session status'
  frame.src = url
  document.body.append(frame)
  return stop
}
