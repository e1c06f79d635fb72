import { queryOptions } from '@tanstack/react-query'
import { queryKeys } from '#web/api/query-keys.ts'
import { fetchAvailableCoupons, fetchCoupon, validateCoupon } from './coupon-calls.ts'

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
