import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { ErrorCode } from '#contract/errors.ts'
import { orders, type Quote } from '#contract/orders.ts'
import { ApiProblem, call } from '#web/api/client.ts'
import { loadProblemText } from '#web/api/problem-text.ts'
import { queryKeys } from '#web/api/query-client.ts'
import type { Line } from './chosen.ts'

/** What lines cost, together with the lines that it is about. */
export interface Quoted extends Quote {
  readonly asked: readonly Line[]
}

/** Milliseconds without a change before the price is asked for. */
const pause = 200

/** What is under the same key is out of date together. */
export const quotesKey = [...queryKeys.orders, 'quote'] as const

/** What a basket costs and what stands in its way, as the server would sell it now. */
export const quoteQuery = (lines: readonly Line[], coupon: string) =>
  queryOptions({
    queryKey: [...quotesKey, lines, coupon],
    queryFn: async ({ signal }): Promise<Quoted> => {
      const quote = await call(orders.quote, { lines: [...lines], ...(coupon && { coupon }) }, { signal })
      // The words of what is refused are at hand when it is drawn.
      const plain = quote.lines.find(({ refusal }) => refusal && !refusal.gate)?.refusal
      if (plain) await loadProblemText(new ApiProblem(plain.code as ErrorCode, 0))
      return { ...quote, asked: lines }
    },
    staleTime: 20_000,
  })

/** The price while it is chosen: the last one stands until the next is there. */
export function useQuote(lines: readonly Line[], coupon: string) {
  const wanted = JSON.stringify([lines, coupon])
  const [asked] = useDebouncedValue(wanted, pause)
  const [askedLines, askedCoupon] = JSON.parse(asked) as [Line[], string]
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    ...quoteQuery(askedLines, askedCoupon),
    enabled: askedLines.length > 0,
    placeholderData: keepPreviousData,
  })
  const chosen = lines.length > 0
  return {
    quote: chosen ? (data ?? null) : null,
    /** Another price is on its way. */
    pending: chosen && !error && (asked !== wanted || isPlaceholderData || !data),
    error: chosen && asked === wanted ? error : null,
    retry: () => void refetch(),
    fetching: isFetching,
  }
}

/** What the server would answer to the order, with whom it is about; null while all of it can be had. */
export function refusalOf({ lines, coupon }: Quote): ApiProblem | null {
  const line = lines.find(({ refusal }) => refusal)
  if (line?.refusal) return new ApiProblem(line.refusal.code as ErrorCode, 409, { data: { name: line.memberName } })
  return coupon?.problem ? new ApiProblem(coupon.problem, 409) : null
}
