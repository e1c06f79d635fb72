import type { api } from '#contract/api.ts'
import type { Row } from './authorisation-outcomes.ts'

const may = 'office events.write'

const coupon = {
  name: { da: 'Venner' },
  percent: 10,
  amount: null,
  eventId: null,
  categories: null,
  validFrom: null,
  validUntil: null,
  totalLimit: null,
  perMemberLimit: null,
  listed: false,
}

/** An office's calls on its club's discount codes. */
export const officeCouponRows: Record<keyof (typeof api)['officeCoupons'], Row> = {
  list: { may, input: ({ club }) => ({ orgId: club.id }) },
  item: { may, input: ({ club, couponId }) => ({ orgId: club.id, couponId }) },
  create: { may, input: ({ club }) => ({ orgId: club.id, ...coupon, code: null, count: 1 }) },
  save: {
    may,
    input: ({ club, couponId }) => ({ orgId: club.id, couponId, version: 99, ...coupon }),
    outcome: 'changed_meanwhile',
  },
  stop: {
    may,
    input: ({ club, couponId }) => ({ orgId: club.id, couponId, version: 99 }),
    outcome: 'changed_meanwhile',
  },
  resume: {
    may,
    input: ({ club, couponId }) => ({ orgId: club.id, couponId, version: 99 }),
    outcome: 'changed_meanwhile',
  },
  uses: { may, input: ({ club, couponId }) => ({ orgId: club.id, couponId }) },
}
