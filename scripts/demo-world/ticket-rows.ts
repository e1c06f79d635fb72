import type { Secrets } from '#server/database/secrets.ts'
import { addDays, momentAt } from './calendar.ts'
import type { SeededClub } from './club-rows.ts'
import type { ClubKey } from './clubs.ts'
import { demoId } from './demo-id.ts'
import type { EventRows } from './event-rows.ts'
import type { MemberRow } from './member-rows.ts'
import { orderRow, paymentRow, type Paid } from './purchases.ts'
import type { RowOf } from './row-of.ts'

/** A booking for the buyer and others, included in the event's sold places. */
interface Booking {
  readonly club: ClubKey
  readonly event: string
  /** Keys of people. */
  readonly buyer: string
  readonly people: readonly { readonly key: string; readonly category: string; readonly price: 'member' | 'standard' }[]
  readonly daysAgo: number
}

const anna = 'anna@example.com'

/** A future and a past event, a test order, and a ticket bought by somebody else. */
const bookings: readonly Booking[] = [
  {
    club: 'ROKLUB',
    event: 'Løvfaldstur til Lejre',
    buyer: anna,
    people: [
      { key: anna, category: 'adult', price: 'member' },
      { key: `${anna}/Alma`, category: 'child', price: 'member' },
      { key: `${anna}/Viggo`, category: 'child', price: 'member' },
    ],
    daysAgo: 31,
  },
  {
    club: 'ROKLUB',
    event: 'Styrmandsprøve, praktisk del',
    buyer: anna,
    people: [{ key: anna, category: 'adult', price: 'standard' }],
    daysAgo: 6,
  },
  {
    club: 'ROKLUB',
    event: 'Natur- og sælsafari i inrigger',
    buyer: 'bo@example.com',
    people: [
      { key: 'bo@example.com', category: 'adult', price: 'standard' },
      { key: `${anna}/Alma`, category: 'child', price: 'member' },
    ],
    daysAgo: 4,
  },
  {
    club: 'KOR',
    event: 'Syng med: åben korprøve',
    buyer: anna,
    people: [{ key: anna, category: 'adult', price: 'standard' }],
    daysAgo: 2,
  },
]

export interface TicketRows {
  readonly orders: RowOf<'orders'>[]
  readonly entries: RowOf<'eventEntries'>[]
  readonly lines: RowOf<'orderLines'>[]
  readonly payments: RowOf<'payments'>[]
  /** Those with something to pay, which have a receipt. */
  readonly paid: readonly Paid[]
}

interface World {
  readonly clubs: readonly SeededClub[]
  readonly members: readonly MemberRow[]
  readonly events: Pick<EventRows, 'events' | 'categories'>
  readonly today: string
}

/** All rows of paid bookings. */
export function ticketRows(world: World, secrets: Secrets): TicketRows {
  const settled = bookings.map((booking) => settle(world, booking))
  const lines = settled.flatMap((one) => one.lines.map((line) => ({ ...one, line })))
  const paid = settled.filter(({ total }) => total > 0)
  return {
    orders: settled.map((one) => ({
      ...orderRow(one, secrets),
      kinds: ['event'],
      eventId: one.event.id,
    })),
    entries: lines.map(({ event, club, orderId, begun, line }) => ({
      id: line.entryId,
      eventId: event.id,
      categoryId: line.category.id,
      orgId: club.id,
      memberId: line.member.id,
      orderId,
      status: 'paid',
      onePerPerson: event.onePerPerson ?? true,
      priceKind: line.priceKind,
      createdAt: begun,
    })),
    lines: lines.map(({ event, orderId, line }) => ({
      id: line.id,
      orderId,
      position: line.position,
      kind: 'event',
      memberId: line.member.id,
      memberName: `${line.member.firstName} ${line.member.lastName}`,
      title: event.title,
      eventId: event.id,
      categoryId: line.category.id,
      entryId: line.entryId,
      category: line.category.category,
      categoryName: line.category.name,
      startDate: dayOf(event.startsAt),
      endDate: dayOf(event.startsAt),
      startsAt: event.startsAt,
      timeZone: 'Europe/Copenhagen',
      priceKind: line.priceKind,
      price: line.price,
      vatRate: 0,
      vat: 0,
      surcharge: 0,
      total: line.price,
    })),
    payments: paid.map(paymentRow),
    paid,
  }
}

const dayOf = (moment: Date) => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Copenhagen' }).format(moment)

function settle({ clubs, members, events, today }: World, booking: Booking) {
  const club = found(clubs, ({ key }) => key === booking.club)
  const person = (wanted: string) => found(members, ({ person: { key } }) => key === wanted)
  const event = found(events.events, ({ orgId, title }) => orgId === club.id && title === booking.event)
  const paidAt = momentAt(addDays(today, -booking.daysAgo), '19:30')
  const begun = new Date(paidAt.getTime() - 4 * 60_000)
  const name = `tickets ${club.key} ${event.title} ${booking.buyer}`
  const lines = booking.people.map(({ key, category: wanted, price }, index) => {
    const category = found(events.categories, ({ eventId, category: one }) => eventId === event.id && one === wanted)
    return {
      category,
      member: person(key),
      position: index + 1,
      priceKind: price,
      price: price === 'member' ? (category.memberPrice ?? category.price) : category.price,
      id: demoId(`line ${index} ${name}`, begun),
      entryId: demoId(`entry ${index} ${name}`, begun),
    }
  })
  const orderId = demoId(`order ${name}`, begun)
  return {
    club,
    event,
    buyer: person(booking.buyer),
    begun,
    paidAt,
    lines,
    total: lines.reduce((sum, { price }) => sum + price, 0),
    number: `IZY-EVE-${orderId.replaceAll('-', '').slice(-12)}`,
    orderId,
    paymentId: demoId(`payment ${name}`, begun),
    windowId: demoId(`window ${name}`, begun),
    authorizationId: demoId(`authorization ${name}`, paidAt),
  }
}

function found<T>(rows: readonly T[], is: (row: T) => boolean): T {
  const row = rows.find(is)
  if (!row) throw new Error('The demo world lacks what somebody booked')
  return row
}
