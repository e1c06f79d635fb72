import { queryOptions } from '@tanstack/react-query'
import { type Coupon, coupons } from '#contract/events/coupons.ts'
import { type ErrorCode, errors } from '#contract/errors.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { ApiProblem, call } from '#web/api/client.ts'
import { loadProblemText } from '#web/api/problem-text.ts'

/** A club's public codes. */
export const availableCouponsQuery = (orgId: string | null, eveId: string | null) =>
  queryOptions({
    queryKey: [...queryKeys.coupons, 'available', orgId, eveId],
    queryFn: ({ signal }) => fetchAvailableCoupons(orgId, eveId, { signal }),
    enabled: orgId !== null,
    staleTime: 60_000,
  })

/** Looks up one code. Wrong codes are rate limited, so failures are not retried. */
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

/** Fails as the server would, without a request. */
async function missing(code: ErrorCode): Promise<never> {
  const problem = new ApiProblem(code, errors[code].status, { title: errors[code].title })
  await loadProblemText(problem)
  throw problem
}

/** The user's discount with a code at an event. Throws `coupon_not_valid` for invalid codes. */
export async function validateCoupon(orgId: Key, code: string, eveId: string, options: Options = {}): Promise<Coupon> {
  if (!orgId) return missing('coupon_validation_needs_organisation')
  return (await call(coupons.validate, { orgId, code, eveId }, options)).coupon
}

/** Reserves a use of a code for half an hour. Throws if the last use was taken meanwhile. */
export async function applyCoupon(orgId: Key, code: string, eveId: string): Promise<Coupon> {
  if (!orgId) return missing('coupon_application_needs_organisation')
  return (await call(coupons.apply, { orgId, code, eveId })).coupon
}

export async function fetchAvailableCoupons(orgId: Key, eveId: Key, options: Options = {}): Promise<Coupon[]> {
  if (!orgId) return missing('coupon_list_needs_organisation')
  return call(coupons.available, { orgId, ...(eveId && { eveId }) }, options)
}

/** The user's discount with a code, at any event. */
export async function fetchCoupon(orgId: Key, code: string, options: Options = {}): Promise<Coupon> {
  if (!orgId) return missing('coupon_details_need_organisation')
  if (!code.trim()) return missing('coupon_details_need_code')
  return call(coupons.item, { orgId, code: code.trim() }, options)
}
