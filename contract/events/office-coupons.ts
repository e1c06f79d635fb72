import * as z from 'zod/mini'
import { ClientToken } from '../conversations/parts.ts'
import { endpoint, orgApi } from '../endpoint.ts'
import { LocalTitle } from '../local-text.ts'
import { choice, listOrAll, localText, localTime, money, number, optional, schemaOf, toggle } from '../fields.ts'
import { Id, integer, Moment, Money, SeenVersion, singleLine, text } from '../values.ts'

/** The most that a code takes off: 100,000 kr. in øre. */
export const MOST_OFF = 10_000_000
const MOST_USES = 1_000_000
/** The most codes that are made at once. */
export const MOST_CODES = 1000

/** The editable fields of a discount code, except the code itself. Either `percent` or `amount` is set. */
export const couponFields = {
  name: localText(LocalTitle, 120, { required: true }),
  /** Whole per cent off each ticket. */
  percent: optional(number({ required: true })),
  /** Off the tickets of an order together. */
  amount: optional(money({ required: true })),
  /** Null for all events of the club. */
  eventId: optional(choice(Id)),
  /** Keys of categories; null for all. */
  categories: listOrAll(z.array(singleLine(60)).check(z.maxLength(20))),
  /** In Denmark's time. */
  validFrom: optional(localTime()),
  validUntil: optional(localTime()),
  /** Orders in which it can be used: in all, and by each buyer. Null for any number. */
  totalLimit: optional(number()),
  perMemberLimit: optional(number()),
  /** Everybody sees it on the event's page. */
  listed: toggle(),
}
export const CouponFields = schemaOf(couponFields)
export type CouponFields = z.infer<typeof CouponFields>

/** Validation errors of a discount code. The last four depend on the club's codes and events, and on its uses. */
export const couponFaults = [
  'name_missing',
  'code_unusable',
  'worth_missing',
  'percent_out_of_range',
  'amount_out_of_range',
  'dates_reversed',
  'limit_out_of_range',
  'buyer_limit_higher',
  'time_missing_that_day',
  'code_taken',
  'event_unknown',
  'categories_unknown',
  'limit_below_used',
] as const
export const CouponFault = z.enum(couponFaults)
export type CouponFault = z.infer<typeof CouponFault>

/** Something wrong with one field. `data` has what its sentence names. */
export const CouponProblem = z.object({
  path: text(60),
  fault: CouponFault,
  data: z.optional(z.record(text(40), integer())),
})
export type CouponProblem = z.infer<typeof CouponProblem>

/** Validates a discount code by its fields alone. */
export function problemsOfCoupon(fields: CouponFields): CouponProblem[] {
  const { name, percent, amount, validFrom, validUntil, totalLimit, perMemberLimit } = fields
  const problems: CouponProblem[] = []
  const add = (path: string, fault: CouponFault) => problems.push({ path, fault })
  if (name.da === '') add('name', 'name_missing')
  if ((percent === null) === (amount === null)) add('percent', 'worth_missing')
  else if (percent !== null && (percent < 1 || percent > 100)) add('percent', 'percent_out_of_range')
  else if (amount !== null && (amount < 1 || amount > MOST_OFF)) add('amount', 'amount_out_of_range')
  if (validFrom !== null && validUntil !== null && validUntil <= validFrom) add('validUntil', 'dates_reversed')
  const isNoLimit = (limit: number | null) => limit !== null && (limit < 1 || limit > MOST_USES)
  if (isNoLimit(totalLimit)) add('totalLimit', 'limit_out_of_range')
  if (isNoLimit(perMemberLimit)) add('perMemberLimit', 'limit_out_of_range')
  else if (totalLimit !== null && perMemberLimit !== null && perMemberLimit > totalLimit)
    add('perMemberLimit', 'buyer_limit_higher')
  return problems
}

/** Letters (with æ, ø and å) and digits; dashes and spaces between them do not count. */
export const isUsableCode = (code: string): boolean =>
  /^[A-Z0-9ÆØÅ]{3,40}$/.test(code.replace(/[\s\p{Pd}]/gu, '').toUpperCase())

/** Announced: from later on, or for a draft. Over: expired, or its event is over or cancelled. */
export const CouponState = z.enum(['active', 'announced', 'used_up', 'over', 'stopped'])
export type CouponState = z.infer<typeof CouponState>

/** A code in the list of its club's office; of a batch, the first code with the sums of all. */
export const OfficeCoupon = z.object({
  id: Id,
  version: integer(1),
  code: text(80),
  fields: CouponFields,
  state: CouponState,
  event: z.nullable(text()),
  /** Orders that were paid with it, and unpaid ones and buyers that hold a use. */
  used: integer(0),
  held: integer(0),
  /** Null for any number. */
  left: z.nullable(integer(0)),
  /** Its discounts on paid orders; null for whoever does not see the club's money. */
  given: z.nullable(Money),
  /** How many codes were made with it; null if it is alone. */
  codes: z.nullable(integer(1)),
  /** Keys of its categories that its event, or any event of the club, no longer has. */
  goneCategories: z.array(text(60)).check(z.maxLength(20)),
})
export type OfficeCoupon = z.infer<typeof OfficeCoupon>

/** One use of a code. */
export const CouponUse = z.object({
  id: Id,
  at: Moment,
  code: text(80),
  status: z.enum(['held', 'used']),
  buyer: text(),
  /** Null while its buyer has not ordered yet. */
  orderNumber: z.nullable(text(60)),
  /** Its order is a test, which is not counted as given. */
  isTest: z.optional(z.boolean()),
  /** Null for whoever does not see the club's money. */
  off: z.nullable(Money),
})
export type CouponUse = z.infer<typeof CouponUse>

const params = z.object({ orgId: Id })
const one = z.object({ orgId: Id, couponId: Id })
const path = `${orgApi}/org/{orgId}/office/coupon`
const refusals = ['organisation_not_found', 'coupon_not_found', 'changed_meanwhile'] as const

export const OfficeCouponPage = z.object({
  coupons: z.array(OfficeCoupon).check(z.maxLength(50)),
  next: z.nullable(Id),
  /** Events that a code can be for, those that have codes, and the one that is asked for. */
  events: z
    .array(
      z.object({
        id: Id,
        title: text(),
        /** Cancelled as well; a new code is for another event. */
        over: z.boolean(),
        categories: z.array(z.object({ key: text(60), name: text(120) })).check(z.maxLength(50)),
      }),
    )
    .check(z.maxLength(500)),
})

export const CouponUsePage = z.object({ uses: z.array(CouponUse).check(z.maxLength(50)), next: z.nullable(Id) })

export const officeCoupons = {
  list: endpoint({
    method: 'GET',
    path: `${path}/list`,
    summary:
      "A club's discount codes with their uses, newest first and expired ones last, 50 at a time; a batch is one row",
    params,
    query: z.object({
      search: z.optional(singleLine(100)),
      /** Codes for this event, with those for all events. */
      eventId: z.optional(Id),
      before: z.optional(Id),
    }),
    output: OfficeCouponPage,
    mayBeStale: true,
    errors: ['organisation_not_found'],
  }),
  item: endpoint({
    method: 'GET',
    path: `${path}/item/{couponId}`,
    summary: 'One code, or a batch',
    params: one,
    output: OfficeCoupon,
    errors: ['organisation_not_found', 'coupon_not_found'],
  }),
  create: endpoint({
    method: 'POST',
    path: `${path}/item`,
    summary:
      'A new code, the office’s own or one that cannot be guessed; or a batch of up to 1,000 for one use each. A repeated token makes no others',
    params,
    body: z.object({
      ...CouponFields.shape,
      /** Null for one that is made. */
      code: z.nullable(singleLine(80)),
      /** More than one: a batch. */
      count: integer(1, MOST_CODES),
      /** Of codes that are made. */
      token: z.optional(ClientToken),
    }),
    output: OfficeCoupon,
    errors: ['organisation_not_found', 'coupon_invalid', 'too_many_coupons'],
  }),
  save: endpoint({
    method: 'PUT',
    path: `${path}/item/{couponId}`,
    summary: 'Saves a code, or all of a batch. Orders that hold a use keep their discount',
    params: one,
    body: z.object({ ...CouponFields.shape, ...SeenVersion.shape }),
    output: OfficeCoupon,
    errors: [...refusals, 'coupon_invalid'],
  }),
  stop: endpoint({
    method: 'POST',
    path: `${path}/item/{couponId}/stop`,
    summary: 'Nobody can use a code, or a batch, from now on; orders that hold a use keep it',
    params: one,
    body: SeenVersion,
    output: OfficeCoupon,
    errors: [...refusals],
  }),
  resume: endpoint({
    method: 'POST',
    path: `${path}/item/{couponId}/resume`,
    summary: 'A stopped code, or batch, can be used again',
    params: one,
    body: SeenVersion,
    output: OfficeCoupon,
    errors: [...refusals],
  }),
  uses: endpoint({
    method: 'GET',
    path: `${path}/item/{couponId}/uses`,
    summary: 'Who used a code, or one of a batch, with which order; newest first, 50 at a time',
    params: one,
    query: z.object({ before: z.optional(Id) }),
    output: CouponUsePage,
    errors: ['organisation_not_found', 'coupon_not_found'],
  }),
}
