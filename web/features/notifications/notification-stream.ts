import type { Bell } from '#contract/notifications.ts'
import { ApiProblem } from '#web/api/http-client.ts'
import { onLanguageChange } from '#web/api/language.ts'

export interface NotificationStreamOptions {
  /** Opens the stream. Resolves when the server ends it, rejects when it is refused or breaks. */
  readonly open: (stream: {
    onBell: (bell: Bell) => void
    onKeepAlive: () => void
    signal: AbortSignal
  }) => Promise<void>
  /** Reads once what the bell shows. */
  readonly read: (signal: AbortSignal) => Promise<Bell>
  readonly onBell: (bell: Bell) => void
  /** Called before `onBell` when something may have happened unheard: the page was hidden, or the stream broke. */
  readonly onReturn: () => void
}

/** A stream is taken for blocked without a first event for so many milliseconds; for broken without a later sign of life. */
const FIRST_EVENT = 10_000
const SILENCE = 45_000
/** A stream that lasted this long was a good one. */
const STEADY = 10_000
/** Pauses before the stream is opened again: they double from the first to the longest. */
const AFTER_BREAK = { first: 250, longest: 10_000 }
const AFTER_REFUSAL = { first: 30_000, longest: 180_000 }
/** After so many breaks in a row the bell is polled as well. */
const BREAKS_BEFORE_POLLING = 4
const POLL = 30_000

/**
 * Keeps a bell up to date while the page is visible: by a stream, and by polling where streams do not come through. A hidden
 * page has no stream, so that a browser with many tabs does not run out of connections. @returns what ends it
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
  // Texts come in the reader's language.
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

/** One stream after the other until the signal ends it. */
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
    const { heard, refused, lasted } = await openOnce({
      open,
      signal,
      onBell: (bell) => {
        stopPolling()
        onBell(bell)
      },
    })
    if (signal.aborted) return
    if (heard) onMissed()
    if (refused) {
      startPolling()
      await pause(growing(AFTER_REFUSAL, refusals++), signal)
    } else {
      refusals = 0
      breaks = heard && lasted >= STEADY ? 0 : breaks + 1
      if (breaks >= BREAKS_BEFORE_POLLING) startPolling()
      await pause(growing(AFTER_BREAK, breaks), signal)
    }
  }
}

/** One stream from its beginning to its end. One that a proxy holds back counts as refused. */
async function openOnce({ open, onBell, signal }: Pick<Following, 'open' | 'onBell' | 'signal'>) {
  const openedAt = Date.now()
  const silence = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let heard = false
  let refused = false
  const expectWithin = (milliseconds: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), milliseconds)
  }
  expectWithin(FIRST_EVENT)
  try {
    await open({
      signal: AbortSignal.any([signal, silence.signal]),
      onKeepAlive() {
        if (heard) expectWithin(SILENCE)
      },
      onBell(bell) {
        heard = true
        expectWithin(SILENCE)
        onBell(bell)
      },
    })
  } catch (error) {
    refused = error instanceof ApiProblem && (error.status === 429 || error.status === 503)
  }
  clearTimeout(timer)
  return { heard, refused: !heard && (refused || silence.signal.aborted), lasted: Date.now() - openedAt }
}

const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Doubles with each time, and is spread so that pages that lost the same server do not come back as one. */
const growing = ({ first, longest }: typeof AFTER_BREAK, times: number) =>
  Math.min(longest, first * 2 ** Math.min(times, 20)) * (0.5 + Math.random())
