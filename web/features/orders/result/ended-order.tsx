import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconCircleCheck, IconClockX, IconHourglass, IconReceiptRefund } from '@tabler/icons-react'
import { useEffect, type Ref } from 'react'
import type { UnpaidOrder } from '#contract/orders.ts'
import { config } from '#web/api/config.ts'
import { problemText } from '#web/api/problem-text.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import { NoticeActions, OrderNotice } from '../unpaid/order-notice.tsx'
import { choosePath, placeOf, receiptIdOf, returnPath } from '../order-place.ts'
import { orderStateQuery } from '../queries.ts'
import { paidWords } from './paid-words.ts'
import { endingOf, endingWords, type Ending } from '../unpaid/unpaid-words.ts'

interface Props {
  order: UnpaidOrder
  gaveUp: boolean
  /** There is a form to choose in. */
  atForm: boolean
  onEnded: () => void
  onHide: () => void
  ref?: Ref<HTMLElement>
}

const looks = {
  paid: { icon: IconCircleCheck, color: 'teal' },
  refunded: { icon: IconReceiptRefund, color: 'fjord' },
  expired: { icon: IconClockX, color: 'gray' },
  cancelled: { icon: IconClockX, color: 'gray' },
  unsure: { icon: IconHourglass, color: 'fjord' },
} as const satisfies Record<Ending, unknown>

/** What became of an order that was unpaid a moment ago: paid, given up or run out of time, here or elsewhere. */
export function EndedOrder({ order, gaveUp, atForm, onEnded, onHide, ref }: Props) {
  const { data: state, error, refetch, isFetching } = useQuery(orderStateQuery(order.token))
  const ending = state ? endingOf(state) : 'unsure'
  const givenBack = (state?.own?.givenBack.length ?? 0) > 0
  const receiptId = receiptIdOf(state?.own)
  const place = placeOf(order)
  const named = { [`${config.productKey}token`]: order.token }

  useEffect(() => {
    if (ending !== 'unsure') onEnded()
  }, [ending, onEnded])

  const words = endingWords(ending, { paid: paidWords(state?.own ?? null), gaveUp, givenBack })
  const over = ending === 'expired' || ending === 'cancelled'
  return (
    <OrderNotice
      ref={ref}
      order={order}
      words={!state && error ? { ...words, text: problemText(error) } : words}
      {...looks[ending]}
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
            <ButtonLink to={choosePath(order)} variant={gaveUp ? 'default' : 'filled'}>
              {m.unpaid_choose_again()}
            </ButtonLink>
          )}
          {givenBack && (
            <ButtonLink variant="default" to={returnPath(ending === 'paid' ? 'confirm' : 'decline', place, named)}>
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
