import { Button } from '@mantine/core'
import { IconCircleCheck } from '#web/ui/icons/index.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useSessionState } from '#web/api/session/session.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink, useNavigateTo } from '#web/ui/link.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'
import { leftOrder } from '../checkout/payment-record.ts'
import { placeOf, receiptIdOf } from '../order-place.ts'
import { orderStateQuery, outcomeOf } from '../queries.ts'
import { paidWords } from './words.ts'

interface Props {
  /** Where a new purchase begins. */
  readonly again: string
  readonly children: ReactNode
}

/** Whoever comes back to the form of a purchase that is paid finds the receipt instead of what they bought. */
export function PaidBefore({ again, children }: Props) {
  const go = useNavigateTo()
  const [token, setToken] = useState(leftOrder)
  const session = useSessionState()
  const state = useQuery({ ...orderStateQuery(token ?? ''), enabled: token !== null })
  // From the back/forward cache, the page goes on where it was left.
  useEffect(() => {
    const onShow = () => setToken(leftOrder())
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])
  if (token === null || state.error) return children
  if (!state.data) return <SkeletonList rows={2} height={260} />
  const { own } = state.data
  if (outcomeOf(state.data) !== 'paid' || !own) return children
  const place = placeOf(own)
  const receiptId = receiptIdOf(own)
  return (
    <Panel>
      <EmptyState
        order={2}
        icon={<IconCircleCheck size={40} stroke={1.5} />}
        title={own.total.minor === 0 ? m.paid_before_free() : m.unpaid_paid_title()}
        actions={
          <>
            {receiptId && <ButtonLink to={paths.membershipReceipt(receiptId)}>{m.confirm_receipt()}</ButtonLink>}
            {place && (
              <ButtonLink to={paths.ticketsOf(place.orgKey, place.eventId)} variant={receiptId ? 'default' : 'filled'}>
                {m.confirm_tickets()}
              </ButtonLink>
            )}
            <Button
              variant="default"
              onClick={() => {
                setToken(null)
                void go(again)
              }}
            >
              {place ? m.paid_before_register() : m.paid_before_buy()}
            </Button>
          </>
        }
      >
        {paidWords(own, session)}
      </EmptyState>
    </Panel>
  )
}
