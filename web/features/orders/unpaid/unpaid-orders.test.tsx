import { expect, test } from 'vitest'
import type { UnpaidOrder } from '#contract/orders/orders.ts'
import { mergeOrders } from './unpaid-orders.tsx'

const order = (id: string, change: Partial<UnpaidOrder> = {}) => ({ id, confirming: false, ...change }) as UnpaidOrder
const a = order('a')
const b = order('b')

const short = (seen: ReturnType<typeof mergeOrders>) => seen.map(({ order: { id }, gone }) => (gone ? `(${id})` : id))

test('an order that is no longer listed keeps its position, marked as gone', () => {
  const first = mergeOrders([], [a, b])
  expect(short(first)).toEqual(['a', 'b'])
  const second = mergeOrders(first, [b, order('c')])
  expect(short(second)).toEqual(['(a)', 'b', 'c'])
  expect(short(mergeOrders(second, []))).toEqual(['(a)', '(b)', '(c)'])
})

test('an order that comes back is shown in its current state', () => {
  const gone = mergeOrders(mergeOrders([], [a]), [])
  const back = mergeOrders(gone, [order('a', { confirming: true })])
  expect(short(back)).toEqual(['a'])
  expect(back[0]!.order.confirming).toBe(true)
})

test('an unchanged list returns the same array', () => {
  const seen = mergeOrders(mergeOrders([], [a, b]), [b])
  expect(mergeOrders(seen, [b])).toBe(seen)
  expect(mergeOrders([], [])).toHaveLength(0)
})

test('a changed order replaces the old one', () => {
  const seen = mergeOrders([], [a])
  expect(mergeOrders(seen, [order('a', { confirming: true })])).not.toBe(seen)
})
