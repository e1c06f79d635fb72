import { Button, Group } from '@mantine/core'
import { ApiProblem } from '#web/api/client.ts'
import { CheckoutProblems } from '#web/features/orders/checkout/checkout-notes.tsx'
import { isPassing, type PriceChange } from '#web/features/orders/checkout/checkout.ts'
import { m } from '#words/messages.js'

interface Props {
  readonly error: Error | null
  readonly priceChanged: PriceChange | null
  readonly onWithoutCoupon: () => void
}

/** The reason why the order stopped, or its new price; at the button, as on phones nothing else is sure to be in sight. */
export const RegistrationProblem = ({ error, priceChanged, onWithoutCoupon }: Props) => (
  <CheckoutProblems
    error={error}
    title={m.register_failed_title()}
    about="name"
    saysKept={error !== null && isPassing(error)}
    priceChanged={priceChanged}
  >
    {isAboutCoupon(error) && (
      <Group mt="sm">
        <Button variant="default" onClick={onWithoutCoupon}>
          {m.register_without_coupon()}
        </Button>
      </Group>
    )}
  </CheckoutProblems>
)

const isAboutCoupon = (error: Error | null) =>
  error instanceof ApiProblem && (error.code === 'coupon_used_up' || error.code === 'coupon_not_valid')
