import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiProblem } from '#web/api/client.ts'
import { config } from '#web/api/config.ts'
import { problemText } from '#web/api/problem-text.ts'
import { useOnScreen } from '#web/ui/on-screen.ts'
import { m } from '#words/messages.js'
import { payAgain, useCheckout } from '../checkout/checkout.ts'
import type { OwnOrder } from '../checkout/open-payment.ts'
import { orderStateQuery, type Outcome, outcomeOf, unpaidKey } from '../queries.ts'
import { OrderEnded, PaymentDeclined } from './payment-declined.tsx'
import { basketOf, forgetPaymentRecord } from '../checkout/payment-record.ts'
import { type OrderNext, OrderUnknown, PaymentConfirming, PaymentDone, PaymentMissing } from './payment-results.tsx'
import { type EventPlace, placeOf, type ReturnPage } from '../order-place.ts'
import { RetryProblem } from '../checkout/checkout-notes.tsx'
import { useElapsed } from '../unpaid/unpaid-words.ts'
import { BasketProgress } from './basket-progress.tsx'

interface Props {
  token: string
  /** The page the browser came back to; the order's state decides what is shown. */
  returnedTo: ReturnPage
  /** The event of this page; null on the memberships page. */
  place: EventPlace | null
  gatewayReason?: string | undefined
  /** The order was paid, so cached data about the purchase is stale, and its draft. Null for somebody else's. */
  onPaid: (order: OwnOrder | null) => void
  onOther: (page: ReturnPage, place: EventPlace | null) => void
  onSettled: (token: string) => void
  next: OrderNext | undefined
}

const pageOf: Partial<Record<Outcome, ReturnPage>> = {
  paid: 'confirm',
  refunded: 'confirm',
  settling: 'confirm',
  declined: 'decline',
  ended: 'decline',
}

/** The result of an order, polled until it is final. */
export function OrderResult({ token, returnedTo, place, gatewayReason, onPaid, onOther, onSettled, next }: Props) {
  const cache = useQueryClient()
  const { data: state, error, refetch } = useQuery(orderStateQuery(token))
  const retry = useCheckout(
    () =>
      payAgain(token).catch((problem: unknown) => {
        // Another tab or the clock may have ended the order; then show that instead.
        void refetch()
        throw problem
      }),
    onSettled,
  )
  const late = useElapsed(20_000)
  const [basket] = useState(() => basketOf(config.productKey, token))
  useOnScreen(state?.own ? `order:${state.own.id}` : null)
  const outcome = state && outcomeOf(state)
  const page = (outcome && pageOf[outcome]) ?? returnedTo
  const own = state?.own ? placeOf(state.own) : place
  const onOtherPage = page !== returnedTo || own?.eventId !== place?.eventId || own?.orgKey !== place?.orgKey
  const isElsewhere = state !== undefined && onOtherPage

  const goToOther = useEffectEvent(() => onOther(page, own))
  useEffect(() => {
    if (isElsewhere) goToOther()
  }, [isElsewhere])

  // Lists of unpaid orders are stale.
  useEffect(() => {
    if (outcome) void cache.invalidateQueries({ queryKey: unpaidKey })
  }, [outcome, cache])

  const handlePaid = useEffectEvent(() => {
    // The rest of a basket still needs the record.
    if (basket.length === 1) forgetPaymentRecord(config.productKey, token)
    onPaid(state?.own ?? null)
  })
  useEffect(() => {
    if (outcome === 'paid') handlePaid()
  }, [outcome])

  if (error && (!state || isUnknown(error)))
    return <OrderUnknown place={place} text={problemText(error)} onRetry={() => void refetch()} />
  if (!state || !outcome || isElsewhere) return <PaymentConfirming late={false} />

  const retrying = { start: () => retry.start(undefined), busy: retry.busy, error: retry.error }
  // Only the buyer may see the rest of the basket.
  const rest = basket.length > 1 && state.own && (
    <BasketProgress tokens={basket} current={token} onSettled={onSettled} />
  )
  switch (outcome) {
    case 'paid':
    case 'refunded':
      return <PaymentDone state={state} place={place} outcome={outcome} rest={rest} next={next} />
    case 'ended':
      return <OrderEnded state={state} place={place} rest={rest} />
    case 'declined':
      return <PaymentDeclined state={state} place={place} gatewayReason={gatewayReason} retry={retrying} rest={rest} />
    case 'settling':
      return <PaymentConfirming late={late} />
    case 'unpaid':
      if (returnedTo === 'decline')
        return (
          <PaymentDeclined state={state} place={place} gatewayReason={gatewayReason} retry={retrying} rest={rest} />
        )
      // The payment may not be recorded yet, so wait before calling it missing.
      if (!late) return <PaymentConfirming late={false} />
      return (
        <PaymentMissing
          problem={<RetryProblem error={retry.error} />}
          pay={
            state.own?.can.pay && (
              <Button onClick={retrying.start} loading={retry.busy}>
                {m.confirm_pay_now()}
              </Button>
            )
          }
        />
      )
  }
}

const isUnknown = (error: Error) => error instanceof ApiProblem && error.code === 'order_not_found'
