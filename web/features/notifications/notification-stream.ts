import type { Bell, Notification } from '#contract/notifications/notifications.ts'
import { ApiProblem } from '#web/api/http-client.ts'
import { onLanguageChange } from '#web/api/language.ts'

export interface NotificationStreamOptions {
  /** Opens the stream. Resolves when the server ends it, rejects when it is refused or breaks. */
  readonly open: (stream: {
    onBell: (bell: Bell) => void
    onKeepAlive: () => void
    signal: AbortSignal
  }) => Promise<void>
  readonly read: (signal: AbortSignal) => Promise<Bell>
  readonly onBell: (bell: Bell) => void
  /** Called before `onBell` when updates may have been missed: the page was hidden, or the stream broke. */
  readonly onReturn: () => void
}

/** Milliseconds: without a first event a stream counts as blocked, without later activity as broken. */
const FIRST_EVENT = 10_000
const SILENCE = 45_000
/** A stream that lasted this long resets the back-off. */
const STEADY = 10_000
/** Pauses before reconnecting, doubling from `first` to `longest`. */
const AFTER_BREAK = { first: 250, longest: 10_000 }
const AFTER_REFUSAL = { first: 30_000, longest: 180_000 }
/** Consecutive breaks after which the bell is polled as well. */
const BREAKS_BEFORE_POLLING = 4
const POLL = 30_000

/**
 * Keeps the bell up to date while the page is visible, polling where streams are blocked. A hidden page has no
 * stream, because browsers limit connections per host. @returns a function that stops it
 */
export function startNotificationStream(options: NotificationStreamOptions): () => void {
  let running: AbortController | undefined
  let missed = document.hidden

  const stop = () => {
    if (!running) return
    running.abort()
    running = undefined
    missed = true
  }
  const start = () => {
    stop()
    if (document.hidden) return
    running = new AbortController()
    const { signal } = running
    void followBell({
      ...options,
      signal,
      onMissed: () => (missed = true),
      onBell: (bell) => {
        if (signal.aborted) return
        if (missed) options.onReturn()
        missed = false
        options.onBell(bell)
      },
    })
  }

  start()
  document.addEventListener('visibilitychange', start)
  addEventListener('online', start)
  // The server sends translated texts.
  const unsubscribe = onLanguageChange(start)
  return () => {
    unsubscribe()
    document.removeEventListener('visibilitychange', start)
    removeEventListener('online', start)
    stop()
  }
}

interface Following extends Omit<NotificationStreamOptions, 'onReturn'> {
  readonly signal: AbortSignal
  readonly onMissed: () => void
}

/** Reopens the stream until the signal aborts. */
async function followBell({ open, read, onBell, onMissed, signal }: Following): Promise<void> {
  let breaks = 0
  let refusals = 0
  let polling: ReturnType<typeof setInterval> | undefined

  const poll = () => read(signal).then(onBell, onMissed)
  const startPolling = () => {
    if (polling) return
    polling = setInterval(() => void poll(), POLL)
    void poll()
  }
  const stopPolling = () => {
    clearInterval(polling)
    polling = undefined
  }
  signal.addEventListener('abort', stopPolling)

  while (!signal.aborted) {
    const { received, refused, lasted } = await openOnce({
      open,
      signal,
      onBell: (bell) => {
        stopPolling()
        onBell(bell)
      },
    })
    if (signal.aborted) return
    if (received) onMissed()
    if (refused) {
      startPolling()
      await pause(backOff(AFTER_REFUSAL, refusals++), signal)
    } else {
      refusals = 0
      breaks = received && lasted >= STEADY ? 0 : breaks + 1
      if (breaks >= BREAKS_BEFORE_POLLING) startPolling()
      await pause(backOff(AFTER_BREAK, breaks), signal)
    }
  }
}

/** Follows one stream to its end. One that a proxy holds back counts as refused. */
async function openOnce({ open, onBell, signal }: Pick<Following, 'open' | 'onBell' | 'signal'>) {
  const openedAt = Date.now()
  const silence = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let received = false
  let refused = false
  const restartTimeout = (milliseconds: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), milliseconds)
  }
  restartTimeout(FIRST_EVENT)
  try {
    await open({
      signal: AbortSignal.any([signal, silence.signal]),
      onKeepAlive() {
        if (received) restartTimeout(SILENCE)
      },
      onBell(bell) {
        received = true
        restartTimeout(SILENCE)
        onBell(bell)
      },
    })
  } catch (error) {
    refused = error instanceof ApiProblem && (error.status === 429 || error.status === 503)
  }
  clearTimeout(timer)
  return { received, refused: !received && (refused || silence.signal.aborted), lasted: Date.now() - openedAt }
}

const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Exponential back-off with jitter. */
const backOff = ({ first, longest }: typeof AFTER_BREAK, times: number) =>
  Math.min(longest, first * 2 ** Math.min(times, 20)) * (0.5 + Math.random())

export interface Arrived {
  /** Newest first. */
  readonly fresh: readonly Notification[]
  /** More arrived than the bell lists, so `fresh` is incomplete. */
  readonly more: boolean
}

/** Finds notifications that were not in the previous bell. An older one that moves up into the list is not new. */
export function createArrivals(): (bell: Bell) => Arrived {
  let known: Set<string> | null = null
  /** Ids sort by time. Up to this one, notifications existed before without being listed. */
  let floor = ''

  return ({ count, newest }) => {
    const before = known
    const fresh = before ? newest.filter(({ id }) => !before.has(id) && id > floor) : []
    known = new Set([...(before ?? []), ...newest.map(({ id }) => id)])
    floor = count > newest.length ? (newest.at(-1)?.id ?? '') : ''
    return { fresh, more: fresh.length > 0 && fresh.length === newest.length && count > fresh.length }
  }
}
