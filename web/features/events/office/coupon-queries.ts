import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { exports } from '#contract/exports.ts'
import { type CouponFields, type OfficeCoupon, officeCoupons } from '#contract/events/office-coupons.ts'
import { call } from '#web/api/client.ts'
import { queryKeys } from '#web/api/query-client.ts'

const ofClub = (orgId: string) => [...queryKeys.coupons, 'office', orgId]

interface WhichCoupons {
  readonly search?: string
  readonly eventId?: string
}

/** A club's discount codes, newest first. */
export const officeCouponsQuery = (orgId: string, { search, eventId }: WhichCoupons) =>
  infiniteQueryOptions({
    queryKey: [...ofClub(orgId), 'list', search, eventId],
    queryFn: ({ pageParam, signal }) =>
      call(
        officeCoupons.list,
        { orgId, ...(search && { search }), ...(eventId && { eventId }), ...(pageParam && { before: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: 'always',
  })

export const officeCouponQuery = (orgId: string, couponId: string) =>
  queryOptions({
    queryKey: [...ofClub(orgId), 'item', couponId],
    queryFn: ({ signal }) => call(officeCoupons.item, { orgId, couponId }, { signal }),
  })

export const couponUsesQuery = (orgId: string, couponId: string) =>
  infiniteQueryOptions({
    queryKey: [...ofClub(orgId), 'uses', couponId],
    queryFn: ({ pageParam, signal }) =>
      call(officeCoupons.uses, { orgId, couponId, ...(pageParam && { before: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })

type Seen = Pick<OfficeCoupon, 'id' | 'version'>

interface NewCoupon {
  readonly code: string | null
  readonly count: number
  readonly token: string
}

/** The codes of a batch as a file. */
export const useCouponCodes = (orgId: string) =>
  useMutation({
    mutationFn: async (couponId: string) => {
      const made = await call(exports.couponCodes, { orgId, couponId, format: 'csv' })
      return call(exports.couponCodesFile, { orgId, exportId: made.id })
    },
  })

/** The changes of an office. Each refetches what buyers see. */
export function useCouponChanges(orgId: string) {
  const cache = useQueryClient()
  const onSettled = () => cache.invalidateQueries({ queryKey: queryKeys.coupons })
  return {
    save: useMutation({
      mutationFn: ({ fields, made, base }: { fields: CouponFields; made: NewCoupon; base: Seen | null }) =>
        base
          ? call(officeCoupons.save, { orgId, couponId: base.id, version: base.version, ...fields })
          : call(officeCoupons.create, { orgId, ...made, ...fields }),
      onSettled,
    }),
    stop: useMutation({
      mutationFn: ({ id, version }: Seen) => call(officeCoupons.stop, { orgId, couponId: id, version }),
      onSettled,
    }),
    resume: useMutation({
      mutationFn: ({ id, version }: Seen) => call(officeCoupons.resume, { orgId, couponId: id, version }),
      onSettled,
    }),
  }
}
