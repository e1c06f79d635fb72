import { Alert, Button, Group } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { Money } from '#contract/values.ts'
import { ApiProblem } from '#web/api/client.ts'
import { problemText } from '#web/api/problem-text.ts'
import { formatMoney } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'

interface Props {
  readonly error: Error | null
  /** Set if the price has changed. */
  readonly newTotal: Money | null
  readonly onWithoutCoupon: () => void
}

/** The reason why the order stopped, or its new price; at the button, as on phones nothing else is sure to be in sight. */
export function RegistrationProblem({ error, newTotal, onWithoutCoupon }: Props) {
  if (!error && !newTotal) return null
  if (!error)
    return (
      <Alert role="alert" color="coral" icon={<IconAlertCircle />} title={m.buy_price_changed_title()}>
        {m.buy_price_changed({ total: formatMoney(newTotal!) })}
      </Alert>
    )
  const name = error instanceof ApiProblem && typeof error.data.name === 'string' ? error.data.name : ''
  return (
    <Alert role="alert" color="red" icon={<IconAlertCircle />} title={m.register_failed_title()}>
      {name && `${name}: `}
      {problemText(error)}
      {isPassing(error) && ` ${m.buy_failed_kept()}`}
      {isAboutCoupon(error) && (
        <Group mt="sm">
          <Button variant="default" size="sm" onClick={onWithoutCoupon}>
            {m.register_without_coupon()}
          </Button>
        </Group>
      )}
    </Alert>
  )
}

const isAboutCoupon = (error: Error) =>
  error instanceof ApiProblem && (error.code === 'coupon_used_up' || error.code === 'coupon_not_valid')

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
