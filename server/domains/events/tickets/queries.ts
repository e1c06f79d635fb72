import type { KeepOrRefund, WhenAndWhere } from '#contract/events/move.ts'
import type { LocalText } from '#contract/local-text.ts'
import { batched } from '#server/database/batch.ts'
import type { Reader } from '#server/database/db.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import { preparedByText } from '#server/database/prepared.ts'
import {
  eventCategories,
  eventEntries,
  eventPictures,
  eventRuns,
  events,
  members,
  orderLines,
  orders,
  organisations,
  receipts,
  refundLines,
  refunds,
} from '#server/database/schema/index.ts'
import { aliasedTable, and, asc, eq, inArray, ne, sql, type SQL } from '#server/database/sql.ts'
import { type Unanswered, unansweredAt } from '../questions/ticket-answers.ts'
import { hasQuestions } from '../questions/write-questions.ts'
import { familyOf } from '#server/domains/members/index.ts'
import { orderVisibleTo } from '#server/domains/orders/index.ts'
import { takenByHand } from '#server/domains/payments/index.ts'
import { clubColumns } from '#server/domains/organisations/index.ts'
import type { MemberActor } from '#server/http/actor.ts'

/** The tickets a member may see: all, of some events, or one alone; those of orders; or one person's at one club. */
type Which =
  | {
      readonly seenBy: Pick<MemberActor, 'memberId'>
      readonly eventId?: string | readonly string[] | undefined
      readonly entryId?: string | undefined
    }
  | { readonly orderIds: readonly string[] }
  | { readonly memberId: string; readonly orgId: string }

/** More than a family collects in many years. Older past ones are left out. */
const MOST = 500

/** The last move of an event that asked its guests. */
export const lastMoveOf = (eventId: SQL) => sql`
  select id, keep_until, texts from event_moves where event_id = ${eventId} and keep_until is not null order by id desc limit 1`

/** The change of a move that the holder of a place is notified of: the first after it was taken. Dropped: it is back where it was. */
const ownChange = (moveId: SQL, createdAt: SQL) => sql`
  select before, dropped_at from event_changes where told_by = ${moveId} and at >= ${createdAt} order by at, id limit 1`

/** Where the holder of a place knew the event before its last move. */
export const knownBefore = (eventId: SQL, createdAt: SQL) => sql`
  select own.before from event_moves last cross join lateral (${ownChange(sql`last.id`, createdAt)}) own
  where last.event_id = ${eventId} and own.dropped_at is null order by last.id desc limit 1`

/** Whether a move is one for the holder of a place. */
const isMoveFor = (moveId: SQL, createdAt: SQL) => sql`
  exists (select from (${ownChange(moveId, createdAt)}) own where own.dropped_at is null)`

/** Whether a move asks about a ticket: one that was bought before it, or whose hold was, and was not cancelled otherwise. */
export const isAskedBy = (
  moveId: SQL,
  { status, createdAt, answer }: Readonly<Record<'status' | 'createdAt' | 'answer', SQL>>,
) => sql`
  (${status} = 'paid' or ${answer} = 'refund') and ${isMoveFor(moveId, createdAt)}`

const buyers = aliasedTable(members, 'buyers')

/** Paid and refunded entries; upcoming events first, then past ones, newest first. */
export async function selectTickets(db: Reader, which: Which) {
  // An order's tickets are read for its buyer.
  const reader = 'seenBy' in which ? sql`${which.seenBy.memberId}::uuid` : sql`${orders.buyerId}`
  const past = sql<boolean>`(${events.endsAt} <= portal_now())`
  const query = db
    .select({
      id: eventEntries.id,
      status: eventEntries.status,
      memberId: eventEntries.memberId,
      memberName: orderLines.memberName,
      // The office may have moved the place since it was bought.
      category: eventCategories.category,
      categoryName: eventCategories.nameTexts,
      past,
      begun: sql<boolean>`(${events.startsAt} <= portal_now())`,
      total: orderLines.total,
      refunded: orderLines.refunded,
      /** How the ticket itself was cancelled: before its event, or because of that. */
      ended: sql<{ at: string; cause: string; actorId: string | null; name: string } | null>`(
        select jsonb_build_object('at', changes.at, 'cause', portal_end_cause(changes.cause), 'actorId', changes.actor_id,
          'name', coalesce(${fullNameOf('actor')}, ''))
        from status_changes changes left join members actor on actor.id = changes.actor_id
        where changes.thing = 'event_entries' and changes.thing_id = ${eventEntries.id} and changes.to_status = 'cancelled')`,
      moved: sql<{ until: string; answer: KeepOrRefund | null; texts: LocalText | null; before: WhenAndWhere } | null>`(
        select jsonb_build_object('until', moves.keep_until, 'answer', answers.answer, 'texts', moves.texts,
          'before', (${knownBefore(sql`${events.id}`, sql`${eventEntries.createdAt}`)}))
        from (${lastMoveOf(sql`${events.id}`)}) moves
        left join event_move_answers answers on answers.move_id = moves.id and answers.entry_id = ${eventEntries.id}
        where ${isMoveFor(sql`moves.id`, sql`${eventEntries.createdAt}`)})`,
      refund: { status: refunds.status, amount: refundLines.amount, doneAt: refunds.doneAt },
      /** To the club itself, and when it has refunded that. */
      paidByHand:
        sql`case when ${takenByHand(sql`${orders.id}`)} then ${orderLines.total} else coalesce(${eventEntries.handAmount}, 0) end`.mapWith(
          Number,
        ),
      handReturnedAt: sql<Date | null>`coalesce(${refunds.returnedAt}, ${eventEntries.handReturnedAt})`.mapWith(
        eventEntries.handReturnedAt,
      ),
      /** The cancellation of its event. */
      run: {
        state: eventRuns.state,
        refunds: eventRuns.refunds,
        reason: eventRuns.reason,
        startedAt: eventRuns.startedAt,
      },
      currency: orders.currency,
      presentAt: eventEntries.presentAt,
      asks: hasQuestions(sql`${events.id}`).mapWith(Boolean),
      unanswered: sql<Unanswered | null>`case when ${eventEntries.answersMissing} > 0 and ${events.startsAt} > portal_now()
        then ${unansweredAt(reader, sql`${eventEntries.id}`)} end`,
      now: sql`portal_now()`.mapWith(orders.createdAt),
      isFree: sql<boolean>`(${orderLines.total} = 0 and ${orderLines.discount} = 0 and coalesce(${eventEntries.handAmount}, 0) = 0)`,
      orderId: orders.id,
      buyerId: orders.buyerId,
      buyerName: fullNameOf('buyers'),
      boughtAt: sql`coalesce(${orders.paidAt}, ${eventEntries.createdAt})`.mapWith(orders.createdAt),
      isTest: orders.testMode,
      isReceipted: sql<boolean>`${receipts.orderId} is not null`,
      event: events,
      organisation: {
        ...clubColumns,
        contactEmail: organisations.contactEmail,
      },
      picture: {
        version: eventPictures.version,
        width: eventPictures.width,
        height: eventPictures.height,
        alt: eventPictures.alt,
        focalX: eventPictures.focalX,
        focalY: eventPictures.focalY,
      },
    })
    .from(eventEntries)
    .innerJoin(orderLines, eq(orderLines.entryId, eventEntries.id))
    .innerJoin(orders, eq(orders.id, eventEntries.orderId))
    .innerJoin(buyers, eq(buyers.id, orders.buyerId))
    .innerJoin(events, eq(events.id, eventEntries.eventId))
    .innerJoin(eventCategories, eq(eventCategories.id, eventEntries.categoryId))
    .innerJoin(organisations, eq(organisations.id, events.orgId))
    .leftJoin(receipts, eq(receipts.orderId, orders.id))
    .leftJoin(refundLines, eq(refundLines.lineId, orderLines.id))
    .leftJoin(refunds, eq(refunds.id, refundLines.refundId))
    .leftJoin(
      eventRuns,
      and(eq(eventRuns.eventId, events.id), eq(eventRuns.kind, 'cancel'), ne(eventRuns.state, 'stopped')),
    )
    .leftJoin(eventPictures, eq(eventPictures.eventId, events.id))
    .where(and(inArray(eventEntries.status, ['paid', 'cancelled']), ...conditions(which)))
    .orderBy(
      asc(past),
      sql`case when ${past} then - extract(epoch from ${events.startsAt}) else extract(epoch from ${events.startsAt}) end`,
      asc(events.id),
      asc(sql`${eventEntries.status} = 'cancelled'`),
      asc(orders.id),
      asc(orderLines.position),
    )
    .limit('orderIds' in which ? MOST * which.orderIds.length : MOST)
  return preparedByText('events.tickets', query).execute()
}

export type TicketRow = Awaited<ReturnType<typeof selectTickets>>[number]

/** The tickets of an order. */
export const selectTicketsOf = batched<TicketRow[]>(async (db, orderIds) => {
  const rows = await selectTickets(db, { orderIds })
  return (id) => rows.filter(({ orderId }) => orderId === id)
})

function conditions(which: Which): SQL[] {
  if ('orderIds' in which) return [inArray(eventEntries.orderId, [...which.orderIds])]
  if ('memberId' in which) return [eq(eventEntries.memberId, which.memberId), eq(events.orgId, which.orgId)]
  return [
    visibleTo(which.seenBy),
    ...(which.eventId === undefined ? [] : [inArray(eventEntries.eventId, [which.eventId].flat())]),
    ...(which.entryId === undefined ? [] : [eq(eventEntries.id, which.entryId)]),
  ]
}

/**
 * Which tickets and places the caller may see: their own, those of people they may act for now, and what they bought
 * for anybody. The ids are an array that is evaluated first: with a join the planner would read everybody's tickets.
 */
export const visibleTo = (caller: Pick<MemberActor, 'memberId'>): SQL => sql`${eventEntries.id} = any(array(
  select own.id from event_entries own where own.member_id = any(${familyOf(caller)})
  union
  select bought.id from orders join event_entries bought on bought.order_id = orders.id where ${orderVisibleTo(caller)}
))`
