import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Bell } from '#contract/notifications.ts'
import { ApiProblem } from '#web/api/http-client.ts'
import { speak } from '#web/api/language.ts'
import { startNotificationStream, type NotificationStreamOptions } from './notification-stream.ts'

const bell = (count: number): Bell => ({ count, newest: [] })

/** A server whose streams the test opens, feeds and breaks. */
class Stream {
  readonly ended = Promise.withResolvers<void>()
  readonly handlers: Parameters<NotificationStreamOptions['open']>[0]
  constructor(handlers: Parameters<NotificationStreamOptions['open']>[0]) {
    this.handlers = handlers
    handlers.signal.addEventListener('abort', () => this.ended.reject(new DOMException('', 'AbortError')))
  }
  ring(count: number) {
    this.handlers.onKeepAlive()
    this.handlers.onBell(bell(count))
  }
}

let streams: Stream[]
let stop: () => void
let hidden: boolean
const read = vi.fn<() => Promise<Bell>>()
const heard: (number | 'return')[] = []

function start() {
  stop = startNotificationStream({
    open: (handlers) => {
      const stream = new Stream(handlers)
      streams.push(stream)
      return stream.ended.promise
    },
    read,
    onBell: ({ count }) => heard.push(count),
    onReturn: () => heard.push('return'),
  })
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
const newest = () => streams.at(-1)!
const refuse = (status: number) => newest().ended.reject(new ApiProblem('unavailable', status))
const breakOff = () => newest().ended.reject(new ApiProblem('offline', 0))

function show(visible: boolean) {
  hidden = !visible
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden)
  streams = []
  heard.length = 0
  hidden = false
  read.mockReset().mockImplementation(async () => bell(7))
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('what the stream says is told; the first time is no return', async () => {
  start()
  await pass(0)
  newest().ring(1)
  newest().ring(2)
  expect(heard).toEqual([1, 2])
  expect(read).not.toHaveBeenCalled()
})

test('a stream that the server ends is opened again at once, and the return is told once', async () => {
  start()
  await pass(0)
  newest().ring(1)
  await pass(60_000 - 45_000)
  newest().ended.resolve()
  await pass(1_000)
  expect(streams).toHaveLength(2)
  newest().ring(1)
  newest().ring(2)
  expect(heard).toEqual([1, 'return', 1, 2])
})

test('failures in a row are followed by longer pauses, of about ten seconds at most', async () => {
  start()
  for (const pause of [500, 1000, 2000, 4000, 8000, 10_000, 10_000]) {
    await pass(0)
    breakOff()
    const opened = streams.length
    await pass(pause - 10)
    expect(streams).toHaveLength(opened)
    await pass(20)
    expect(streams).toHaveLength(opened + 1)
  }
})

test('pages that lost the same server do not come back as one', async () => {
  vi.mocked(Math.random).mockReturnValue(0)
  start()
  await pass(0)
  breakOff()
  await pass(260)
  expect(streams).toHaveLength(2)
})

test('without a sign of life for 45 seconds the stream is cut and opened again; a comment is a sign', async () => {
  start()
  await pass(0)
  newest().ring(1)
  for (let times = 0; times < 5; times++) {
    await pass(40_000)
    newest().handlers.onKeepAlive()
  }
  expect(streams).toHaveLength(1)
  await pass(46_000)
  expect(streams).toHaveLength(2)
  // The first event starts the watch.
  newest().ring(1)
  await pass(46_000)
  expect(streams).toHaveLength(3)
  expect(streams[0]!.handlers.signal.aborted).toBe(true)
})

test('a stream that brings nothing within ten seconds is cut, and the bell is asked for every half minute', async () => {
  start()
  await pass(9_000)
  newest().handlers.onKeepAlive()
  expect(read).not.toHaveBeenCalled()
  await pass(1_001)
  expect(streams[0]!.handlers.signal.aborted).toBe(true)
  expect(read).toHaveBeenCalledTimes(1)
  expect(heard).toEqual([7])
  await pass(30_000)
  expect(read).toHaveBeenCalledTimes(2)
})

test.each([429, 503])('refused with %i it asks instead, and tries the stream again later and later', async (status) => {
  start()
  await pass(0)
  for (const pause of [30_000, 60_000, 120_000, 180_000, 180_000]) {
    refuse(status)
    const opened = streams.length
    await pass(pause - 10)
    expect(streams).toHaveLength(opened)
    await pass(20)
    expect(streams).toHaveLength(opened + 1)
  }
  // Half-minutes of 570 s, and the first at once.
  expect(read).toHaveBeenCalledTimes(20)
  newest().ring(9)
  await pass(40_000)
  expect(read).toHaveBeenCalledTimes(20)
})

test('a hidden page lets its stream go, asks nothing, and comes back with what it missed', async () => {
  start()
  await pass(0)
  newest().ring(1)
  show(false)
  expect(newest().handlers.signal.aborted).toBe(true)
  newest().ring(2)
  await pass(600_000)
  expect(streams).toHaveLength(1)
  expect(read).not.toHaveBeenCalled()
  show(true)
  await pass(0)
  newest().ring(3)
  newest().ring(4)
  expect(streams).toHaveLength(2)
  expect(heard).toEqual([1, 'return', 3, 4])
})

test('hidden while it asks instead of listening, it asks no more', async () => {
  start()
  await pass(0)
  refuse(429)
  await pass(20_000)
  expect(read).toHaveBeenCalledTimes(1)
  show(false)
  await pass(600_000)
  expect(read).toHaveBeenCalledTimes(1)
  expect(streams).toHaveLength(1)
})

test('a page that was opened in the background begins when it is seen, with what changed since', async () => {
  hidden = true
  start()
  await pass(60_000)
  expect(streams).toHaveLength(0)
  show(true)
  await pass(0)
  newest().ring(5)
  expect(heard).toEqual(['return', 5])
})

test('back online it opens the stream at once', async () => {
  start()
  await pass(0)
  refuse(503)
  await pass(0)
  dispatchEvent(new Event('online'))
  await pass(0)
  expect(streams).toHaveLength(2)
  newest().ring(9)
  expect(heard).toEqual([7, 'return', 9])
})

test('in another language it asks for everything again', async () => {
  start()
  await pass(0)
  newest().ring(1)
  speak('da')
  await pass(0)
  newest().ring(1)
  expect(streams).toHaveLength(2)
  expect(heard).toEqual([1, 'return', 1])
  speak('en')
})

test('an unanswered question is a break, too', async () => {
  start()
  await pass(0)
  read.mockImplementation(() => Promise.reject(new ApiProblem('offline', 0)))
  refuse(503)
  await pass(0)
  read.mockImplementation(async () => bell(7))
  await pass(30_000)
  expect(heard).toEqual(['return', 7])
})

test('a stopped stream says nothing more', async () => {
  start()
  await pass(0)
  const last = newest()
  stop()
  last.ring(4)
  show(true)
  await pass(600_000)
  expect(last.handlers.signal.aborted).toBe(true)
  expect(streams).toHaveLength(1)
  expect(heard).toEqual([])
})
