import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { applyCoupon, fetchAvailableCoupons, fetchCoupon, validateCoupon } from './queries.ts'

const fetched = vi.fn<typeof fetch>(async () => new Response('[]', { headers: { 'content-type': 'application/json' } }))
beforeEach(() => vi.stubGlobal('fetch', fetched))
afterEach(() => fetched.mockClear())

test.each([
  ['orgId is required for coupon validation', () => validateCoupon(null, 'CODE', 'event')],
  ['orgId is required for coupon application', () => applyCoupon(undefined, 'CODE', 'event')],
  ['orgId is required for fetching available coupons', () => fetchAvailableCoupons('', 'event')],
  ['orgId is required for fetching coupon details', () => fetchCoupon(null, 'CODE')],
  ['couponCode is required for fetching coupon details', () => fetchCoupon('club', '  ')],
])('%s: no request is sent', async (title, send) => {
  await expect(send()).rejects.toMatchObject({ title, status: 422 })
  expect(fetched).not.toHaveBeenCalled()
})

test('with its keys a request is sent, with the event only if given', async () => {
  await fetchAvailableCoupons('club', null)
  await fetchAvailableCoupons('club', 'event')
  await fetchCoupon('club', ' SUMMER-10 ')
  expect(fetched.mock.calls.map(([address]) => new URL(address as string))).toMatchObject([
    { pathname: expect.stringContaining('/public/coupon/available/by-type'), search: '?orgId=club' },
    { search: '?orgId=club&eveId=event' },
    { pathname: expect.stringMatching(/\/club\/coupon\/code\/SUMMER-10\/item$/) },
  ])
})
