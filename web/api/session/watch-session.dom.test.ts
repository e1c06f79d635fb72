import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchSessionFrame } from './watch-session.ts'

const origin = 'https://id.example'
const onChange = vi.fn()
let stop: () => void
let polls: unknown[]
let provider: Window

const frame = () => document.querySelector('iframe')

/** Simulates that the provider's frame has loaded. */
function loadFrame() {
  provider = frame()!.contentWindow!
  provider.postMessage = (question: unknown) => void polls.push(question)
  frame()!.dispatchEvent(new Event('load'))
}

const answer = (data: string, from = origin, source: Window = provider) =>
  dispatchEvent(new MessageEvent('message', { data, origin: from, source }))

beforeEach(() => {
  vi.useFakeTimers()
  onChange.mockClear()
  polls = []
  stop = watchSessionFrame({ url: `${origin}/status.html`, clientId: 'member-web', sessionState: 'abc.def', onChange })
  loadFrame()
})

afterEach(() => {
  stop()
  vi.useRealTimers()
})

test('polls at once and then every five seconds, with client and session', () => {
  expect(polls).toEqual(['member-web abc.def'])
  for (let count = 2; count <= 4; count++) {
    answer('unchanged')
    vi.advanceTimersByTime(5_000)
    expect(polls).toHaveLength(count)
  }
  expect(onChange).not.toHaveBeenCalled()
})

test('a change is reported once and ends the polling', () => {
  answer('changed')
  answer('changed')
  vi.advanceTimersByTime(60_000)
  expect(onChange).toHaveBeenCalledTimes(1)
  expect(polls).toHaveLength(1)
  expect(frame()).toBeNull()
})

test('an error ends the polling silently', () => {
  answer('error')
  vi.advanceTimersByTime(60_000)
  expect(polls).toHaveLength(1)
  expect(onChange).not.toHaveBeenCalled()
})

test('so does a timeout of ten seconds, and polls do not overlap', () => {
  vi.advanceTimersByTime(9_999)
  expect(polls).toHaveLength(1)
  expect(frame()).not.toBeNull()
  vi.advanceTimersByTime(1)
  expect(frame()).toBeNull()
  vi.advanceTimersByTime(60_000)
  expect(polls).toHaveLength(1)
  expect(onChange).not.toHaveBeenCalled()
})

test('messages from another origin or frame are ignored', () => {
  answer('changed', 'https://evil.example')
  answer('changed', origin, window)
  expect(onChange).not.toHaveBeenCalled()
  expect(frame()).not.toBeNull()
})
