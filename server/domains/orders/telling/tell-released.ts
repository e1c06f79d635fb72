import type { Tx } from '#server/database/db.ts'
import { fullName } from '#server/domains/members/index.ts'
import { notify } from '#server/domains/notifications/index.ts'
import * as m from '#words/messages.js'
import type { OrderRow } from '../queries.ts'
import { testPrefix } from './order-message-words.ts'

interface Released {
  /** Its name. */
  readonly club: string
  readonly by: { readonly firstName: string; readonly lastName: string }
  /** Their family link ended; else they bought it themselves. */
  readonly linkEnded: boolean
}

/** Tells a buyer that an unpaid order of theirs was cancelled by what somebody else did. */
export function tellReleased(tx: Tx, order: OrderRow, { club, by, linkEnded }: Released): Promise<void> {
  const message = linkEnded ? m.notification_order_released_link : m.notification_order_released_bought
  return notify(tx, {
    receiverId: order.buyerId,
    type: 'ORDER_READY',
    texts: (locale) => ({
      title: testPrefix(order, locale) + m.notification_order_released_title({}, { locale }),
      message: message({ club, name: fullName(by), number: order.number }, { locale }),
    }),
    data: { orgId: order.orgId, status: 'released' },
    onceKey: `order-released:${order.id}`,
  })
}
