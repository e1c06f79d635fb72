import { expect, test } from 'vitest'
import type { Bell, Notification } from '#contract/notifications/notifications.ts'
import { createArrivals } from './notification-stream.ts'

const one = (number: number): Notification => ({
  id: `0198b3c0-0000-7000-8000-${String(number).padStart(12, '0')}`,
  messageThreadId: null,
  receiverId: '0198b3c0-0000-7000-8000-00000000000a',
  senderId: null,
  type: 'PAYMENT_RECEIVED',
  title: '',
  message: '',
  data: {},
  read: false,
  createdAt: '2026-01-01T12:00:00Z',
  readDate: null,
  settledAt: null,
})
const bell = (numbers: number[], count = numbers.length): Bell => ({ count, newest: numbers.map(one) })

function freshIds(...bells: Bell[]) {
  const arrivals = createArrivals()
  return bells.map((each) => arrivals(each).fresh.map(({ id }) => Number(id.slice(-12))))
}

test('nothing in the first bell is new', () => {
  expect(freshIds(bell([3, 2, 1]))).toEqual([[]])
})

test('a notification is new only once', () => {
  expect(freshIds(bell([]), bell([1]), bell([1]), bell([3, 2, 1]), bell([3]))).toEqual([[], [1], [], [3, 2], []])
})

test('an older notification that moves up after one is read is not new', () => {
  expect(freshIds(bell([9, 8, 7], 5), bell([9, 8, 6], 4), bell([9, 6, 5]), bell([6, 5, 4]))).toEqual([[], [], [], [4]])
})

test('a late notification is new if the bell had room to list it before', () => {
  expect(freshIds(bell([9, 7]), bell([9, 8, 7]))).toEqual([[], [8]])
  expect(freshIds(bell([9, 7], 4), bell([9, 8, 7], 5))).toEqual([[], [8]])
})

test('a restored notification is not new', () => {
  expect(freshIds(bell([2, 1]), bell([2]), bell([2, 1]))).toEqual([[], [], []])
})

test('it reports when more arrived than the bell lists', () => {
  const arrivals = createArrivals()
  arrivals(bell([1]))
  expect(arrivals(bell([9, 8], 10))).toMatchObject({ more: true })
  expect(arrivals(bell([10, 9], 11))).toMatchObject({ more: false })
  expect(arrivals(bell([10, 9], 11))).toMatchObject({ more: false, fresh: [] })
  const few = createArrivals()
  few(bell([]))
  expect(few(bell([2, 1]))).toMatchObject({ more: false })
})
