import {
  listenForActivity,
  listenForActivityInOtherTabs,
  listenToTabs,
  idleAt,
  lastActivity,
  noteActivity,
  postToTabs,
  type LockReason,
} from './browser-session.ts'
import { RefreshFailed } from './identity.ts'
import { sessionIdentity } from './session.ts'

const checkEveryMs = 60_000

export interface SessionWatchOptions {
  readonly timeoutMs: number
  readonly subject: string
  /** The session ends at this moment unless the person stays; null: it does not, for now. */
  readonly onWarning: (endsAt: number | null) => void
  /** `told`: by another tab. */
  readonly onEnd: (reason: LockReason, told: boolean) => void
}

/**
 * Watches over the session of an open page: whether the person is still there, whether the token can be kept, what the
 * other tabs say, and whether the identity provider still has the session.
 */
export function watchSession({ timeoutMs, subject, onWarning, onEnd }: SessionWatchOptions) {
  const identity = sessionIdentity()
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopFrame = () => {}
  let ended = false

  const end = (reason: LockReason, told = false) => {
    if (ended) return
    stop()
    onEnd(reason, told)
  }

  /** Sees whether the person is still there, and looks again when that could change. */
  const look = () => {
    if (ended) return
    clearTimeout(timer)
    const now = Date.now()
    const idle = idleAt(now, lastActivity(now), timeoutMs)
    if (idle.state === 'over') return end('idle')
    onWarning(idle.state === 'warning' ? idle.endsAt : null)
    const nextMs = idle.state === 'warning' ? idle.endsAt - now : idle.nextMs
    timer = setTimeout(look, Math.min(nextMs, checkEveryMs))
  }

  /** Once the warning is shown, in whichever tab, only its own button counts: nobody notices a question that goes by itself. */
  const onActivity = () => {
    const now = Date.now()
    if (idleAt(now, lastActivity(now), timeoutMs).state === 'active') noteActivity(now)
    else look()
  }

  const keepToken = async () => {
    try {
      await identity.accessToken()
    } catch (error) {
      // Refused is over; a provider that does not answer may answer the next time.
      if (error instanceof RefreshFailed && error.refused) end('ended')
    }
  }

  const check = () => {
    look()
    if (!ended) void keepToken()
  }
  const onSight = () => {
    if (!document.hidden) check()
  }

  const followProvider = async () => {
    const sessionState = identity.user()?.session_state
    const { check_session_iframe: url } = await identity.metadata()
    if (ended || !url || !sessionState) return
    const onChange = () => void onProviderChange()
    stopFrame = watchSessionFrame({ url, clientId: identity.clientId, sessionState, onChange })
  }
  const onProviderChange = async () => {
    const found = await identity.recheck()
    if (found === 'none') return end('elsewhere')
    if (found === 'other') return end('other-person')
    if (found === 'unknown') await new Promise((resolve) => setTimeout(resolve, checkEveryMs))
    if (!ended) await followProvider()
  }

  const ends = [
    listenForActivity(onActivity),
    listenForActivityInOtherTabs(look),
    listenToTabs((news) => {
      if (news.kind === 'signed-out') end(news.idle ? 'idle' : 'elsewhere', true)
      else if (news.subject !== subject) end('other-person', true)
    }),
  ]
  const checking = setInterval(check, checkEveryMs)
  document.addEventListener('visibilitychange', onSight)
  addEventListener('pageshow', onSight)

  function stop() {
    ended = true
    clearTimeout(timer)
    clearInterval(checking)
    stopFrame()
    for (const endOne of ends) endOne()
    document.removeEventListener('visibilitychange', onSight)
    removeEventListener('pageshow', onSight)
  }

  // Opening a page is something the person does; tabs that wait for them go on.
  noteActivity()
  postToTabs({ kind: 'signed-in', subject })
  look()
  // What the provider does not say is no reason to trouble anybody.
  followProvider().catch(() => undefined)

  return {
    /** The person is there, and said so. */
    stay() {
      noteActivity()
      check()
    },
    stop,
  }
}

/** How often the identity provider's page is asked, and how long an answer may take. */
const pollEveryMs = 5_000
const answerWithinMs = 10_000

export interface SessionFrameOptions {
  /** The identity provider's page (`check_session_iframe`). */
  readonly url: string
  readonly clientId: string
  readonly sessionState: string
  /** The session is not the one named any more; nothing is asked afterwards. */
  readonly onChange: () => void
}

/**
 * Asks the identity provider's own page, in a hidden frame, whether its session is still the one that is known here
 * (OpenID Connect Session Management). It costs no request: the page looks at its cookie. An error, or no answer in time,
 * ends the asking quietly: the browser or the provider does not want it. @returns what ends it
 */
export function watchSessionFrame({ url, clientId, sessionState, onChange }: SessionFrameOptions): () => void {
  const { origin } = new URL(url)
  const frame = document.createElement('iframe')
  let timeout: ReturnType<typeof setTimeout> | undefined
  let asking: ReturnType<typeof setInterval> | undefined

  const stop = () => {
    clearTimeout(timeout)
    clearInterval(asking)
    removeEventListener('message', hear)
    frame.remove()
  }
  const ask = () => {
    if (timeout !== undefined) return
    timeout = setTimeout(stop, answerWithinMs)
    frame.contentWindow?.postMessage(`${clientId} ${sessionState}`, origin)
  }
  const hear = (event: MessageEvent<unknown>) => {
    if (event.origin !== origin || event.source !== frame.contentWindow) return
    clearTimeout(timeout)
    timeout = undefined
    if (event.data === 'unchanged') return
    stop()
    if (event.data === 'changed') onChange()
  }

  frame.addEventListener('load', () => {
    ask()
    asking ??= setInterval(ask, pollEveryMs)
  })
  addEventListener('message', hear)
  frame.hidden = true
  frame.title = 'Session status'
  frame.src = url
  document.body.append(frame)
  return stop
}
