import { useSearch } from '@tanstack/react-router'
import { IconHelp } from '#web/ui/icons/index.ts'
import { useCallback } from 'react'
import { OrderToken } from '#contract/values.ts'
import { config } from '#web/api/config.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink, useNavigateTo } from '#web/ui/link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'
import { OrderResult } from './order-result.tsx'
import type { OrderNext } from './payment-results.tsx'
import type { OwnOrder } from '../checkout/open-payment.ts'
import { readPaymentRecord } from '../checkout/payment-record.ts'
import { returnPath, type EventPlace, type ReturnPage } from '../order-place.ts'

const tokenName = `${config.productKey}token`

interface Props {
  returnedTo: ReturnPage
  /** The event of these pages; null on the memberships pages. */
  place: EventPlace | null
  onPaid: (order: OwnOrder | null) => void
  /** Next steps after a paid order. */
  next?: OrderNext
}

/** Both return pages of a payment: the order's state decides which one is shown. */
export function OrderReturn({ returnedTo, place, onPaid, next }: Props) {
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

const PurchasesLink = ({ place }: Pick<Props, 'place'>) =>
  place ? (
    <ButtonLink to={paths.ticketsOf(place.orgKey, place.eventId)}>{m.confirm_tickets()}</ButtonLink>
  ) : (
    <ButtonLink to={paths.memberships()}>{m.confirm_memberships()}</ButtonLink>
  )
