import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ComponentType } from 'react'
import { useSession } from '#web/api/session.ts'
import type { UnpaidOrdersProps } from './unpaid-orders.tsx'
import { unpaidQuery } from './unpaid-query.ts'

type Orders = ComponentType<UnpaidOrdersProps>

const load = async (): Promise<Orders> => (await import('./unpaid-orders.tsx')).UnpaidOrders
let ready: Orders | undefined

/** Has the notices' code at hand before the page is drawn, so that nothing on it moves. */
export async function readyUnpaidOrders(): Promise<void> {
  ready = await load()
}

// A page stands without these notices, should the browser not get their code.
const Later = lazy(async () => ({ default: await load().catch((): Orders => () => null) }))

/** A notice for each unpaid order, and nothing for most members; what it needs loads with the first one. */
export function UnpaidNotice(props: Omit<UnpaidOrdersProps, 'orders'>) {
  const { member } = useSession()
  const { data } = useQuery(unpaidQuery(member.id))
  // Stays for what became of an order that was here.
  const [wanted, setWanted] = useState(false)
  const [Orders] = useState(() => ready ?? Later)
  if (!wanted && data && data.length > 0) setWanted(true)
  return wanted ? (
    <Suspense>
      <Orders orders={data ?? []} {...props} />
    </Suspense>
  ) : null
}
