import { queryOptions, type Query } from '@tanstack/react-query'
import { orders, type UnpaidOrder } from '#contract/orders.ts'
import { call } from '#web/api/client.ts'
import { queryKeys } from '#web/api/query-keys.ts'

/** What the answers about unpaid orders are kept under. */
export const unpaidKey = [...queryKeys.orders, 'unpaid'] as const

/** Milliseconds until unpaid orders are asked after again; false when there are none. */
export function unpaidPause(
  unpaid: readonly Pick<UnpaidOrder, 'confirming'>[] | undefined,
  asked: number,
): number | false {
  if (!unpaid || unpaid.length === 0) return false
  if (unpaid.some(({ confirming }) => confirming)) return asked < 60 ? 2500 : 10_000
  // Another browser may pay one or give it up.
  return 20_000
}

/** What a member began to buy and has not paid. */
export const unpaidQuery = (memberId: string) =>
  queryOptions({
    queryKey: [...unpaidKey, memberId],
    queryFn: ({ signal }) => call(orders.unpaid, {}, { signal }),
    staleTime: 5000,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }: Query<UnpaidOrder[]>) =>
      unpaidPause(state.data, state.dataUpdateCount + state.errorUpdateCount),
  })
