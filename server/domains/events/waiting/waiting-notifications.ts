import { type LocalText, textIn } from '#contract/local-text.ts'
import type { Reader, Tx } from '#server/database/db.ts'
import { executePrepared } from '#server/database/prepared.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import { sql } from '#server/database/sql.ts'
import { formatList, formatMoney, formatMomentIn } from '#server/documents/format.ts'
import { hasDied } from '#server/domains/members/index.ts'
import { notify } from '#server/domains/notifications/index.ts'
import type { OrderRow } from '#server/domains/orders/index.ts'
import * as m from '#words/messages.js'

interface AboutWish extends Record<string, unknown> {
  readonly buyerId: string
  readonly hasEmail: boolean
  readonly eventId: string
  readonly orgId: string
  readonly orgKey: string
  readonly club: string
  readonly title: LocalText
  /** Those of the order, or of the whole wish; nobody who has died. */
  readonly names: readonly string[]
  /** Wishes that wait now. */
  readonly waiting: number
}

/** A wish with what its messages say. @param orderId of an offer: only its people are named */
export async function describeWish(db: Reader, wishId: string, orderId: string | null): Promise<AboutWish> {
  const { rows } = await executePrepared<AboutWish>(
    db,
    'events.describe-wish',
    sql`
    select wishes.buyer_id as "buyerId", (select email is not null from members where id = wishes.buyer_id) as "hasEmail", events.id as "eventId", events.org_id as "orgId", organisations.key as "orgKey",
      organisations.name as club, events.title_texts as title,
      (select coalesce(json_agg(${fullNameOf('members')} order by people.position), '[]')
        from waiting_people people join members on members.id = people.member_id
        where people.wish_id = wishes.id and not ${hasDied(sql`people.member_id`)} and (${orderId}::uuid is null or exists (
          select from order_lines lines where lines.order_id = ${orderId}::uuid and lines.member_id = people.member_id))) as names,
      (select count(*)::int from waiting_wishes others where others.event_id = events.id and others.status = 'waiting') as waiting
    from waiting_wishes wishes join events on events.id = wishes.event_id join organisations on organisations.id = events.org_id
    where wishes.id = ${wishId}`,
  )
  return rows[0]!
}

/** Notifies and mails whoever waited that places are held for them. */
export async function notifyOffer(tx: Tx, { wishId, order }: { wishId: string; order: OrderRow }): Promise<void> {
  const { buyerId, hasEmail, eventId, orgId, orgKey, club, title, names } = await describeWish(tx, wishId, order.id)
  const until = order.reservedUntil!.toISOString()
  const isFree = order.total === 0
  await notify(tx, {
    receiverId: buyerId,
    type: 'ORDER_READY',
    texts: (locale) => ({
      title: m.notification_waiting_offer_title({ event: textIn(title, locale) }, { locale }),
      message: (isFree ? m.notification_waiting_offer_free : m.notification_waiting_offer_message)(
        {
          club,
          names: formatList(names, locale),
          until: formatMomentIn(until, 'Europe/Copenhagen', locale),
          amount: formatMoney(order.total, order.currency, locale),
        },
        { locale },
      ),
    }),
    data: { orderId: order.id, orgId, orgKey, eventId, ...(isFree && { free: true }) },
    onceKey: `waiting-offer:${order.id}`,
    mail: hasEmail && { template: 'waiting-offer', orgId, data: { offerId: order.id } },
  })
}

/** Why somebody waits no longer, without having left or declined. */
export type EndedBy = 'ran_out' | 'cutoff' | 'cancelled' | 'removed'

export const endedWords = {
  ran_out: { title: m.notification_waiting_ran_out_title, message: m.notification_waiting_ran_out_message },
  cutoff: { title: m.notification_waiting_closed_title, message: m.notification_waiting_closed_message },
  cancelled: { title: m.notification_event_cancelled_title, message: m.notification_waiting_cancelled_message },
  removed: { title: m.notification_waiting_removed_title, message: m.notification_waiting_removed_message },
} satisfies Record<EndedBy, object>

interface Ended {
  readonly wishId: string
  readonly by: EndedBy
  /** The offer that ran out. */
  readonly orderId?: string
}

export async function notifyWaitingEnded(tx: Tx, { wishId, by, orderId }: Ended): Promise<void> {
  const { buyerId, hasEmail, eventId, orgId, orgKey, club, title, names, waiting } = await describeWish(
    tx,
    wishId,
    orderId ?? null,
  )
  if (names.length === 0) return
  const words = endedWords[by]
  await notify(tx, {
    receiverId: buyerId,
    type: 'ORDER_READY',
    texts: (locale) => ({
      title: words.title({ event: textIn(title, locale) }, { locale }),
      message: words.message({ club, names: formatList(names, locale), waiting }, { locale }),
    }),
    data: { orgId, orgKey, eventId, status: 'ended' },
    onceKey: `waiting-ended:${wishId}`,
    mail: hasEmail && {
      template: 'waiting-ended',
      orgId,
      data: { wishId, by, ...(orderId && { offerId: orderId }) },
    },
  })
}
