import type { ErrorCode } from '#contract/errors.ts'
import type { Billing } from '#contract/billing.ts'
import { events } from '#contract/events.ts'
import { orders } from '#contract/orders.ts'
import { logError } from '#web/api/browser-log.ts'
import { ApiProblem, call } from '#web/api/client.ts'
import { config } from '#web/api/config.ts'
import { readyProblemText } from '#web/api/problem-text.ts'
import { placeOf } from '../order-place.ts'
import { paymentConfiguration } from './payment-configuration.ts'
import { paymentRequest, type OwnOrder } from './payment-request.ts'

/**
 * Asks for the payment window of an order. A payment handle lives 15 minutes; one that ended on the way is fetched anew,
 * once.
 * @param autoRenewal what the buyer agrees to, where somebody else began the order
 * @returns its address
 */
export async function openPayment(
  order: OwnOrder,
  token: string,
  billing: Billing | null,
  autoRenewal?: boolean,
): Promise<string> {
  try {
    return await askForWindow(order, token, billing, autoRenewal)
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== 'payment_handle_invalid') throw error
    return askForWindow(order, token, billing, autoRenewal)
  }
}

async function askForWindow(
  order: OwnOrder,
  token: string,
  billing: Billing | null,
  autoRenewal: boolean | undefined,
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
    { testMode: configuration.testMode, billing, autoRenewal },
  )
  const headers = { FreepayAuthToken: configuration.clientSecret }
  const asked = place
    ? call(events.openPaymentWindow, { ...request, eventId: place.eventId }, { headers })
    : call(orders.openPaymentWindow, request, { headers })
  const { paymentWindowLink } = await asked.catch(
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

/** With places at an event it is said which step of the payment failed; a refusal that has its own reason keeps it. */
const failing = (atEvent: boolean, code: ErrorCode, title: string) => async (error: unknown) => {
  if (!atEvent || !(error instanceof ApiProblem) || !withoutReason.has(error.code)) throw error
  throw await problem(code, title, error)
}

/** A refusal that this page finds out by itself, with its words at hand. */
async function problem(code: ErrorCode, title: string, cause?: ApiProblem): Promise<ApiProblem> {
  const found = new ApiProblem(code, cause?.status ?? 0, { title }, { cause })
  await readyProblemText(found)
  return found
}
