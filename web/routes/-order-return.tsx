import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { OrderToken } from '#contract/values.ts'
import { ApiProblem } from '#web/api/client.ts'
import { config } from '#web/api/config.ts'
import { problemText } from '#web/api/problem-text.ts'
import { useSession, signIn } from '#web/api/session/session.ts'
import { useReloadPurchases } from '#web/features/events/queries.ts'
import { NextSteps } from '#web/features/events/next-steps.tsx'
import { forgetRegistration } from '#web/features/events/registration/registration-draft.ts'
import { useReloadMemberships } from '#web/features/memberships/queries.ts'
import { removePaidLines } from '#web/features/memberships/sale/basket-draft.ts'
import { payAgain, useCheckout } from '#web/features/orders/checkout/checkout.ts'
import { RetryProblem } from '#web/features/orders/checkout/checkout-notes.tsx'
import type { OwnOrder } from '#web/features/orders/checkout/open-payment.ts'
import { basketOf, forgetPaymentRecord, readPaymentRecord } from '#web/features/orders/checkout/payment-record.ts'
import { type EventPlace, placeOf, type ReturnPage, returnPath } from '#web/features/orders/order-place.ts'
import { orderStateQuery, type Outcome, outcomeOf, unpaidKey } from '#web/features/orders/queries.ts'
import { BasketProgress } from '#web/features/orders/result/basket-progress.tsx'
import { OrderEnded, PaymentDeclined } from '#web/features/orders/result/payment-declined.tsx'
import {
  type OrderNext,
  OrderUnknown,
  PaymentConfirming,
  PaymentDone,
  PaymentMissing,
} from '#web/features/orders/result/payment-results.tsx'
import { useElapsed } from '#web/features/orders/unpaid/unpaid-words.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconHelp } from '#web/ui/icons/index.ts'
import { ButtonLink, useNavigateTo } from '#web/ui/link.tsx'
import { useOnScreen } from '#web/ui/on-screen.ts'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'

interface Returned {
  readonly returnedTo: ReturnPage
  /** The event that was paid; null for memberships. */
  readonly place?: EventPlace | null
}

/** The result of a payment for whoever began it. */
export function BuyersReturn({ returnedTo, place = null }: Returned) {
  const { member } = useSession()
  const reloadPurchases = useReloadPurchases()
  const reloadMemberships = useReloadMemberships()
  return (
    <OrderReturn
      returnedTo={returnedTo}
      place={place}
      onPaid={(order) => {
        if (order) removePaidLines(member.id, order)
        if (place) forgetRegistration(place.eventId, member.id)
        if (place) reloadPurchases()
        else reloadMemberships()
      }}
      next={(order) => <NextSteps order={order} />}
    />
  )
}

/** The result of a payment, signed out: only whether it is paid, without personal data. */
export function SignedOutReturn({ returnedTo }: Pick<Returned, 'returnedTo'>) {
  const { orgKey, id: eventId } = useParams({ strict: false }) as { orgKey?: string; id?: string }
  return (
    <Stack gap="lg">
      <OrderReturn returnedTo={returnedTo} place={orgKey && eventId ? { orgKey, eventId } : null} onPaid={noop} />
      <Group gap="md">
        <Text>{m.return_signed_out()}</Text>
        <Button onClick={() => void signIn()}>{m.welcome_sign_in()}</Button>
      </Group>
    </Stack>
  )
}

/** Nothing cached depends on the order here. */
const noop = () => undefined

const tokenName = `${config.productKey}token`

interface ReturnProps {
  returnedTo: ReturnPage
  /** The event of these pages; null on the memberships pages. */
  place: EventPlace | null
  onPaid: (order: OwnOrder | null) => void
  /** Next steps after a paid order. */
  next?: OrderNext
}

/** Both return pages of a payment: the order's state decides which one is shown. */
function OrderReturn({ returnedTo, place, onPaid, next }: ReturnProps) {
  const search = useSearch({ strict: false }) as Record<string, string | undefined>
  const go = useNavigateTo()
  const fromQuery = OrderToken.safeParse(search[tokenName])
  // For an hour, a return that lost its query is recovered from this browser.
  const token = fromQuery.success ? fromQuery.data : readPaymentRecord(config.productKey)

  const onOther = useCallback(
    (page: ReturnPage, of: EventPlace | null) => {
      if (token) void go(returnPath(page, of, { [tokenName]: token }), { replace: true })
    },
    [token, go],
  )

  if (!token) {
    return (
      <Panel>
        <EmptyState
          order={1}
          icon={<IconHelp size={40} stroke={1.5} />}
          title={m.confirm_no_order_title()}
          actions={<PurchasesLink place={place} />}
        >
          {place ? m.confirm_no_order_tickets() : m.confirm_no_order()}
        </EmptyState>
      </Panel>
    )
  }
  return (
    <OrderResult
      key={token}
      token={token}
      returnedTo={returnedTo}
      place={place}
      gatewayReason={search.gatewayreason}
      onPaid={onPaid}
      next={next}
      onOther={onOther}
      onSettled={(settled) => void go(returnPath('confirm', place, { [tokenName]: settled }))}
    />
  )
}

const PurchasesLink = ({ place }: Pick<ReturnProps, 'place'>) =>
  place ? (
    <ButtonLink to={paths.ticketsOf(place.orgKey, place.eventId)}>{m.confirm_tickets()}</ButtonLink>
  ) : (
    <ButtonLink to={paths.memberships()}>{m.confirm_memberships()}</ButtonLink>
  )

interface ResultProps {
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
function OrderResult({ token, returnedTo, place, gatewayReason, onPaid, onOther, onSettled, next }: ResultProps) {
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
