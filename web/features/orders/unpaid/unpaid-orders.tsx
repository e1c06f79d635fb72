import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Ref, useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '@mantine/core'
import { IconCircleCheck, IconClockX, IconHourglass, IconReceiptRefund } from '#web/ui/icons/index.ts'
import type { UnpaidOrder } from '#contract/orders/orders.ts'
import { config } from '#web/api/config.ts'
import { useSessionState } from '#web/api/session/session.ts'
import { ButtonLink, useNavigateTo } from '#web/ui/link.tsx'
import { problemText } from '#web/api/problem-text.ts'
import { paths } from '#web/paths.ts'
import { m } from '#words/messages.js'
import { basketOf, forgetPaymentRecord, readPaymentRecord } from '../checkout/payment-record.ts'
import { purchasePath, placeOf, receiptIdOf, returnPath } from '../order-place.ts'
import { UnpaidOrderNotice } from './unpaid-order.tsx'
import { type NoticedOrder, NoticeActions, OrderNotice } from './order-notice.tsx'
import { orderStateQuery, unpaidKey } from '../queries.ts'
import { paidWords, refundedTo } from '../result/words.ts'
import { type Ending, endingOf, endingWords } from './unpaid-words.ts'

export interface UnpaidOrdersProps {
  orders: readonly UnpaidOrder[]
  /** An order was paid, cancelled or expired, so offers and places elsewhere are stale. */
  onEnded: () => void
  /** Set beside a form; returns whether its selection would replace the order. */
  beside?: (order: UnpaidOrder) => boolean
  /** Shows only orders that `beside` matches. */
  only?: boolean
}

/** Unpaid orders, and what became of those shown before. */
export default function UnpaidOrders({ orders, onEnded, beside, only = false }: UnpaidOrdersProps) {
  const [seen, setSeen] = useState<readonly ShownOrder[]>([])
  const cache = useQueryClient()
  const refresh = useCallback(() => cache.invalidateQueries({ queryKey: unpaidKey }), [cache])
  const now = mergeOrders(seen, orders)
  if (now !== seen) setSeen(now)

  // Another window may have paid or cancelled an order; so may this page before it went into the back/forward cache.
  useEffect(() => {
    const onReturn = () => void refresh()
    addEventListener('focus', onReturn)
    addEventListener('pageshow', onReturn)
    return () => {
      removeEventListener('focus', onReturn)
      removeEventListener('pageshow', onReturn)
    }
  }, [refresh])

  return now
    .filter(({ order }) => !only || beside?.(order))
    .map((one) => (
      <Notice
        key={one.order.id}
        {...one}
        atForm={beside !== undefined}
        replacing={beside?.(one.order) ?? false}
        refresh={refresh}
        onEnded={onEnded}
        onHide={() => setSeen((all) => all.filter(({ order }) => order.id !== one.order.id))}
      />
    ))
}

interface NoticeProps extends ShownOrder {
  atForm: boolean
  replacing: boolean
  refresh: () => Promise<void>
  onEnded: () => void
  onHide: () => void
}

function Notice({ order, gone, atForm, replacing, refresh, onEnded, onHide }: NoticeProps) {
  const go = useNavigateTo()
  const [cancelledHere, setCancelledHere] = useState(false)
  const place = useRef<HTMLElement>(null)

  // The focused button was removed, so move the focus to the notice.
  useEffect(() => {
    if (gone && document.activeElement === document.body) place.current?.focus({ preventScroll: true })
  }, [gone])

  if (gone)
    return (
      <EndedOrder
        ref={place}
        order={order}
        cancelledHere={cancelledHere}
        atForm={atForm}
        onEnded={onEnded}
        onHide={onHide}
      />
    )
  return (
    <UnpaidOrderNotice
      ref={place}
      order={order}
      atForm={atForm}
      replacing={replacing}
      refresh={refresh}
      onCancelled={() => setCancelledHere(true)}
      onSettled={(token) => void go(returnPath('confirm', placeOf(order), { [`${config.productKey}token`]: token }))}
    />
  )
}

interface Props {
  order: NoticedOrder
  cancelledHere: boolean
  atForm: boolean
  onEnded?: () => void
  onHide: () => void
  ref?: Ref<HTMLElement>
}

const appearance = {
  paid: { icon: IconCircleCheck, color: 'teal' },
  refunded: { icon: IconReceiptRefund, color: 'fjord' },
  expired: { icon: IconClockX, color: 'gray' },
  cancelled: { icon: IconClockX, color: 'gray' },
  unsure: { icon: IconHourglass, color: 'fjord' },
} as const satisfies Record<Ending, unknown>

/** The outcome of an order, and the next step. */
export function EndedOrder({ order, cancelledHere, atForm, onEnded, onHide, ref }: Props) {
  const { data: state, error, refetch, isFetching } = useQuery(orderStateQuery(order.token))
  const session = useSessionState()
  const ending = state ? endingOf(state) : 'unsure'
  const refunded = (state?.own?.givenBack.length ?? 0) > 0
  const receiptId = receiptIdOf(state?.own)
  const place = placeOf(order)
  const query = { [`${config.productKey}token`]: order.token }

  useEffect(() => {
    if (ending !== 'unsure') onEnded?.()
  }, [ending, onEnded])

  const isFree = state?.own?.total.minor === 0
  const words = endingWords(ending, {
    paid: paidWords(state?.own ?? null, session),
    isFree,
    cancelledHere,
    refunded,
    back: refundedTo(state?.own ?? null),
  })
  const over = ending === 'expired' || ending === 'cancelled'
  return (
    <OrderNotice
      ref={ref}
      order={order}
      words={!state && error ? { ...words, text: problemText(error) } : words}
      {...appearance[ending]}
      aside={
        <NoticeActions>
          <Button variant="default" onClick={onHide}>
            {m.action_close()}
          </Button>
          {ending === 'paid' && place && (
            <ButtonLink to={paths.ticketsOf(place.orgKey, place.eventId)}>{m.confirm_tickets()}</ButtonLink>
          )}
          {receiptId && (
            <ButtonLink to={paths.membershipReceipt(receiptId)} variant={place ? 'default' : 'filled'}>
              {m.confirm_receipt()}
            </ButtonLink>
          )}
          {over && !atForm && (
            <ButtonLink to={purchasePath(order)} variant={cancelledHere ? 'default' : 'filled'}>
              {m.unpaid_choose_again()}
            </ButtonLink>
          )}
          {refunded && (
            <ButtonLink variant="default" to={returnPath(ending === 'paid' ? 'confirm' : 'decline', place, query)}>
              {m.unpaid_see_payment()}
            </ButtonLink>
          )}
          {!state && error && (
            <Button variant="light" onClick={() => void refetch()} loading={isFetching}>
              {m.action_retry()}
            </Button>
          )}
        </NoticeActions>
      }
    />
  )
}

/** An order that was shown; `gone` once it is no longer listed as unpaid. */
interface ShownOrder {
  readonly order: UnpaidOrder
  readonly gone: boolean
}

/** Merges a new list: orders keep their position, also when gone. Returns the same array if nothing changed. */
export function mergeOrders(seen: readonly ShownOrder[], listed: readonly UnpaidOrder[]): readonly ShownOrder[] {
  const now = seen.map((one): ShownOrder => {
    const order = listed.find(({ id }) => id === one.order.id)
    if (!order) return one.gone ? one : { order: one.order, gone: true }
    return order === one.order && !one.gone ? one : { order, gone: false }
  })
  const knownIds = new Set(seen.map(({ order }) => order.id))
  const added = listed.filter(({ id }) => !knownIds.has(id)).map((order): ShownOrder => ({ order, gone: false }))
  return added.length === 0 && now.every((one, index) => one === seen[index]) ? seen : [...now, ...added]
}

/** The outcome of the payment that was opened last, where its window was closed and nobody came back from it. */
export function LastPayment({ unpaid }: { readonly unpaid: readonly UnpaidOrder[] }) {
  const [token, setToken] = useState(() => readPaymentRecord(config.productKey))
  const isListed = unpaid.some((order) => order.token === token)
  const { data: state } = useQuery({ ...orderStateQuery(token ?? ''), enabled: token !== null && !isListed })
  if (token === null || isListed || !state?.own) return null
  const ending = endingOf(state)
  // A basket of several orders keeps its record when it is paid, and who cancelled an order knows it.
  const isNews = ending === 'expired' || (ending === 'paid' && basketOf(config.productKey, token).length === 1)
  if (!isNews) return null
  const hide = () => {
    forgetPaymentRecord(config.productKey, token)
    setToken(null)
  }
  return <EndedOrder order={{ ...state.own, token }} cancelledHere={false} atForm={false} onHide={hide} />
}
