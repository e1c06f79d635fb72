import { IconAlertCircle } from '@tabler/icons-react'
import { problemText } from '#web/api/problem-text.ts'
import { Callout } from '#web/ui/callout.tsx'
import { formatMoney } from '#web/ui/format.ts'
import { m } from '#words/messages.js'
import type { OwnOrder } from './payment-request.ts'

interface Props {
  readonly error: Error | null
  /** It is said besides that the order is kept. */
  readonly saysKept: boolean
  readonly priceChanged: OwnOrder | null
}

/** Why the payment was not opened. */
const CheckoutProblems = ({ error, saysKept, priceChanged }: Props) => (
  <>
    {priceChanged && (
      <Callout role="alert" color="coral" icon={<IconAlertCircle />} title={m.buy_price_changed_title()}>
        {m.buy_price_changed({ total: formatMoney(priceChanged.total) })}
      </Callout>
    )}
    {error && (
      <Callout role="alert" color="red" icon={<IconAlertCircle />} title={m.buy_failed_title()}>
        {problemText(error)}
        {saysKept && ` ${m.buy_failed_kept()}`}
      </Callout>
    )}
  </>
)

export default CheckoutProblems
