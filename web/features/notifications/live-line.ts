import type { Bell } from '#contract/notifications.ts'
import { ApiProblem } from '#web/api/http-client.ts'

export interface LineOptions {
  /** Opens the stream. Resolves when the server ends it, rejects when it is refused or breaks. */
  readonly open: (stream: {
    onBell: (bell: Bell) => void
    /** Anything that came, a sign of life included. */
    onSign: () => void
    signal: AbortSignal
  }) => Promise<void>
  /** Reads once what the bell shows. */
  readonly read: (signal: AbortSignal) => Promise<Bell>
  /** Whether anybody looks; only then is it worth asking again and again. */
  readonly isWatched: () => boolean
  readonly onBell: (bell: Bell) => void
  /** The line holds again after a break: something may have happened unheard. */
  readonly onReturn: () => void
  /** There was a break before this line began. */
  readonly missed?: boolean
}

export interface Line {
  /** Makes sure that the line still holds, such as when the reader comes back. */
  check(): void
  stop(): void
}

/** Milliseconds without which a stream is taken for blocked: for its first event, and between two signs of life. */
const FIRST = 10_000
const SILENCE = 45_000
/** Signs of life come every 20 s; whoever comes back and has none that fresh does not wait for `SILENCE`. */
const LATE = 25_000
/** A stream that lasted this long was a good one. */
const STEADY = 10_000
/** Pauses before the stream is tried again: after a break they grow from one to the other, likewise where it is refused. */
const AGAIN = { first: 250, longest: 10_000 }
const REFUSED = { first: 30_000, longest: 180_000 }
/** Breaks in a row after which the bell is also asked for; between two questions. */
const BREAKS = 4
const POLL = 30_000

/** Keeps a bell up to date: by a stream, and by asking now and then where streams do not come through. */
export function startLine({ open, read, isWatched, onBell, onReturn, missed = false }: LineOptions): Line {
  const stopping = new AbortController()
  const { signal } = stopping
  let cut = new AbortController()
  let signAt: number | null = null
  let broken = missed
  let breaks = 0
  let refusals = 0
  let polling: ReturnType<typeof setInterval> | undefined
  let pollFailed = false
  let wake: (() => void) | undefined
  void run()

  async function run() {
    while (!signal.aborted) await pause(await listen())
  }

  /** One stream from its beginning to its end. @returns milliseconds until the next */
  async function listen(): Promise<number> {
    const openedAt = Date.now()
    const attempt = new AbortController()
    let watchdog: ReturnType<typeof setTimeout> | undefined
    const expectWithin = (milliseconds: number) => {
      clearTimeout(watchdog)
      watchdog = setTimeout(() => attempt.abort(), milliseconds)
    }
    let heard = false
    let refused = false
    cut = attempt
    expectWithin(FIRST)
    try {
      await open({
        signal: AbortSignal.any([signal, attempt.signal]),
        onSign() {
          signAt = Date.now()
          if (heard) expectWithin(SILENCE)
        },
        onBell(bell) {
          heard = true
          expectWithin(SILENCE)
          stopPolling()
          deliver(bell)
        },
      })
    } catch (error) {
      refused = error instanceof ApiProblem && (error.status === 429 || error.status === 503)
    }
    clearTimeout(watchdog)
    signAt = null
    if (signal.aborted) return 0
    if (heard) broken = true
    if (!heard && (refused || attempt.signal.aborted)) {
      startPolling()
      return growing(REFUSED, refusals++)
    }
    refusals = 0
    breaks = heard && Date.now() - openedAt >= STEADY ? 0 : breaks + 1
    if (breaks >= BREAKS) startPolling()
    return growing(AGAIN, breaks)
  }

  function deliver(bell: Bell) {
    if (signal.aborted) return
    if (broken) onReturn()
    broken = false
    onBell(bell)
  }

  function startPolling() {
    if (polling) return
    polling = setInterval(() => void poll(), POLL)
    void poll()
  }

  function stopPolling() {
    clearInterval(polling)
    polling = undefined
  }

  async function poll() {
    if (!isWatched()) return
    try {
      deliver(await read(signal))
      // The network is back, so the stream may be too.
      if (pollFailed) wake?.()
      pollFailed = false
    } catch {
      pollFailed = true
      broken = true
    }
  }

  function pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        wake = undefined
        resolve()
      }
      const timer = setTimeout(end, milliseconds)
      wake = end
      if (signal.aborted) end()
    })
  }

  return {
    check() {
      if (polling) void poll()
      else if (wake) wake()
      else if (signAt !== null && Date.now() - signAt > LATE) cut.abort()
    },
    stop() {
      stopping.abort()
      stopPolling()
      wake?.()
    },
  }
}

/** Doubles with each time, and is spread so that pages that lost the same server do not come back as one. */
const growing = ({ first, longest }: typeof AGAIN, times: number) =>
  Math.min(longest, first * 2 ** Math.min(times, 20)) * (0.5 + Math.random())
