import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { ErrorCode } from '#contract/errors.ts'
import { orders, type Quote } from '#contract/orders/orders.ts'
import { ApiProblem, call } from '#web/api/client.ts'
import { loadProblemText } from '#web/api/problem-text.ts'
import { queryKeys } from '#web/api/query-client.ts'
import type { Line } from './chosen.ts'

/** A quote with the lines it was requested for. */
export interface Quoted extends Quote {
  readonly requested: readonly Line[]
}

/** Debounce in milliseconds. */
const pause = 200

/** Invalidates all quotes. */
export const quotesKey = [...queryKeys.orders, 'quote'] as const

export const quoteQuery = (lines: readonly Line[], coupon: string) =>
  queryOptions({
    queryKey: [...quotesKey, lines, coupon],
    queryFn: async ({ signal }): Promise<Quoted> => {
      const quote = await call(orders.quote, { lines: [...lines], ...(coupon && { coupon }) }, { signal })
      // Load the error texts before rendering.
      const plain = quote.lines.find(({ refusal }) => refusal && !refusal.gate)?.refusal
      if (plain) await loadProblemText(new ApiProblem(plain.code as ErrorCode, 0))
      return { ...quote, requested: lines }
    },
    staleTime: 20_000,
  })

/** The quote for the selection; the previous one while loading. */
export function useQuote(lines: readonly Line[], coupon: string) {
  const currentKey = JSON.stringify([lines, coupon])
  const [debouncedKey] = useDebouncedValue(currentKey, pause)
  const [debouncedLines, debouncedCoupon] = JSON.parse(debouncedKey) as [Line[], string]
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    ...quoteQuery(debouncedLines, debouncedCoupon),
    enabled: debouncedLines.length > 0,
    placeholderData: keepPreviousData,
  })
  const chosen = lines.length > 0
  return {
    quote: chosen ? (data ?? null) : null,
    pending: chosen && !error && (debouncedKey !== currentKey || isPlaceholderData || !data),
    error: chosen && debouncedKey === currentKey ? error : null,
    retry: () => void refetch(),
    fetching: isFetching,
  }
}

/** The problem that an order would fail with, with the person's name; null if none. */
export function refusalOf({ lines, coupon }: Quote): ApiProblem | null {
  const line = lines.find(({ refusal }) => refusal)
  if (line?.refusal) return new ApiProblem(line.refusal.code as ErrorCode, 409, { data: { name: line.memberName } })
  return coupon?.problem ? new ApiProblem(coupon.problem, 409) : null
}
