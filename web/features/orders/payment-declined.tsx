import { Button, Stack, Text } from '@mantine/core'
import { IconClockX, IconCreditCardOff, IconHourglassLow } from '@tabler/icons-react'
import type { OrderState } from '#contract/orders.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import { declineWords } from './decline-words.ts'
import { OrderSummary } from './order-summary.tsx'
import { RetryProblem } from './payment-results.tsx'
import { ResultHead } from './result-head.tsx'
import styles from './result.module.css'
import { timeLeftWords } from './time-left.ts'
import { useTimeLeft } from './use-time-left.ts'

interface Props {
  state: OrderState
  /** What the browser's return said, where the order does not know a reason. */
  gatewayReason: string | undefined
  retry: { start: () => void; busy: boolean; error: Error | null }
}

/** A payment that did not pass: why, in words, what to do next, and the button that pays the same order. */
export function PaymentDeclined({ state, gatewayReason, retry }: Props) {
  const { own } = state
  const left = useTimeLeft(own?.reservedUntil ?? null)
  const { reason, remedy } = declineWords(own?.decline ?? { gatewayreason: gatewayReason })
  const payable = own?.can.pay === true
  return (
    <Stack gap="lg" className={styles.column}>
      <ResultHead
        tone="bad"
        icon={<IconCreditCardOff size={32} stroke={1.6} />}
        title={m.title_membership_decline()}
        actions={
          <>
            {payable && (
              <Button onClick={retry.start} loading={retry.busy}>
                {m.decline_pay_again()}
              </Button>
            )}
            <ButtonLink to={paths.newMembership()} variant={payable ? 'default' : 'filled'}>
              {m.decline_choose_again()}
            </ButtonLink>
          </>
        }
      >
        <Text fw={620}>{reason}</Text>
        <div className={styles.remedy}>
          {remedy} {m.decline_nothing_taken()}
        </div>
        {payable && left !== null && left > 0 && (
          <div className={styles.hold} role="timer">
            <IconHourglassLow size={18} stroke={1.7} aria-hidden />
            {m.decline_held({ time: timeLeftWords(left) })}
          </div>
        )}
        {payable && !left && <div className={styles.hold}>{m.decline_hold_over_payable()}</div>}
        {own && !payable && <div className={styles.hold}>{m.decline_hold_over()}</div>}
      </ResultHead>
      <RetryProblem error={retry.error} />
      {own && <OrderSummary order={own} />}
    </Stack>
  )
}

/** The hold ran out or the order was given up: nothing was taken, and a new one takes a minute. */
export function OrderEnded({ state }: { state: OrderState }) {
  const cancelled = state.status === 'cancelled'
  return (
    <Stack gap="lg" className={styles.column}>
      <ResultHead
        tone="calm"
        icon={<IconClockX size={32} stroke={1.6} />}
        title={cancelled ? m.ended_cancelled_title() : m.ended_expired_title()}
        actions={<ButtonLink to={paths.newMembership()}>{m.decline_choose_again()}</ButtonLink>}
      >
        {cancelled ? m.ended_cancelled() : m.ended_expired()}
      </ResultHead>
      {state.own && <OrderSummary order={state.own} />}
    </Stack>
  )
}
