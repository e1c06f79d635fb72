import { expect, test } from 'vitest'
import type { UnpaidOrder } from '#contract/orders.ts'
import { seeOrders } from './unpaid-orders.tsx'

const order = (id: string, change: Partial<UnpaidOrder> = {}) => ({ id, confirming: false, ...change }) as UnpaidOrder
const a = order('a')
const b = order('b')

const short = (seen: ReturnType<typeof seeOrders>) => seen.map(({ order: { id }, gone }) => (gone ? `(${id})` : id))

test('an order that is no longer listed keeps its position, marked as gone', () => {
  const first = seeOrders([], [a, b])
  expect(short(first)).toEqual(['a', 'b'])
  const second = seeOrders(first, [b, order('c')])
  expect(short(second)).toEqual(['(a)', 'b', 'c'])
  expect(short(seeOrders(second, []))).toEqual(['(a)', '(b)', '(c)'])
})

test('an order that comes back is shown in its current state', () => {
  const gone = seeOrders(seeOrders([], [a]), [])
  const back = seeOrders(gone, [order('a', { confirming: true })])
  expect(short(back)).toEqual(['a'])
  expect(back[0]!.order.confirming).toBe(true)
})

test('an unchanged list returns the same array', () => {
  const seen = seeOrders(seeOrders([], [a, b]), [b])
  expect(seeOrders(seen, [b])).toBe(seen)
  expect(seeOrders([], [])).toHaveLength(0)
})

test('a changed order replaces the old one', () => {
  const seen = seeOrders([], [a])
  expect(seeOrders(seen, [order('a', { confirming: true })])).not.toBe(seen)
})
