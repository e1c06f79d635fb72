import { IconAlertCircle } from '@tabler/icons-react'
import { ApiProblem } from '#web/api/client.ts'
import { problemText } from '#web/api/problem-text.ts'
import { Callout } from '#web/ui/callout.tsx'
import { formatMoney } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import type { PriceChange } from './checkout.ts'

interface Props {
  readonly error: Error | null
  /** It is said besides that the order is kept. */
  readonly saysKept: boolean
  readonly priceChanged: PriceChange | null
}

/** Why the payment was not opened, and at which club where there are several. */
const CheckoutProblems = ({ error, saysKept, priceChanged }: Props) => {
  const club = error instanceof ApiProblem && typeof error.data.club === 'string' ? `${error.data.club}: ` : ''
  return (
    <>
      {priceChanged && !error && (
        <Callout role="alert" color="coral" icon={<IconAlertCircle />} title={m.buy_price_changed_title()}>
          {m.buy_price_changed({ total: formatMoney(priceChanged.total) })}
        </Callout>
      )}
      {error && (
        <Callout role="alert" color="red" icon={<IconAlertCircle />} title={m.buy_failed_title()}>
          {club}
          {problemText(error)}
          {saysKept && ` ${m.buy_failed_kept()}`}
        </Callout>
      )}
    </>
  )
}

export default CheckoutProblems
