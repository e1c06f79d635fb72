import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Member } from '#contract/members/members.ts'
import { orders, type OrderState, type Selection } from '#contract/orders/orders.ts'
import type { Money } from '#contract/values.ts'
import { actingState, impersonates } from '#web/api/acting/acting.ts'
import { ApiProblem, call, newToken } from '#web/api/client.ts'
import { config } from '#web/api/config.ts'
import { queryClient } from '#web/api/query-client.ts'
import { validateAddress } from '#web/features/members/address-rules.ts'
import { profileChanges, profileValues } from '#web/features/members/profile-values.ts'
import { useSaveProfile } from '#web/features/members/queries.ts'
import { showOutcome } from '#web/ui/dialogs/outcome.tsx'
import { m } from '#words/messages.js'
import { orderStateQuery } from '../queries.ts'
import { sumOf } from '../words.ts'
import type { BillingValues } from './billing.ts'
import { type Consent, openPayment, type OwnOrder } from './open-payment.ts'
import { noteLeftOrder, savePaymentRecord } from './payment-record.ts'

/** The new total, when it differs from the one shown. */
export interface PriceChange {
  readonly total: Money
}

/**
 * `window`: go to the payment window. `settled`: nothing to pay, or already paid. `price_changed`: confirm first.
 * `prepared`: the member pays or accepts it themselves.
 */
export type Checkout =
  | { kind: 'prepared' }
  | { kind: 'window'; link: string; token: string }
  | { kind: 'settled'; token: string }
  | { kind: 'price_changed'; order: PriceChange }

export interface Purchase {
  readonly selection: Selection
  readonly shown: Money
  /** Stores the client token, so that the same purchase makes one order. */
  readonly sent: SentStore
  /** Set when there are several. */
  readonly club?: string
}

export class NotOwnOrder extends Error {}

/**
 * Creates the orders, or finds existing ones, and opens the payment of the first unpaid one. All are created first, so
 * that nobody pays for part of a basket that cannot be completed.
 */
const checkOutAll = (purchases: readonly Purchase[]): Promise<Checkout> =>
  withCheckoutLock(async () => {
    const createdOrders: CreatedOrder[] = []
    for (const purchase of purchases) createdOrders.push(await createOrder(purchase))
    const unpaid = createdOrders.filter(({ state }) => state.status !== 'paid' && !state.confirming)
    if (unpaid.length > 0 && impersonates(actingState()))
      return showPrepared(unpaid.every(({ state }) => ownOrder(state).total.minor === 0))

    const basket = createdOrders.map(({ token }) => token)
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
      // Spares the result page a request.
      queryClient.setQueryData(orderStateQuery(basket[0]!).queryKey, createdOrders[0]!.state)
      savePaymentRecord(config.productKey, basket[0]!, basket)
      return { kind: 'settled', token: basket[0]! }
    }
    savePaymentRecord(config.productKey, next.token, basket)
    const link = await openPayment(ownOrder(next.state), next.token, next.billing)
    return { kind: 'window', link, token: next.token }
  })

/** Another tab with the same basket waits, then finds these orders. */
function withCheckoutLock<Result>(work: () => Promise<Result>): Promise<Result> {
  return 'locks' in navigator ? navigator.locks.request('portal.checkout', work) : work()
}

interface CreatedOrder {
  readonly token: string
  readonly state: OrderState
  readonly shown: Money
  readonly billing: Selection['billing']
}

async function createOrder({ selection, shown, sent, club }: Purchase): Promise<CreatedOrder> {
  const membershipData = encodeSelection(selection)
  const digest = await digestOf(membershipData)
  try {
    let token = await prepare(membershipData, tokenOf(sent, digest))
    let state = await call(orders.state, { token })
    if (state.status === 'expired' || state.status === 'cancelled') {
      token = await prepare(membershipData, renewToken(sent, digest))
      state = await call(orders.state, { token })
    }
    return { token, state, shown, billing: selection.billing }
  } catch (error) {
    if (club === undefined || !(error instanceof ApiProblem)) throw error
    const { code, status, title, data } = error
    throw new ApiProblem(code, status, { title, data: { ...data, club } }, { cause: error })
  }
}

/** An impersonating super admin only prepares the order; the member is notified and pays, or accepts what is free. */
function showPrepared(isFree: boolean): Checkout {
  const message = isFree ? m.buy_prepared_free() : m.buy_prepared()
  showOutcome({ type: 'success', title: m.buy_prepared_title(), messages: [message] })
  return { kind: 'prepared' }
}

/**
 * Opens the payment window of an existing order, which knows its billing details. One that costs nothing is accepted.
 * @param consent when somebody else created the order
 */
export const payAgain = (token: string, consent?: Consent): Promise<Checkout> =>
  withCheckoutLock(async () => {
    const state = await call(orders.state, { token })
    if (state.status === 'paid' || state.confirming) return { kind: 'settled', token }
    savePaymentRecord(config.productKey, token)
    const order = ownOrder(state)
    if (order.total.minor > 0) return { kind: 'window', link: await openPayment(order, token, null, consent), token }
    await call(orders.accept, { token, gdprAgreement: consent?.agreed === true })
    return { kind: 'settled', token }
  })

async function prepare(membershipData: string, token: string): Promise<string> {
  const prepared = await call(orders.prepare, { token, membershipData })
  return prepared.token
}

function ownOrder({ own }: OrderState): OwnOrder {
  if (!own) throw new NotOwnOrder('The order belongs to somebody else')
  return own
}

/** Of a selection that was sent, a digest, as it may hold answers and an address; and its client token. */
export interface Sent {
  readonly selection: string
  readonly token: string
}

/** Storage for the last selection of one basket, so that a reload or another tab finds its token. */
export interface SentStore {
  readonly read: () => Sent | undefined
  readonly save: (sent: Sent) => void
}

/**
 * The client token of a selection. The same selection has the same token in every tab, which makes the order
 * idempotent.
 */
export function tokenOf(store: SentStore, selection: string): string {
  const sent = store.read()
  return sent?.selection === selection ? sent.token : renewToken(store, selection)
}

/** A new client token, for a selection whose order has ended. */
export function renewToken(store: SentStore, selection: string): string {
  const token = newToken()
  store.save({ selection, token })
  return token
}

async function digestOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
}

/** The API's `membershipData`: base64 of the selection as UTF-8 JSON. */
export function encodeSelection(selection: Selection): string {
  const bytes = new TextEncoder().encode(JSON.stringify(selection))
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/**
 * Runs a checkout and follows its result. Stays busy while the browser leaves for the payment window; resets when the
 * page returns from the back/forward cache.
 */
export function useCheckout<Input>(run: (input: Input) => Promise<Checkout>, onSettled: (token: string) => void) {
  const running = useRef(false)
  const mutation = useMutation({
    mutationFn: run,
    onSettled: (checkout) => {
      running.current = checkout?.kind === 'window'
    },
    onSuccess: (checkout) => {
      if (checkout.kind === 'window' || checkout.kind === 'settled') noteLeftOrder(checkout.token)
      if (checkout.kind === 'window') location.assign(checkout.link)
      if (checkout.kind === 'settled') onSettled(checkout.token)
    },
  })
  const { reset } = mutation

  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      running.current = false
      reset()
    }
    addEventListener('pageshow', onPageShow)
    return () => removeEventListener('pageshow', onPageShow)
  }, [reset])

  const leaving = mutation.data?.kind === 'window'
  return {
    /** A double click can come before the button renders as busy. */
    start: (input: Input) => {
      if (running.current) return
      running.current = true
      mutation.mutate(input)
    },
    busy: mutation.isPending || leaving,
    error: mutation.error,
    priceChanged: mutation.data?.kind === 'price_changed' ? mutation.data.order : null,
  }
}

interface PurchaseOptions<Input> {
  readonly member: Member
  /** An error or a new price is shown until something else is chosen. */
  readonly chosen: unknown
  /** The orders to create, and the typed address; or the total to confirm first. */
  readonly order: (
    input: Input,
  ) => Promise<{ readonly purchases: readonly Purchase[]; readonly address: BillingValues | null } | PriceChange>
  /** Nothing was bought: prices and places may be outdated. */
  readonly onStale: (why: 'price_changed' | 'prepared' | Error) => void
  readonly onSettled: (token: string) => void
}

/** Buys: saves an address that the profile lacks, creates the orders, and opens the payment of the first. */
export function usePurchase<Input = undefined>(options: PurchaseOptions<Input>) {
  const { member, chosen, order, onStale, onSettled } = options
  const keepAddress = useKeepAddress(member)
  const [sent, setSent] = useState<unknown>(null)
  const { start, busy, error, priceChanged } = useCheckout<Input>(async (input) => {
    try {
      const ordered = await order(input)
      if ('total' in ordered) return { kind: 'price_changed', order: ordered }
      if (ordered.address) await keepAddress(ordered.address)
      const checkout = await checkOutAll(ordered.purchases)
      if (checkout.kind === 'price_changed' || checkout.kind === 'prepared') onStale(checkout.kind)
      return checkout
    } catch (problem) {
      onStale(problem as Error)
      throw problem
    }
  }, onSettled)
  const isSent = sent === chosen
  return {
    start: (input: Input) => {
      setSent(chosen)
      start(input)
    },
    busy,
    error: isSent ? error : null,
    priceChanged: isSent ? priceChanged : null,
  }
}

/** Saves an address typed for an order to a profile that has none, so that it is typed once. */
function useKeepAddress(member: Member) {
  const { mutateAsync } = useSaveProfile()
  return async (billing: BillingValues): Promise<void> => {
    if (validateAddress(member).length === 0) return
    // The order has the address as well, so a profile that cannot be saved stops nothing.
    await mutateAsync(withAddress(member, billing)).catch(() => undefined)
  }
}

/** The profile with the address that was typed for an order. */
function withAddress(member: Member, billing: BillingValues) {
  const { addressLine1, addressLine2, addressLine3, city, postCode, country } = billing
  const values = profileValues(member)
  const address = {
    AddressLine1: addressLine1,
    AddressLine2: addressLine2,
    AddressLine3: addressLine3,
    City: city,
    PostCode: postCode,
    Country: country,
  }
  return profileChanges({ ...values, phone: values.phone || billing.phone, address }, member)
}

const passing: ReadonlySet<string> = new Set([
  'timeout',
  'offline',
  'unavailable',
  'internal',
  'event_payment_not_started',
  'payment_request_failed',
])

/** Whether a retry may succeed. */
export const isPassing = (error: Error): boolean => error instanceof ApiProblem && passing.has(error.code)
