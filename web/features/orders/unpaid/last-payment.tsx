import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UnpaidOrder } from '#contract/orders/orders.ts'
import { config } from '#web/api/config.ts'
import { basketOf, forgetPaymentRecord, readPaymentRecord } from '../checkout/payment-record.ts'
import { orderStateQuery } from '../queries.ts'
import { EndedOrder } from './unpaid-orders.tsx'
import { endingOf } from './unpaid-words.ts'

/** The outcome of the payment that was opened last, where its window was closed and nobody came back from it. */
export default function LastPayment({ unpaid }: { readonly unpaid: readonly UnpaidOrder[] }) {
  const [token, setToken] = useState(() => readPaymentRecord(config.productKey))
  const isListed = unpaid.some((order) => order.token === token)
  const { data: state } = useQuery({ ...orderStateQuery(token ?? ''), enabled: token !== null && !isListed })
  if (token === null || isListed || !state?.own) return null
  const ending = endingOf(state)
  // A basket of several orders keeps its record when it is paid, and who cancelled an order knows it.
  const isNews = ending === 'expired' || (ending === 'paid' && basketOf(config.productKey, token).length === 1)
  if (!isNews) return null
  const hide = () => {
    forgetPaymentRecord(config.productKey, token)
    setToken(null)
  }
  return <EndedOrder order={{ ...state.own, token }} cancelledHere={false} atForm={false} onHide={hide} />
}
