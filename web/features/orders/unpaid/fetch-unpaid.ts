import { orders } from '#contract/orders.ts'
import { call } from '#web/api/client.ts'

export const fetchUnpaid = (signal: AbortSignal) => call(orders.unpaid, {}, { signal })
