import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '#web/api/session/session.ts'
import { laterPart } from '#web/ui/loading/later-part.tsx'
import type { UnpaidOrdersProps } from './unpaid-orders.tsx'
import { unpaidQuery } from './unpaid-query.ts'

const { ready, Part: Orders } = laterPart(async () => (await import('./unpaid-orders.tsx')).UnpaidOrders, {
  optional: true,
})
export const readyUnpaidOrders = ready

/** A notice for each unpaid order, and nothing for most members; what it needs loads with the first one. */
export function UnpaidNotice(props: Omit<UnpaidOrdersProps, 'orders'>) {
  const { member } = useSession()
  const { data } = useQuery(unpaidQuery(member.id))
  // Stays for what became of an order that was here.
  const [wanted, setWanted] = useState(false)
  if (!wanted && data && data.length > 0) setWanted(true)
  return wanted ? <Orders orders={data ?? []} {...props} /> : null
}
