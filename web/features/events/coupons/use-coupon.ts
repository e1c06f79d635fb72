import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Quote } from '#contract/orders.ts'
import { problemText } from '#web/api/problem-text.ts'
import { m } from '#words/messages.js'
import { applyCoupon, couponQuery, fetchCoupon } from './queries.ts'

export interface CouponChoice {
  /** The club of the event; null while it is not known. */
  readonly orgId: string | null
  readonly eveId: string | null
  /** The code that is chosen; empty: none. */
  readonly value: string
  readonly onChange: (code: string) => void
  /** What the last quote says of it; null while there is none. */
  readonly result: Quote['coupon'] | undefined
  /** A quote is on its way. */
  readonly pending: boolean
  /** Signed out, a code is only kept: nobody can be asked about it. */
  readonly signedIn: boolean
}

/** As the server compares codes. */
const keyOf = (code: string) => code.replace(/[\s-]/g, '').toUpperCase()

const problems = {
  coupon_not_valid: m.problem_coupon_not_valid,
  coupon_used_up: m.problem_coupon_used_up,
  too_many_requests: m.problem_too_many_requests,
}

/** What there is to say of a code, and how one is taken. */
export function useCoupon({ orgId, eveId, value, onChange, result, pending, signedIn }: CouponChoice) {
  const cache = useQueryClient()
  const take = useMutation({
    // With an event a use is kept from others at once; without one nothing can be.
    mutationFn: (code: string) => (eveId === null ? fetchCoupon(orgId, code) : applyCoupon(orgId, code, eveId)),
    onSuccess: (coupon) => {
      cache.setQueryData(couponQuery(orgId, coupon.code, eveId).queryKey, coupon)
      onChange(coupon.code)
    },
  })
  const quoted = result && keyOf(result.code) === keyOf(value) ? result : null
  const asks = signedIn && orgId !== null && value !== '' && !quoted && !pending
  const known = useQuery({ ...couponQuery(orgId, value, eveId), enabled: asks })

  const quotedProblem = value !== '' && quoted?.problem ? problems[quoted.problem]() : null
  const knownProblem = asks && known.error ? problemText(known.error) : null
  return {
    /** Signed out it is taken as it is. @returns the code that is chosen then; null: `problem` says why not */
    take: async (code: string): Promise<string | null> => {
      if (signedIn)
        return take.mutateAsync(code).then(
          (coupon) => coupon.code,
          () => null,
        )
      onChange(code)
      return code
    },
    forget: () => {
      take.reset()
      onChange('')
    },
    /** What was typed since has no mistake yet. */
    retype: () => take.reset(),
    busy: take.isPending,
    checking: value !== '' && (pending || (asks && known.isFetching)),
    problem: take.error ? problemText(take.error) : (quotedProblem ?? knownProblem),
    quoted: quoted?.problem ? null : quoted,
    coupon: known.data ?? null,
  }
}
