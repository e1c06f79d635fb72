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
  /** What was bought is out of date elsewhere. */
  onPaid: () => void
  /** Only those that the form beside it would replace. */
  replacing?: (order: UnpaidOrder) => boolean
}

/** Unpaid orders, and what became of those that were here. */
export function UnpaidOrders({ orders, onPaid, replacing }: UnpaidOrdersProps) {
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
    .filter(({ order }) => replacing?.(order) ?? true)
    .map((one) => (
      <Notice
        key={one.order.id}
        {...one}
        replacing={replacing !== undefined}
        refresh={refresh}
        onPaid={onPaid}
        onHide={() => setSeen((all) => all.filter(({ order }) => order.id !== one.order.id))}
      />
    ))
}

interface NoticeProps extends SeenOrder {
  replacing: boolean
  refresh: () => Promise<void>
  onPaid: () => void
  onHide: () => void
}

function Notice({ order, gone, replacing, refresh, onPaid, onHide }: NoticeProps) {
  const go = useGo()
  const [gaveUp, setGaveUp] = useState(false)
  const place = useRef<HTMLElement>(null)

  // The button that had the focus is gone with what it was for.
  useEffect(() => {
    if (gone && document.activeElement === document.body) place.current?.focus({ preventScroll: true })
  }, [gone])

  if (gone)
    return (
      <EndedOrder ref={place} order={order} gaveUp={gaveUp} replacing={replacing} onPaid={onPaid} onHide={onHide} />
    )
  return (
    <UnpaidOrderNotice
      ref={place}
      order={order}
      replacing={replacing}
      refresh={refresh}
      onGivenUp={() => setGaveUp(true)}
      onSettled={(token) => void go(returnPath('confirm', placeOf(order), { [`${config.productKey}token`]: token }))}
    />
  )
}
