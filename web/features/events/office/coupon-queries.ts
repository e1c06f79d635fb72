import { keepPreviousData, useMutation } from '@tanstack/react-query'
import type { Input } from '#contract/endpoint.ts'
import { exports } from '#contract/exports.ts'
import { type CouponFields, type OfficeCoupon, officeCoupons } from '#contract/events/office-coupons.ts'
import { call } from '#web/api/client.ts'
import { callQuery, pagesBefore } from '#web/api/call-query.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { useCall, useReload } from '#web/api/use-call.ts'

const ofClub = (orgId: string) => [...queryKeys.coupons, 'office', orgId]

/** A club's discount codes, newest first. */
export const officeCouponsQuery = (orgId: string, { search, eventId }: { search?: string; eventId?: string }) =>
  pagesBefore(
    [...ofClub(orgId), 'list', search, eventId],
    officeCoupons.list,
    { orgId, ...(search && { search }), ...(eventId && { eventId }) },
    { placeholderData: keepPreviousData, refetchOnWindowFocus: 'always' },
  )

export const officeCouponQuery = (orgId: string, couponId: string) =>
  callQuery([...ofClub(orgId), 'item', couponId], officeCoupons.item, { orgId, couponId })

export const couponUsesQuery = (orgId: string, couponId: string) =>
  pagesBefore([...ofClub(orgId), 'uses', couponId], officeCoupons.uses, { orgId, couponId })

interface Save {
  readonly fields: CouponFields
  readonly made: Pick<Input<typeof officeCoupons.create>, 'code' | 'count' | 'token'>
  readonly base: Pick<OfficeCoupon, 'id' | 'version'> | null
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
  const onSettled = useReload(queryKeys.coupons)
  return {
    save: useMutation({
      mutationFn: ({ fields, made, base }: Save) =>
        base
          ? call(officeCoupons.save, { orgId, couponId: base.id, version: base.version, ...fields })
          : call(officeCoupons.create, { orgId, ...made, ...fields }),
      onSettled,
    }),
    stop: useCall(officeCoupons.stop, { orgId }, { onSettled }),
    resume: useCall(officeCoupons.resume, { orgId }, { onSettled }),
  }
}
