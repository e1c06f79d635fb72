import type { ErrorCode } from '#contract/errors.ts'
import type { Billing } from '#contract/orders/billing.ts'
import { eventPayments } from '#contract/events/payments.ts'
import { orders, type OrderState } from '#contract/orders/orders.ts'
import { type Input, type Output, pathOf } from '#contract/endpoint.ts'
import { countryNumber } from '#contract/members/countries.ts'
import { paymentReturns } from '#contract/orders/payment-returns.ts'
import { organisations } from '#contract/organisations/organisations.ts'
import { logError, warnOnce } from '#web/api/browser-log.ts'
import { ApiProblem, call } from '#web/api/client.ts'
import { config } from '#web/api/config.ts'
import { loadProblemText } from '#web/api/problem-text.ts'
import { paths } from '#web/paths.ts'
import { placeOf, returnPath } from '../order-place.ts'

/** The buyer's consent when they pay an order that somebody else made. */
export interface Consent {
  readonly autoRenewal?: boolean | undefined
  /** To the club's processing of data. */
  readonly agreed?: boolean | undefined
}

/**
 * Creates a payment window. A payment handle is valid for 15 minutes; an expired one is renewed once.
 * @returns the window's URL
 */
export async function openPayment(
  order: OwnOrder,
  token: string,
  billing: Billing | null,
  consent: Consent = {},
): Promise<string> {
  try {
    return await requestWindow(order, token, billing, consent)
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== 'payment_handle_invalid') throw error
    return requestWindow(order, token, billing, consent)
  }
}

async function requestWindow(
  order: OwnOrder,
  token: string,
  billing: Billing | null,
  consent: Consent,
): Promise<string> {
  const place = placeOf(order)
  const configuration = await paymentConfiguration(order.orgId).catch(
    failing(place !== null, 'event_payment_not_started', 'Failed to initiate event Freepay payment'),
  )
  if (configuration.clientSecret === '')
    throw await problem('payment_not_configured', 'The club has no payment provider.')
  const request = paymentRequest(
    order,
    { product: config.productKey, origin: location.origin, token },
    { testMode: configuration.testMode, billing, ...consent },
  )
  const headers = { FreepayAuthToken: configuration.clientSecret }
  const response = place
    ? call(eventPayments.openPaymentWindow, { ...request, eventId: place.eventId }, { headers })
    : call(orders.openPaymentWindow, request, { headers })
  const { paymentWindowLink } = await response.catch(
    failing(place !== null, 'payment_request_failed', 'Failed to create Freepay payment request'),
  )
  const link = paymentWindowLink ? URL.parse(paymentWindowLink, location.origin) : null
  if (!/^https?:$/.test(link?.protocol ?? '')) {
    const title = 'Payment window link is missing.'
    logError(title)
    throw await problem('payment_link_missing', title)
  }
  return paymentWindowLink
}

/** Failures without a reason that the buyer could act on. */
const withoutReason: ReadonlySet<string> = new Set(['timeout', 'unavailable', 'internal'])

/** For event places, says which step of the payment failed, unless the error has a reason of its own. */
const failing = (atEvent: boolean, code: ErrorCode, title: string) => async (error: unknown) => {
  if (!atEvent || !(error instanceof ApiProblem) || !withoutReason.has(error.code)) throw error
  throw await problem(code, title, error)
}

/** An error raised by this page, with its text loaded. */
async function problem(code: ErrorCode, title: string, cause?: ApiProblem): Promise<ApiProblem> {
  const apiProblem = new ApiProblem(code, cause?.status ?? 0, { title }, { cause })
  await loadProblemText(apiProblem)
  return apiProblem
}

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

/** The request for a payment window. The server checks the amount and builds its own URLs. */
export function paymentRequest(
  order: Pick<OwnOrder, 'total' | 'number' | 'orgKey' | 'lines'>,
  { product, origin, token }: Place,
  options: { testMode: boolean; billing: Address | null } & Consent,
): Input<typeof orders.openPaymentWindow> {
  const query = { [`${product}token`]: token }
  const event = placeOf(order)
  const callback = event
    ? pathOf(paymentReturns.eventCallback.path, product, { ...event })
    : pathOf(paymentReturns.membershipCallback.path, product, { orgKey: order.orgKey })
  return {
    Amount: order.total.minor,
    Currency: order.total.currency,
    OrderNumber: order.number,
    CustomerAcceptUrl: origin + paths.ui.page(returnPath('confirm', event, query)),
    CustomerDeclineUrl: origin + paths.ui.page(returnPath('decline', event, query)),
    ServerCallbackUrl: `${origin}${callback}?${new URLSearchParams(query)}`,
    ...(options.autoRenewal !== undefined && { AutoRenewal: options.autoRenewal }),
    ...(options.agreed && { GdprAgreement: true }),
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

type PaymentConfiguration = Output<typeof organisations.activePaymentConfiguration>

const noPaymentConfiguration: PaymentConfiguration = {
  provider: '',
  clientSecret: '',
  testMode: false,
  currencySymbol: '',
}

export const warnNoProvider = (orgId: string) => warnOnce(`The organisation ${orgId} has no payment provider.`)

/** Empty without a payment provider. */
async function paymentConfiguration(orgId: string): Promise<PaymentConfiguration> {
  try {
    return await call(organisations.activePaymentConfiguration, { id: orgId, provider: 'freepay' })
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== 'payment_not_configured') throw error
    warnNoProvider(orgId)
    return noPaymentConfiguration
  }
}
