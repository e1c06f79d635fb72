import type { Billing } from '#contract/billing.ts'
import { orders, type OrderState, type Selection } from '#contract/orders.ts'
import { organisations } from '#contract/organisations.ts'
import { actingState } from '#web/api/acting.ts'
import { ApiProblem, call } from '#web/api/client.ts'
import { config } from '#web/api/config.ts'
import { showOutcome } from '#web/ui/outcome.tsx'
import { m } from '#words/messages.js'
import { renewToken, tokenOf } from './order-draft.ts'
import { keepPaymentRecord } from './payment-record.ts'
import { paymentRequest, type OwnOrder } from './payment-request.ts'
import { encodeSelection } from './selection.ts'

const provider = 'freepay'

/**
 * `window`: the payment window to go to. `settled`: nothing to pay, or paid already. `price_changed`: ask again first.
 * `prepared`: the member pays it themselves.
 */
export type Checkout =
  | { kind: 'prepared' }
  | { kind: 'window'; link: string }
  | { kind: 'settled'; token: string }
  | { kind: 'price_changed'; order: OwnOrder }

export class OrderIsNotOurs extends Error {}

/** Makes the order of a selection, or finds it again, and opens its payment. `shown` is the total the member agreed to. */
export async function checkOut(selection: Selection, shown: { minor: number; currency: string }): Promise<Checkout> {
  const membershipData = encodeSelection(selection)
  let token = await prepare(membershipData, tokenOf(membershipData))
  if (actingState().acting?.as === 'impersonator') return tellPrepared()
  let state = await call(orders.state, { token })
  if (state.status === 'expired' || state.status === 'cancelled') {
    token = await prepare(membershipData, renewToken(membershipData))
    state = await call(orders.state, { token })
  }
  if (state.status === 'paid' || state.confirming) return { kind: 'settled', token }
  const order = ownOrder(state)
  if (order.total.minor !== shown.minor || order.total.currency !== shown.currency)
    return { kind: 'price_changed', order }
  return { kind: 'window', link: await openPayment(order, token, selection.billing) }
}

/** A super admin prepares an order for the member they act as, who is told of it and pays it. */
function tellPrepared(): Checkout {
  showOutcome({ type: 'success', title: m.buy_prepared_title(), messages: [m.buy_prepared()] })
  return { kind: 'prepared' }
}

/** Opens the payment window of an order made before; who pays for it the order knows. */
export async function payAgain(token: string): Promise<Checkout> {
  const state = await call(orders.state, { token })
  if (state.status === 'paid' || state.confirming) return { kind: 'settled', token }
  return { kind: 'window', link: await openPayment(ownOrder(state), token, null) }
}

async function prepare(membershipData: string, token: string): Promise<string> {
  const prepared = await call(orders.prepare, { token, membershipData })
  return prepared.token
}

function ownOrder({ own }: OrderState): OwnOrder {
  if (!own) throw new OrderIsNotOurs('The order belongs to somebody else')
  return own
}

/** A payment handle lives 15 minutes; one that ended on the way is fetched anew, once. */
async function openPayment(order: OwnOrder, token: string, billing: Billing | null): Promise<string> {
  keepPaymentRecord(config.productKey, token)
  try {
    return await askForWindow(order, token, billing)
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== 'payment_handle_invalid') throw error
    return askForWindow(order, token, billing)
  }
}

async function askForWindow(order: OwnOrder, token: string, billing: Billing | null): Promise<string> {
  const configuration = await call(organisations.activePaymentConfiguration, { id: order.orgId, provider })
  const request = paymentRequest(
    order,
    { product: config.productKey, origin: location.origin, token },
    { testMode: configuration.testMode, billing },
  )
  const headers = { FreepayAuthToken: configuration.clientSecret }
  const { paymentWindowLink } = await call(orders.openPaymentWindow, request, { headers })
  if (!/^https?:$/.test(URL.parse(paymentWindowLink, location.origin)?.protocol ?? '')) {
    throw new ApiProblem('payment_gateway_refused', 0, { title: 'Payment window link is missing.' })
  }
  return paymentWindowLink
}
