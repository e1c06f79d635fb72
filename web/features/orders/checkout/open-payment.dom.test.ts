import { expect, test } from 'vitest'
import { PaymentRequest } from '#contract/payments/freepay-calls.ts'
import { paymentRequest, type OwnOrder } from './open-payment.ts'

const order = { number: 'ROKLU-M-00000000001', orgKey: 'ROKLUB', lines: [], total: { minor: 125_050, currency: 'DKK' } }
const place = { product: 'izy', origin: 'https://portal.example', token: 'T'.repeat(40) }
const billing = {
  addressLine1: 'Havnegade 12',
  addressLine2: '2. tv.',
  addressLine3: '',
  city: 'Aarhus',
  postCode: '8000',
  country: 'Denmark',
  email: 'anna@example.com',
}

test('the request has the amount in minor units and the token in every URL', () => {
  const request = paymentRequest(order, place, { testMode: false, billing })
  expect(PaymentRequest.safeParse(request).success).toBe(true)
  const named = `izytoken=${place.token}`
  expect(request).toEqual({
    Amount: 125_050,
    Currency: 'DKK',
    OrderNumber: 'ROKLU-M-00000000001',
    CustomerAcceptUrl: `https://portal.example/ui/membership/confirm?${named}`,
    CustomerDeclineUrl: `https://portal.example/ui/membership/decline?${named}`,
    ServerCallbackUrl: `https://portal.example/tools/member/ROKLUB/member/payment/callback?${named}`,
    BillingAddress: {
      AddressLine1: 'Havnegade 12',
      AddressLine2: '2. tv.',
      AddressLine3: '',
      City: 'Aarhus',
      PostCode: '8000',
      Country: '208',
    },
    Options: { TestMode: false, RequestSubscriptionWithAuthorization: 'false' },
    CustomerEmail: 'anna@example.com',
  })
})

test.each([
  ['Denmark', '208'],
  ['dk', '208'],
  ['SWEDEN', '276'],
  [' norway ', '578'],
])('%s has the number %s', (country, number) => {
  const request = paymentRequest(order, place, { testMode: true, billing: { ...billing, country } })
  expect(request.BillingAddress).toMatchObject({ Country: number })
  expect(request.Options).toMatchObject({ TestMode: true })
})

test('an order with places at an event returns to the event', () => {
  const eventId = '01890000-0000-7000-8000-000000000001'
  const lines = [{ event: null }, { event: { eventId } }] as OwnOrder['lines']
  const request = paymentRequest({ ...order, lines }, place, { testMode: false, billing })
  const named = `izytoken=${place.token}`
  expect(request).toMatchObject({
    CustomerAcceptUrl: `https://portal.example/ui/ROKLUB/events/${eventId}/confirm?${named}`,
    CustomerDeclineUrl: `https://portal.example/ui/ROKLUB/events/${eventId}/decline?${named}`,
    ServerCallbackUrl: `https://portal.example/tools/eve/ROKLUB/events/${eventId}/payment/callback?${named}`,
  })
})

test('paying an order again works without its billing address', () => {
  const request = paymentRequest(order, place, { testMode: false, billing: null })
  expect(request).not.toHaveProperty('BillingAddress')
  expect(request).not.toHaveProperty('CustomerEmail')
})
