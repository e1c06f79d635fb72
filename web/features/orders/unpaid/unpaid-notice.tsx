import { useQuery } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { useSession } from '#web/api/session/session.ts'
import { Optional } from '#web/ui/loading/optional.tsx'
import type { UnpaidOrdersProps } from './unpaid-orders.tsx'
import { unpaidQuery } from '../queries.ts'

const UnpaidOrders = lazy(() => import('./unpaid-orders.tsx'))

/** A notice for each unpaid order. Loads its code only when there is one. */
export function UnpaidNotice(props: Omit<UnpaidOrdersProps, 'orders'>) {
  const { member } = useSession()
  const { data } = useQuery(unpaidQuery(member.id))
  // Stays mounted to show what became of the orders.
  const [shown, setShown] = useState(false)
  if (!shown && data && data.length > 0) setShown(true)
  return (
    shown && (
      <Optional>
        <UnpaidOrders orders={data ?? []} {...props} />
      </Optional>
    )
  )
}
