import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { UnpaidOrder } from '#contract/orders.ts'
import { config } from '#web/api/config.ts'
import { useGo } from '#web/ui/link.tsx'
import { placeOf, returnPath } from '../order-place.ts'
import { EndedOrder } from '../result/ended-order.tsx'
import { seeOrders, type SeenOrder } from '../result/seen-orders.ts'
import { UnpaidOrderNotice } from './unpaid-order.tsx'
import { unpaidKey } from './unpaid-query.ts'

export interface UnpaidOrdersProps {
  orders: readonly UnpaidOrder[]
  /** One was paid, given up or ran out: what is offered and held is out of date elsewhere. */
  onEnded: () => void
  /** Beside a form: whether what is chosen there would take the place of an order. */
  beside?: (order: UnpaidOrder) => boolean
  /** Only those. */
  only?: boolean
}

/** Unpaid orders, and what became of those that were here. */
export function UnpaidOrders({ orders, onEnded, beside, only = false }: UnpaidOrdersProps) {
  const [seen, setSeen] = useState<readonly SeenOrder[]>([])
  const cache = useQueryClient()
  const refresh = useCallback(() => cache.invalidateQueries({ queryKey: unpaidKey }), [cache])
  const now = seeOrders(seen, orders)
  if (now !== seen) setSeen(now)

  // Another window may have paid one or given it up; so may this one, before it came back out of the browser's memory.
  useEffect(() => {
    const news = () => void refresh()
    addEventListener('focus', news)
    addEventListener('pageshow', news)
    return () => {
      removeEventListener('focus', news)
      removeEventListener('pageshow', news)
    }
  }, [refresh])

  return now
    .filter(({ order }) => !only || beside?.(order))
    .map((one) => (
      <Notice
        key={one.order.id}
        {...one}
        atForm={beside !== undefined}
        replacing={beside?.(one.order) ?? false}
        refresh={refresh}
        onEnded={onEnded}
        onHide={() => setSeen((all) => all.filter(({ order }) => order.id !== one.order.id))}
      />
    ))
}

interface NoticeProps extends SeenOrder {
  /** There is a form to choose in. */
  atForm: boolean
  replacing: boolean
  refresh: () => Promise<void>
  onEnded: () => void
  onHide: () => void
}

function Notice({ order, gone, atForm, replacing, refresh, onEnded, onHide }: NoticeProps) {
  const go = useGo()
  const [gaveUp, setGaveUp] = useState(false)
  const place = useRef<HTMLElement>(null)

  // The button that had the focus is gone with what it was for.
  useEffect(() => {
    if (gone && document.activeElement === document.body) place.current?.focus({ preventScroll: true })
  }, [gone])

  if (gone)
    return <EndedOrder ref={place} order={order} gaveUp={gaveUp} atForm={atForm} onEnded={onEnded} onHide={onHide} />
  return (
    <UnpaidOrderNotice
      ref={place}
      order={order}
      atForm={atForm}
      replacing={replacing}
      refresh={refresh}
      onGivenUp={() => setGaveUp(true)}
      onSettled={(token) => void go(returnPath('confirm', placeOf(order), { [`${config.productKey}token`]: token }))}
    />
  )
}
