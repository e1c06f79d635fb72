import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Quote } from '#contract/orders/orders.ts'
import { problemText } from '#web/api/problem-text.ts'
import { m } from '#words/messages.js'
import { applyCoupon, couponQuery, fetchCoupon } from './queries.ts'

export interface CouponChoice {
  /** The event's club; null while loading. */
  readonly orgId: string | null
  readonly eveId: string | null
  readonly value: string
  readonly onChange: (code: string) => void
  /** `quote.coupon` of the last quote; null without a quote. */
  readonly result: Quote['coupon'] | undefined
  readonly pending: boolean
  /** Signed out, codes are stored unchecked. */
  readonly signedIn: boolean
}

/** Normalized as on the server. */
const keyOf = (code: string) => code.replace(/[\s-]/g, '').toUpperCase()

const problems = {
  coupon_not_valid: m.problem_coupon_not_valid,
  coupon_used_up: m.problem_coupon_used_up,
  too_many_requests: m.problem_too_many_requests,
}

export function useCoupon({ orgId, eveId, value, onChange, result, pending, signedIn }: CouponChoice) {
  const cache = useQueryClient()
  const apply = useMutation({
    // With an event a use is reserved; otherwise the code is only looked up.
    mutationFn: (code: string) => (eveId === null ? fetchCoupon(orgId, code) : applyCoupon(orgId, code, eveId)),
    onSuccess: (coupon) => {
      cache.setQueryData(couponQuery(orgId, coupon.code, eveId).queryKey, coupon)
      onChange(coupon.code)
    },
  })
  const quoted = result && keyOf(result.code) === keyOf(value) ? result : null
  const needsLookup = signedIn && orgId !== null && value !== '' && !quoted && !pending
  const known = useQuery({ ...couponQuery(orgId, value, eveId), enabled: needsLookup })

  const quotedProblem = value !== '' && quoted?.problem ? problems[quoted.problem]() : null
  const knownProblem = needsLookup && known.error ? problemText(known.error) : null
  return {
    /** Signed out, takes the code unchecked. @returns the selected code; null if refused, see `problem` */
    apply: async (code: string): Promise<string | null> => {
      if (signedIn)
        return apply.mutateAsync(code).then(
          (coupon) => coupon.code,
          () => null,
        )
      onChange(code)
      return code
    },
    forget: () => {
      apply.reset()
      onChange('')
    },
    /** Typing clears the error. */
    retype: () => apply.reset(),
    busy: apply.isPending,
    checking: value !== '' && (pending || (needsLookup && known.isFetching)),
    problem: apply.error ? problemText(apply.error) : (quotedProblem ?? knownProblem),
    quoted: quoted?.problem ? null : quoted,
    coupon: known.data ?? null,
  }
}
