import { pathOf, type Input } from '#contract/endpoint.ts'
import { countryNumber } from '#contract/countries.ts'
import type { Billing } from '#contract/billing.ts'
import type { orders, OrderState } from '#contract/orders.ts'
import { paymentReturns } from '#contract/payment-returns.ts'
import { paths } from '#web/paths.ts'
import { placeOf, returnPath } from '../order-place.ts'

export type OwnOrder = NonNullable<OrderState['own']>

interface Place {
  product: string
  origin: string
  token: string
}

type Address = Pick<
  Billing,
  'addressLine1' | 'addressLine2' | 'addressLine3' | 'city' | 'postCode' | 'country' | 'email'
>

/** What the payment window is asked for. The server checks the amount and builds the addresses it uses itself. */
export function paymentRequest(
  order: Pick<OwnOrder, 'total' | 'number' | 'orgKey' | 'lines'>,
  { product, origin, token }: Place,
  options: { testMode: boolean; billing: Address | null; autoRenewal?: boolean | undefined },
): Input<typeof orders.openPaymentWindow> {
  const named = { [`${product}token`]: token }
  const event = placeOf(order)
  const callback = event
    ? pathOf(paymentReturns.eventCallback.path, product, { ...event })
    : pathOf(paymentReturns.membershipCallback.path, product, { orgKey: order.orgKey })
  return {
    Amount: order.total.minor,
    Currency: order.total.currency,
    OrderNumber: order.number,
    CustomerAcceptUrl: origin + paths.ui.page(returnPath('confirm', event, named)),
    CustomerDeclineUrl: origin + paths.ui.page(returnPath('decline', event, named)),
    ServerCallbackUrl: `${origin}${callback}?${new URLSearchParams(named)}`,
    ...(options.autoRenewal !== undefined && { AutoRenewal: options.autoRenewal }),
    Options: { TestMode: options.testMode, RequestSubscriptionWithAuthorization: 'false' },
    ...(options.billing && {
      BillingAddress: {
        AddressLine1: options.billing.addressLine1,
        AddressLine2: options.billing.addressLine2,
        AddressLine3: options.billing.addressLine3,
        City: options.billing.city,
        PostCode: options.billing.postCode,
        Country: countryNumber(options.billing.country) ?? '208',
      },
      CustomerEmail: options.billing.email,
    }),
  }
}
