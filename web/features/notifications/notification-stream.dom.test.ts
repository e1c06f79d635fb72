import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Bell } from '#contract/notifications/notifications.ts'
import { ApiProblem } from '#web/api/http-client.ts'
import { setLanguage } from '#web/api/language.ts'
import { startNotificationStream, type NotificationStreamOptions } from './notification-stream.ts'

const bell = (count: number): Bell => ({ count, newest: [] })

/** A stream that the test feeds and breaks. */
class Stream {
  readonly ended = Promise.withResolvers<void>()
  readonly handlers: Parameters<NotificationStreamOptions['open']>[0]
  constructor(handlers: Parameters<NotificationStreamOptions['open']>[0]) {
    this.handlers = handlers
    handlers.signal.addEventListener('abort', () => this.ended.reject(new DOMException('', 'AbortError')))
  }
  sendBell(count: number) {
    this.handlers.onKeepAlive()
    this.handlers.onBell(bell(count))
  }
}

let streams: Stream[]
let stop: () => void
let hidden: boolean
const read = vi.fn<() => Promise<Bell>>()
const received: (number | 'return')[] = []

function start() {
  stop = startNotificationStream({
    open: (handlers) => {
      const stream = new Stream(handlers)
      streams.push(stream)
      return stream.ended.promise
    },
    read,
    onBell: ({ count }) => received.push(count),
    onReturn: () => received.push('return'),
  })
}

const advance = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
const newest = () => streams.at(-1)!
const refuse = (status: number) => newest().ended.reject(new ApiProblem('unavailable', status))
const disconnect = () => newest().ended.reject(new ApiProblem('offline', 0))

function setVisible(visible: boolean) {
  hidden = !visible
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden)
  streams = []
  received.length = 0
  hidden = false
  read.mockReset().mockImplementation(async () => bell(7))
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('events are delivered, and the first connection is not a return', async () => {
  start()
  await advance(0)
  newest().sendBell(1)
  newest().sendBell(2)
  expect(received).toEqual([1, 2])
  expect(read).not.toHaveBeenCalled()
})

test('a stream that the server ends is reopened at once, with one return', async () => {
  start()
  await advance(0)
  newest().sendBell(1)
  await advance(60_000 - 45_000)
  newest().ended.resolve()
  await advance(1_000)
  expect(streams).toHaveLength(2)
  newest().sendBell(1)
  newest().sendBell(2)
  expect(received).toEqual([1, 'return', 1, 2])
})

test('consecutive failures back off to about ten seconds', async () => {
  start()
  for (const pause of [500, 1000, 2000, 4000, 8000, 10_000, 10_000]) {
    await advance(0)
    disconnect()
    const opened = streams.length
    await advance(pause - 10)
    expect(streams).toHaveLength(opened)
    await advance(20)
    expect(streams).toHaveLength(opened + 1)
  }
})

test('the back-off is randomised, so that clients do not reconnect all at once', async () => {
  vi.mocked(Math.random).mockReturnValue(0)
  start()
  await advance(0)
  disconnect()
  await advance(260)
  expect(streams).toHaveLength(2)
})

test('a stream that is silent for 45 seconds is reopened; comments count as activity', async () => {
  start()
  await advance(0)
  newest().sendBell(1)
  for (let times = 0; times < 5; times++) {
    await advance(40_000)
    newest().handlers.onKeepAlive()
  }
  expect(streams).toHaveLength(1)
  await advance(46_000)
  expect(streams).toHaveLength(2)
  // The timeout starts with the first event.
  newest().sendBell(1)
  await advance(46_000)
  expect(streams).toHaveLength(3)
  expect(streams[0]!.handlers.signal.aborted).toBe(true)
})

test('a stream without an event for ten seconds is aborted, and the bell is polled every 30 seconds', async () => {
  start()
  await advance(9_000)
  newest().handlers.onKeepAlive()
  expect(read).not.toHaveBeenCalled()
  await advance(1_001)
  expect(streams[0]!.handlers.signal.aborted).toBe(true)
  expect(read).toHaveBeenCalledTimes(1)
  expect(received).toEqual([7])
  await advance(30_000)
  expect(read).toHaveBeenCalledTimes(2)
})

test.each([429, 503])('after a %i it polls, and retries the stream with growing pauses', async (status) => {
  start()
  await advance(0)
  for (const pause of [30_000, 60_000, 120_000, 180_000, 180_000]) {
    refuse(status)
    const opened = streams.length
    await advance(pause - 10)
    expect(streams).toHaveLength(opened)
    await advance(20)
    expect(streams).toHaveLength(opened + 1)
  }
  // Once immediately, then every 30 of 570 seconds.
  expect(read).toHaveBeenCalledTimes(20)
  newest().sendBell(9)
  await advance(40_000)
  expect(read).toHaveBeenCalledTimes(20)
})

test('a hidden page closes its stream, does not poll, and catches up when visible', async () => {
  start()
  await advance(0)
  newest().sendBell(1)
  setVisible(false)
  expect(newest().handlers.signal.aborted).toBe(true)
  newest().sendBell(2)
  await advance(600_000)
  expect(streams).toHaveLength(1)
  expect(read).not.toHaveBeenCalled()
  setVisible(true)
  await advance(0)
  newest().sendBell(3)
  newest().sendBell(4)
  expect(streams).toHaveLength(2)
  expect(received).toEqual([1, 'return', 3, 4])
})

test('polling stops while the page is hidden', async () => {
  start()
  await advance(0)
  refuse(429)
  await advance(20_000)
  expect(read).toHaveBeenCalledTimes(1)
  setVisible(false)
  await advance(600_000)
  expect(read).toHaveBeenCalledTimes(1)
  expect(streams).toHaveLength(1)
})

test('a page opened in the background connects when it becomes visible, and catches up', async () => {
  hidden = true
  start()
  await advance(60_000)
  expect(streams).toHaveLength(0)
  setVisible(true)
  await advance(0)
  newest().sendBell(5)
  expect(received).toEqual(['return', 5])
})

test('the stream is reopened at once when the browser comes back online', async () => {
  start()
  await advance(0)
  refuse(503)
  await advance(0)
  dispatchEvent(new Event('online'))
  await advance(0)
  expect(streams).toHaveLength(2)
  newest().sendBell(9)
  expect(received).toEqual([7, 'return', 9])
})

test('a change of language reloads everything', async () => {
  start()
  await advance(0)
  newest().sendBell(1)
  setLanguage('da')
  await advance(0)
  newest().sendBell(1)
  expect(streams).toHaveLength(2)
  expect(received).toEqual([1, 'return', 1])
  setLanguage('en')
})

test('a failed poll counts as a break, too', async () => {
  start()
  await advance(0)
  read.mockImplementation(() => Promise.reject(new ApiProblem('offline', 0)))
  refuse(503)
  await advance(0)
  read.mockImplementation(async () => bell(7))
  await advance(30_000)
  expect(received).toEqual(['return', 7])
})

test('a stopped stream delivers nothing more', async () => {
  start()
  await advance(0)
  const last = newest()
  stop()
  last.sendBell(4)
  setVisible(true)
  await advance(600_000)
  expect(last.handlers.signal.aborted).toBe(true)
  expect(streams).toHaveLength(1)
  expect(received).toEqual([])
})
