import { expect, test } from 'vitest'
import type { UnpaidOrder } from '#contract/orders.ts'
import { seeOrders } from './unpaid-orders.tsx'

const order = (id: string, change: Partial<UnpaidOrder> = {}) => ({ id, confirming: false, ...change }) as UnpaidOrder
const a = order('a')
const b = order('b')

const short = (seen: ReturnType<typeof seeOrders>) => seen.map(({ order: { id }, gone }) => (gone ? `(${id})` : id))

test('an order that is listed no more keeps its place, marked as gone', () => {
  const first = seeOrders([], [a, b])
  expect(short(first)).toEqual(['a', 'b'])
  const second = seeOrders(first, [b, order('c')])
  expect(short(second)).toEqual(['(a)', 'b', 'c'])
  expect(short(seeOrders(second, []))).toEqual(['(a)', '(b)', '(c)'])
})

test('an order that comes back is listed as it now is', () => {
  const gone = seeOrders(seeOrders([], [a]), [])
  const back = seeOrders(gone, [order('a', { confirming: true })])
  expect(short(back)).toEqual(['a'])
  expect(back[0]!.order.confirming).toBe(true)
})

test('the same answer changes nothing, so that nothing is drawn anew', () => {
  const seen = seeOrders(seeOrders([], [a, b]), [b])
  expect(seeOrders(seen, [b])).toBe(seen)
  expect(seeOrders([], [])).toHaveLength(0)
})

test('an order that changed replaces what was shown of it', () => {
  const seen = seeOrders([], [a])
  expect(seeOrders(seen, [order('a', { confirming: true })])).not.toBe(seen)
})
