import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { orders, type Quote, type QuotedLine } from '#contract/orders/orders.ts'
import { type ApiProblem, call } from '#web/api/client.ts'
import { loadProblemText, problemOfCode, problemText } from '#web/api/problem-text.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { type About, requirementWords } from '../requirement-words.ts'
import type { Line } from './chosen.ts'

/** A quote with the lines it was requested for. */
interface Quoted extends Quote {
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
      await loadProblemText(...problemsOf(quote))
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

/** The problems that an order would fail with, with the persons' names. */
function problemsOf({ lines, coupon }: Quote): ApiProblem[] {
  const ofLines = lines.flatMap(({ refusal, memberName: name }) =>
    refusal ? problemOfCode(refusal.code, { name }) : [],
  )
  return coupon?.problem ? [...ofLines, problemOfCode(coupon.problem)] : ofLines
}
export const refusalOf = (quote: Quote): ApiProblem | null => problemsOf(quote)[0] ?? null

/** Why the server refused a line. */
export function refusalWords({ code, gate: rule }: NonNullable<QuotedLine['refusal']>, about: About): string {
  return rule ? requirementWords(rule, about).text : problemText(problemOfCode(code))
}
