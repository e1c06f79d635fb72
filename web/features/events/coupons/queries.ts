import { queryOptions } from '@tanstack/react-query'
import { type Coupon, coupons } from '#contract/coupons.ts'
import { type ErrorCode, errors } from '#contract/errors.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { ApiProblem, call } from '#web/api/client.ts'
import { loadProblemText } from '#web/api/problem-text.ts'

/** Codes that a club shows to everybody. */
export const availableCouponsQuery = (orgId: string | null, eveId: string | null) =>
  queryOptions({
    queryKey: [...queryKeys.coupons, 'available', orgId, eveId],
    queryFn: ({ signal }) => fetchAvailableCoupons(orgId, eveId, { signal }),
    enabled: orgId !== null,
    staleTime: 60_000,
  })

/** What one code is worth: at an event, or wherever it is for. A wrong one is not asked for again: guesses are counted. */
export const couponQuery = (orgId: string | null, code: string, eveId: string | null) =>
  queryOptions({
    queryKey: [...queryKeys.coupons, 'one', orgId, code, eveId],
    queryFn: ({ signal }) =>
      eveId === null ? fetchCoupon(orgId, code, { signal }) : validateCoupon(orgId, code, eveId, { signal }),
    retry: false,
    retryOnMount: false,
    staleTime: 5 * 60_000,
  })

type Key = string | null | undefined

interface Options {
  readonly signal?: AbortSignal
}

/** A call that lacks its key is not sent: it ends as the server would end it. */
async function missing(code: ErrorCode): Promise<never> {
  const problem = new ApiProblem(code, errors[code].status, { title: errors[code].title })
  await loadProblemText(problem)
  throw problem
}

/** What a code is worth to the caller at an event. Throws `coupon_not_valid` for every other code. */
export async function validateCoupon(orgId: Key, code: string, eveId: string, options: Options = {}): Promise<Coupon> {
  if (!orgId) return missing('coupon_validation_needs_organisation')
  return (await call(coupons.validate, { orgId, code, eveId }, options)).coupon
}

/** Keeps a use of a code for the caller for half an hour, while they choose. A code that was lost to somebody else is told. */
export async function applyCoupon(orgId: Key, code: string, eveId: string): Promise<Coupon> {
  if (!orgId) return missing('coupon_application_needs_organisation')
  return (await call(coupons.apply, { orgId, code, eveId })).coupon
}

/** Codes that a club shows to everybody, at one of its events. */
export async function fetchAvailableCoupons(orgId: Key, eveId: Key, options: Options = {}): Promise<Coupon[]> {
  if (!orgId) return missing('coupon_list_needs_organisation')
  return call(coupons.available, { orgId, ...(eveId && { eveId }) }, options)
}

/** What a code is worth to the caller, wherever it is for. */
export async function fetchCoupon(orgId: Key, code: string, options: Options = {}): Promise<Coupon> {
  if (!orgId) return missing('coupon_details_need_organisation')
  if (!code.trim()) return missing('coupon_details_need_code')
  return call(coupons.item, { orgId, code: code.trim() }, options)
}
