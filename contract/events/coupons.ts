import * as z from 'zod/mini'
import { endpoint, eventApi } from '../endpoint.ts'
import { DanishTexts } from '../local-text.ts'
import { Id, integer, Moment, Money, OptionalId, Percent, requiredLine, singleLine, text } from '../values.ts'

/** Letters, digits and dashes in any case. */
export const CouponCode = requiredLine(64)

export const Coupon = z.object({
  id: Id,
  orgId: Id,
  /** Null for all events of the club. */
  eveId: z.nullable(Id),
  code: text(),
  name: text(),
  danish: DanishTexts,
  /** Exactly one of the two is set. */
  percent: z.nullable(Percent),
  amount: z.nullable(Money),
  /** Null for all categories. */
  categories: z.nullable(z.array(text())),
  validFrom: z.nullable(Moment),
  validUntil: z.nullable(Moment),
  /** Uses left for the caller, after those that others hold; null for no limit. */
  left: z.nullable(integer()),
})
export type Coupon = z.infer<typeof Coupon>

/** Empty when the URL has none; the error says so. */
const OrgId = z.union([Id, z.literal('')])
const ofClub = z.object({ orgId: OrgId })

export const ValidCoupon = z.object({ valid: z.literal(true), coupon: Coupon })

export const AppliedCoupon = z.object({
  status: z.literal('success'),
  reservedUntil: z.nullable(Moment),
  coupon: Coupon,
})

export const coupons = {
  validate: endpoint({
    method: 'GET',
    path: `${eventApi}/{orgId}/coupon/validate`,
    specified: true,
    summary: 'Whether the caller can use a code at an event; the answer is the same for every other code',
    params: ofClub,
    query: z.object({ code: CouponCode, eveId: Id }),
    output: ValidCoupon,
    errors: ['coupon_not_valid', 'coupon_validation_needs_organisation'],
  }),
  apply: endpoint({
    method: 'POST',
    path: `${eventApi}/{orgId}/coupon/apply`,
    specified: true,
    summary:
      'Reserves a use of a code for the caller’s order for 30 minutes. Repeating it returns the same reservation',
    params: ofClub,
    body: z.looseObject({ code: CouponCode, eveId: Id }),
    output: AppliedCoupon,
    errors: ['coupon_not_valid', 'coupon_used_up', 'coupon_application_needs_organisation'],
  }),
  available: endpoint({
    method: 'GET',
    path: `${eventApi}/public/coupon/available/by-type`,
    specified: true,
    summary: 'The public codes of a club; private ones are never listed',
    query: z.object({ orgId: z.optional(OrgId), eveId: OptionalId, type: z.optional(singleLine(40)) }),
    output: z.array(Coupon).check(z.maxLength(50)),
    errors: ['coupon_list_needs_organisation'],
  }),
  item: endpoint({
    method: 'GET',
    path: `${eventApi}/{orgId}/coupon/code/{code}/item`,
    specified: true,
    summary: 'One code, with its discount for the caller',
    params: z.object({ orgId: OrgId, code: singleLine(64) }),
    output: Coupon,
    errors: ['coupon_not_valid', 'coupon_details_need_organisation', 'coupon_details_need_code'],
  }),
}
