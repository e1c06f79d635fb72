import type { AskerCard } from '#contract/conversation-answers.ts'
import { m } from '#words/messages.js'

interface Words {
  readonly label: string
  readonly tone: 'teal' | 'coral' | 'gray'
}

type HoldingStatus = NonNullable<AskerCard['membership']>['status']
type OrderStatus = AskerCard['orders'][number]['status']

/** What somebody is to the club. */
export function holdingWords(status: HoldingStatus): Words {
  const words: Record<HoldingStatus, () => Words> = {
    active: () => ({ label: m.membership_active(), tone: 'teal' }),
    grace: () => ({ label: m.inbox_card_grace(), tone: 'coral' }),
    expired: () => ({ label: m.membership_expired(), tone: 'coral' }),
    inactive: () => ({ label: m.membership_inactive(), tone: 'gray' }),
    cancelled: () => ({ label: m.membership_cancelled(), tone: 'gray' }),
  }
  return words[status]()
}

/** What became of an order, for the club's office. */
export function orderWords(status: OrderStatus): Words {
  const words: Record<OrderStatus, () => Words> = {
    open: () => ({ label: m.inbox_order_open(), tone: 'coral' }),
    paid: () => ({ label: m.inbox_order_paid(), tone: 'teal' }),
    declined: () => ({ label: m.inbox_order_declined(), tone: 'coral' }),
    expired: () => ({ label: m.inbox_order_expired(), tone: 'gray' }),
    cancelled: () => ({ label: m.inbox_order_cancelled(), tone: 'gray' }),
    refunded: () => ({ label: m.inbox_order_refunded(), tone: 'gray' }),
  }
  return words[status]()
}
