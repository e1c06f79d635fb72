import type { Billing } from '#contract/billing.ts'
import { orders, type OrderState } from '#contract/orders.ts'
import type { Money } from '#contract/values.ts'
import { actingState } from '#web/api/acting.ts'
import { logError } from '#web/api/browser-log.ts'
import { ApiProblem, call } from '#web/api/client.ts'
import { config } from '#web/api/config.ts'
import { readyProblemText } from '#web/api/problem-text.ts'
import { showOutcome } from '#web/ui/outcome.tsx'
import { m } from '#words/messages.js'
import type { BasketLine } from '../basket/basket.ts'
import { sumOf, type BuyValues } from '../basket/buy-values.ts'
import { renewToken, tokenOf } from '../basket/client-token.ts'
import { paymentConfiguration } from './payment-configuration.ts'
import { keepPaymentRecord } from './payment-record.ts'
import { paymentRequest, type OwnOrder } from './payment-request.ts'
import { encodeSelection, selectionOf } from './selection.ts'

/** What the orders cost in all, where that is not what was shown. */
export interface PriceChange {
  readonly total: Money
}

/**
 * `window`: the payment window to go to. `settled`: nothing to pay, or paid already. `price_changed`: ask again first.
 * `prepared`: the member pays it themselves.
 */
export type Checkout =
  | { kind: 'prepared' }
  | { kind: 'window'; link: string }
  | { kind: 'settled'; token: string }
  | { kind: 'price_changed'; order: PriceChange }

/** What is bought in one club. */
export interface ClubSelection {
  readonly orgId: string
  /** Its name. */
  readonly club: string
  readonly lines: readonly BasketLine[]
  /** The total the member agreed to. */
  readonly shown: Money
}

export class OrderIsNotOurs extends Error {}

/**
 * Makes one order for each club, or finds them again, and opens the payment of the first that is not paid. All are made
 * before any is paid, so that nobody pays for a part of what they cannot have.
 */
export const checkOut = (values: BuyValues, clubs: readonly ClubSelection[]): Promise<Checkout> =>
  alone(async () => {
    const made: MadeOrder[] = []
    for (const club of clubs) made.push(await makeOrder(values, club, clubs.length > 1))
    if (actingState().acting?.as === 'impersonator') return tellPrepared()

    const unpaid = made.filter(({ state }) => state.status !== 'paid' && !state.confirming)
    const basket = made.map(({ token }) => token)
    const changed = unpaid.some(({ state, shown }) => {
      const { total } = ownOrder(state)
      return total.minor !== shown.minor || total.currency !== shown.currency
    })
    if (changed) {
      const total = sumOf(unpaid.map(({ state }) => ownOrder(state).total))
      return { kind: 'price_changed', order: { total: total ?? ownOrder(unpaid[0]!.state).total } }
    }
    const [next] = unpaid
    if (!next) {
      keepPaymentRecord(config.productKey, basket[0]!, basket)
      return { kind: 'settled', token: basket[0]! }
    }
    keepPaymentRecord(config.productKey, next.token, basket)
    return { kind: 'window', link: await openPayment(ownOrder(next.state), next.token, next.billing) }
  })

/** Another tab with the same basket waits, and then finds the orders that this one made. */
function alone<Result>(work: () => Promise<Result>): Promise<Result> {
  return 'locks' in navigator ? navigator.locks.request('portal.checkout', work) : work()
}

interface MadeOrder {
  readonly token: string
  readonly state: OrderState
  readonly shown: Money
  readonly billing: Billing
}

async function makeOrder(values: BuyValues, { orgId, club, lines, shown }: ClubSelection, several: boolean) {
  const selection = selectionOf(values, lines)
  const membershipData = encodeSelection(selection)
  try {
    let token = await prepare(membershipData, tokenOf(orgId, membershipData))
    let state = await call(orders.state, { token })
    if (state.status === 'expired' || state.status === 'cancelled') {
      token = await prepare(membershipData, renewToken(orgId, membershipData))
      state = await call(orders.state, { token })
    }
    return { token, state, shown, billing: selection.billing } satisfies MadeOrder
  } catch (error) {
    if (!several || !(error instanceof ApiProblem)) throw error
    const { code, status, title, data } = error
    throw new ApiProblem(code, status, { title, data: { ...data, club } }, { cause: error })
  }
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
  keepPaymentRecord(config.productKey, token)
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
  try {
    return await askForWindow(order, token, billing)
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== 'payment_handle_invalid') throw error
    return askForWindow(order, token, billing)
  }
}

async function askForWindow(order: OwnOrder, token: string, billing: Billing | null): Promise<string> {
  const configuration = await paymentConfiguration(order.orgId)
  if (configuration.clientSecret === '')
    throw await problem('payment_not_configured', 'The club has no payment provider.')
  const request = paymentRequest(
    order,
    { product: config.productKey, origin: location.origin, token },
    { testMode: configuration.testMode, billing },
  )
  const headers = { FreepayAuthToken: configuration.clientSecret }
  const { paymentWindowLink } = await call(orders.openPaymentWindow, request, { headers })
  const link = paymentWindowLink ? URL.parse(paymentWindowLink, location.origin) : null
  if (!/^https?:$/.test(link?.protocol ?? '')) {
    const title = 'Payment window link is missing.'
    logError(title)
    throw await problem('payment_gateway_refused', title)
  }
  return paymentWindowLink
}

/** A refusal that this page finds out by itself, with its words at hand. */
async function problem(code: 'payment_not_configured' | 'payment_gateway_refused', title: string): Promise<ApiProblem> {
  const found = new ApiProblem(code, 0, { title })
  await readyProblemText(found)
  return found
}
