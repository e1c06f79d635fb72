import type { UnpaidOrder } from '#contract/orders.ts'

/** An order that was shown as unpaid; `gone` once it is not listed any more, so that the reader is told what became of it. */
export interface SeenOrder {
  readonly order: UnpaidOrder
  readonly gone: boolean
}

/** What is shown after another answer: each order stays at its place, also when it is gone. The same array when nothing is new. */
export function seeOrders(seen: readonly SeenOrder[], listed: readonly UnpaidOrder[]): readonly SeenOrder[] {
  const now = seen.map((one): SeenOrder => {
    const order = listed.find(({ id }) => id === one.order.id)
    if (!order) return one.gone ? one : { order: one.order, gone: true }
    return order === one.order && !one.gone ? one : { order, gone: false }
  })
  const known = new Set(seen.map(({ order }) => order.id))
  const added = listed.filter(({ id }) => !known.has(id)).map((order): SeenOrder => ({ order, gone: false }))
  return added.length === 0 && now.every((one, index) => one === seen[index]) ? seen : [...now, ...added]
}
