import type { Tx } from '#server/database/db.ts'
import { updateArchived } from '#server/domains/members/index.ts'
import { notify } from '#server/domains/notifications/index.ts'
import * as m from '#words/messages.js'
import type { OrderRow } from '../queries.ts'
import { testPrefix } from '../telling/order-message-words.ts'
import { type BoughtForOther, keepBoughtForOthers } from '../telling/bought-for-queries.ts'
import { tellBoughtFor } from '../telling/tell-bought-for.ts'

/**
 * What a paid order means for others than its buyer: they are told; and a participant who was put away while the money was on its way
 * is taken back, so that nobody has a membership or a ticket and is lost from sight. Money that is taken is delivered, so that
 * archiving is what gives way. Who is being put away at this moment is waited for.
 */
export async function deliverToOthers(tx: Tx, order: OrderRow): Promise<void> {
  const bought = await keepBoughtForOthers(tx, order.id)
  const archived = new Map(bought.filter((one) => one.archived).map((one) => [one.memberId, one]))
  for (const participant of archived.values()) {
    await updateArchived(tx, participant.memberId, false)
    await tellBroughtBack(tx, order, participant)
  }
  await tellBoughtFor(tx, order, bought)
}

function tellBroughtBack(tx: Tx, order: OrderRow, { memberId, memberName, parentId }: BoughtForOther): Promise<void> {
  const name = memberName
  return notify(tx, {
    receiverId: parentId!,
    type: 'PAYMENT_RECEIVED',
    texts: (locale) => ({
      title: testPrefix(order, locale) + m.notification_brought_back_title({ name }, { locale }),
      message: m.notification_brought_back_message({ name }, { locale }),
    }),
    data: { orgId: order.orgId },
    onceKey: `brought-back:${order.id}:${memberId}`,
  })
}
