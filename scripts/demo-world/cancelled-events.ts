import type { OfficeRole } from '#contract/office/scopes.ts'
import { addDays, momentAt } from './calendar.ts'
import type { ClubEvent } from './event-categories.ts'
import { events as plannedEvents } from './events.ts'
import { demoId } from './demo-id.ts'
import type { Refunded } from './purchases.ts'
import type { RowOf } from './row-of.ts'

const cancelled = Object.values(plannedEvents)
  .flat()
  .filter((event): event is ClubEvent & Required<Pick<ClubEvent, 'cancelled'>> => event.cancelled !== undefined)

const dayOf = (title: string, today: string): string =>
  addDays(today, -cancelled.find((event) => event.title === title)!.cancelled.daysAgo)

/** When the last of a cancelled event's money was back. */
export const cancelDone = (title: string, today: string): Date => momentAt(dayOf(title, today), '21:06')

export interface CancelRows {
  readonly runs: RowOf<'eventRuns'>[]
  readonly items: RowOf<'eventRunItems'>[]
  readonly history: RowOf<'officeHistory'>[]
}

/** How cancelled events ended: the event manager cancelled them, the treasurer approved the refunds, and everybody was refunded. */
export function cancelRows(
  events: readonly RowOf<'events'>[],
  refunded: readonly Refunded[],
  holderOf: (orgId: string, role: OfficeRole) => string,
  today: string,
): CancelRows {
  const runs = events
    .filter(({ status }) => status === 'cancelled')
    .map((event) => {
      const startedAt = momentAt(dayOf(event.title, today), '20:31')
      return {
        event,
        id: demoId(`run ${event.id}`, startedAt),
        orders: refunded.filter((one) => one.event.id === event.id),
        startedAt,
        toldAt: new Date(startedAt.getTime() + 60_000),
        approvedAt: momentAt(dayOf(event.title, today), '21:05'),
        endedAt: cancelDone(event.title, today),
        startedBy: holderOf(event.orgId, 'event_manager'),
        approvedBy: holderOf(event.orgId, 'treasurer'),
      }
    })
  return {
    runs: runs.map(({ event, id, startedAt, startedBy, approvedAt, approvedBy, endedAt }) => ({
      id,
      startedAt,
      startedBy,
      approvedAt,
      approvedBy,
      endedAt,
      orgId: event.orgId,
      eventId: event.id,
      kind: 'cancel',
      state: 'done',
      refunds: 'all',
      ends: 1,
    })),
    items: runs.flatMap(({ id, orders, toldAt }) =>
      orders.map(({ orderId, refundId, total }) => ({
        runId: id,
        orderId,
        state: 'done' as const,
        refundId,
        amount: total,
        toldAt,
        tries: 1,
      })),
    ),
    history: runs.flatMap(({ event, orders, ...run }) => {
      const entry = (name: RowOf<'officeHistory'>['name'], at: Date, actorId: string) => ({
        id: demoId(`${name} ${event.id}`, at),
        at,
        orgId: event.orgId,
        actorId,
        name,
        thing: 'event' as const,
        thingId: event.id,
        label: event.title,
      })
      const numbers = {
        tickets: orders.flatMap(({ lines }) => lines).length,
        orders: orders.length,
        freeTickets: 0,
        unpaidOrders: 0,
        couponsUsed: 0,
        testTickets: 0,
        testOrders: 0,
        toCards: orders.reduce((sum, { total }) => sum + total, 0),
        byHand: 0,
        refunds: 'all',
      }
      return [
        { ...entry('event_cancelled', run.startedAt, run.startedBy), after: numbers },
        entry('event_cancel_approved', run.approvedAt, run.approvedBy),
        ...orders.map(({ orderId, number, total, lines }) => ({
          ...entry('line_refunded', run.endedAt, run.approvedBy),
          id: demoId(`refunded ${orderId}`, run.endedAt),
          thing: 'order' as const,
          thingId: orderId,
          label: number,
          after: { lines: lines.map(() => event.title).join(', '), amount: total },
        })),
        entry('event_cancel_finished', new Date(run.endedAt.getTime() + 1000), run.approvedBy),
      ]
    }),
  }
}
