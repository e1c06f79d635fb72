import { Button, Group, Stack, Text } from '@mantine/core'
import { IconClockX, IconCreditCardOff, IconHourglassLow } from '#web/ui/icons/index.ts'
import type { ReactNode } from 'react'
import type { Refund, OrderState } from '#contract/orders/orders.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import { wasPaidTooLate, declineWords, refundCause, unpaidHeading } from './words.ts'
import { RefundNotes } from './refund-notes.tsx'
import type { EventPlace } from '../order-place.ts'
import { OrderSummary, ResultHead } from './order-summary.tsx'
import styles from './result.module.css'
import { RetryProblem } from '../checkout/checkout-notes.tsx'
import { timeLeftWords, useTimeLeft } from '../unpaid/unpaid-words.ts'

interface Props {
  state: OrderState
  /** The event of this page; null on the memberships page. */
  place: EventPlace | null
  /** The reason from the return URL, used when the order has none. */
  gatewayReason: string | undefined
  retry: { start: () => void; busy: boolean; error: Error | null }
  /** The other orders of the basket. */
  rest: ReactNode
}

export function PaymentDeclined({ state, place, gatewayReason, retry, rest }: Props) {
  const { own } = state
  const timeLeft = useTimeLeft(own?.reservedUntil ?? null)
  const payable = own?.can.pay === true
  const { reason, next, details } = whyAndWhatNext(own, gatewayReason)
  return (
    <Stack gap="lg">
      <ResultHead
        tone="bad"
        icon={<IconCreditCardOff aria-hidden size={32} stroke={1.6} />}
        title={place ? m.title_event_decline() : m.title_membership_decline()}
        heading={own && payable ? unpaidHeading(own) : undefined}
        actions={
          <>
            {payable && (
              <Button onClick={retry.start} loading={retry.busy}>
                {m.decline_pay_again()}
              </Button>
            )}
            <ButtonLink to={backToChoice(place)} variant={payable ? 'default' : 'filled'}>
              {m.decline_choose_again()}
            </ButtonLink>
          </>
        }
      >
        <Text fw={620}>{reason}</Text>
        <Text c="dimmed" mt="xs">
          {next}
        </Text>
        {details && (
          <details className={styles.details}>
            <summary>{m.decline_details()}</summary>
            {details}
          </details>
        )}
        {payable && timeLeft !== null && timeLeft > 0 && (
          <Group gap="xs" wrap="nowrap" mt="sm" fw={620} role="timer">
            <IconHourglassLow size={18} stroke={1.7} aria-hidden />
            {m.decline_held({ time: timeLeftWords(timeLeft) })}
          </Group>
        )}
        {payable && !timeLeft && (
          <Text fw={620} mt="sm">
            {m.decline_hold_over_payable()}
          </Text>
        )}
        {own && !payable && (
          <Text fw={620} mt="sm">
            {m.decline_hold_over()}
          </Text>
        )}
      </ResultHead>
      <RetryProblem error={retry.error} />
      {rest}
      {own && <RefundNotes order={own} shownCause={reason} />}
      {own && <OrderSummary order={own} />}
    </Stack>
  )
}

const backToChoice = (place: EventPlace | null) =>
  place ? paths.registerForEvent(place.orgKey, place.eventId) : paths.newMembership()

/** After a refund, its own notice says what was charged. */
function whyAndWhatNext(own: OrderState['own'], gatewayReason: string | undefined) {
  const refundReason = own && refundCause(own)
  if (refundReason) return { reason: refundReason, next: own.can.pay ? m.refunded_next_open() : '', details: '' }
  const { reason, remedy, details } = declineWords(own?.decline ?? { gatewayreason: gatewayReason })
  return { reason, next: own?.givenBack.length ? remedy : `${remedy} ${m.decline_nothing_taken()}`, details }
}

/** The reservation expired or the order was cancelled. A payment that still arrives is refunded. */
export function OrderEnded({ state: { status, own }, place, rest }: Pick<Props, 'state' | 'place' | 'rest'>) {
  const { title, text } = endedWords(status === 'cancelled', own?.givenBack ?? [])
  return (
    <Stack gap="lg">
      <ResultHead
        tone="calm"
        icon={<IconClockX aria-hidden size={32} stroke={1.6} />}
        title={title}
        actions={<ButtonLink to={backToChoice(place)}>{m.decline_choose_again()}</ButtonLink>}
      >
        {text}
      </ResultHead>
      {rest}
      {own && <RefundNotes order={own} />}
      {own && <OrderSummary order={own} />}
    </Stack>
  )
}

function endedWords(cancelled: boolean, givenBack: readonly Refund[]) {
  const title = cancelled ? m.ended_cancelled_title() : m.ended_expired_title()
  if (givenBack.length === 0) return { title, text: cancelled ? m.ended_cancelled() : m.ended_expired() }
  return { title: wasPaidTooLate(givenBack) ? m.ended_too_late_title() : title, text: m.refunded_next_ended() }
}
