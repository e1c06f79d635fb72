import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { UnpaidOrder } from '#contract/orders/orders.ts'
import { config } from '#web/api/config.ts'
import { m } from '#words/messages.js'
import { declineWords } from './words.ts'
import { placeOf, returnPath } from '../order-place.ts'
import { orderStateQuery } from '../queries.ts'
import styles from './result.module.css'

/** Why the last attempt to pay an order failed; nothing where none did. */
export function PreviousPayment({ token }: { token: string }) {
  const { data } = useQuery(orderStateQuery(token))
  const decline = data?.own?.decline
  if (!decline) return null
  const { reason, remedy, details } = declineWords(decline)
  return (
    <Text component="div" size="sm" mt={2}>
      {m.term_last_try({ reason })} {remedy}
      {details && (
        <details className={styles.details}>
          <summary>{m.decline_details()}</summary>
          {details}
        </details>
      )}
    </Text>
  )
}

/** Where to pay a term that waits for payment, and why the last attempt failed; null when it waits for nothing. */
export function pendingPaymentOf(orders: readonly UnpaidOrder[] | undefined, termId: string) {
  const order = orders?.find(({ lines }) => lines.some((line) => line.termId === termId))
  if (!order) return null
  return {
    payPath: returnPath('decline', placeOf(order), { [`${config.productKey}token`]: order.token }),
    lastTry: <PreviousPayment token={order.token} />,
  }
}
