import type { OfficeRole } from '#contract/office/scopes.ts'
import { localTimeOf } from '#server/database/local-time.ts'
import { addDays, momentAt } from './calendar.ts'
import { demoId } from './demo-id.ts'
import type { RowOf } from './row-of.ts'

const TITLE = 'Roweekend i Svendborgsund'
const DAYS_AGO = 2

/** The rowing weekend was moved by a week: its guests were asked two days ago, and every other of those who have answered keeps the ticket. */
export function movedRows(
  events: readonly RowOf<'events'>[],
  entries: readonly RowOf<'eventEntries'>[],
  orders: readonly RowOf<'orders'>[],
  holderOf: (orgId: string, role: OfficeRole) => string,
  today: string,
) {
  const event = events.find(({ title }) => title === TITLE)!
  const at = momentAt(addDays(today, -DAYS_AGO), '19:42')
  const id = demoId(`move ${event.id}`, at)
  const timeZone = 'Europe/Copenhagen'
  const where = { timeZone, place: event.placeTexts ?? { da: event.place ?? '' }, address: event.address ?? '' }
  const weeksAgo = (moment: Date, weeks: number) =>
    localTimeOf(new Date(moment.getTime() - weeks * 7 * 86_400_000), timeZone)
  const when = (weeks: number) => ({
    startsAt: weeksAgo(event.startsAt, weeks),
    endsAt: weeksAgo(event.endsAt, weeks),
    ...where,
  })
  const buyers = new Map(orders.map((order) => [order.id, order.buyerId]))
  const tickets = entries.filter(({ eventId, status }) => eventId === event.id && status === 'paid')
  return {
    changes: [{ id, eventId: event.id, before: when(1), after: when(0), at, toldBy: id }],
    moves: [
      {
        id,
        orgId: event.orgId,
        eventId: event.id,
        texts: {
          da: 'Vandrerhjemmet har dobbeltbooket os, så vi flytter turen en uge.',
          en: 'The hostel has booked us twice, so we move the trip by a week.',
        },
        keepUntil: momentAt(addDays(today, 5), '23:59'),
        createdAt: at,
      },
    ],
    answers: tickets
      .filter((_, position) => position % 2 === 0)
      .map(({ id: entryId, orderId }, position) => ({
        moveId: id,
        entryId,
        answer: 'keep' as const,
        answeredBy: buyers.get(orderId)!,
        answeredAt: new Date(at.getTime() + (position + 1) * 47 * 60_000),
      })),
    history: [
      {
        id: demoId(`event_move_told ${event.id}`, at),
        at,
        orgId: event.orgId,
        actorId: holderOf(event.orgId, 'event_manager'),
        name: 'event_move_told' as const,
        thing: 'event' as const,
        thingId: event.id,
        label: event.title,
        after: { people: new Set(tickets.map(({ orderId }) => orderId)).size },
      },
    ],
  }
}
