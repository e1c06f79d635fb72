import { fullName } from '#contract/members/full-name.ts'
import { DEFAULT_CURRENCY } from '#server/database/schema/index.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { addDays, momentAt } from './calendar.ts'
import type { SeededClub } from './club-rows.ts'
import { neighbours } from './club-members.ts'
import type { ClubKey } from './clubs.ts'
import { cancelDone } from './cancelled-events.ts'
import { demoId } from './demo-id.ts'
import type { EventRows } from './event-rows.ts'
import { events as plannedEvents } from './events.ts'
import { guests } from './guests.ts'
import type { MemberRow } from './member-rows.ts'
import { orderRow, paymentRow, type Paid, type Refunded } from './purchases.ts'
import type { RowOf } from './row-of.ts'

/** A booking for the buyer and others, included in the event's sold places. */
interface Booking {
  readonly club: ClubKey
  readonly event: string
  /** Keys of people. */
  readonly buyer: string
  readonly people: readonly { readonly key: string; readonly category: string; readonly price: 'member' | 'standard' }[]
  readonly daysAgo: number
  /** The time of day; in the evening when left out. */
  readonly at?: string
  /** Refunded: cancelled by the buyer so many days ago, or with its event. */
  readonly refunded?: 'event' | { readonly daysAgo: number }
}

const anna = 'anna@example.com'

const weekend = { club: 'ROKLUB', event: 'Roweekend i Svendborgsund' } as const
const inTheDark = { club: 'ROKLUB', event: 'Mørkeroning til Frederikssund', refunded: 'event' } as const
const asMember = (key: string, category = 'adult') => ({ key, category, price: 'member' as const })

/** A future and a past event, a test order, a ticket bought by somebody else; and everybody who goes, or went, to two events. */
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
  {
    ...weekend,
    buyer: 'mette.soerensen@example.com',
    people: [asMember('mette.soerensen@example.com'), asMember('mette.soerensen@example.com/Karla', 'child')],
    daysAgo: 29,
  },
  { ...weekend, buyer: 'poul.nygaard@example.com', people: [asMember('poul.nygaard@example.com')], daysAgo: 28 },
  {
    ...weekend,
    buyer: 'rasmus.kjaer@example.com',
    people: [asMember('rasmus.kjaer@example.com'), asMember('rasmus.kjaer@example.com/Malthe', 'child')],
    daysAgo: 24,
  },
  { ...weekend, buyer: 'signe.thorup@example.com', people: [asMember('signe.thorup@example.com')], daysAgo: 21 },
  {
    ...weekend,
    buyer: 'kirsten.aagaard@example.com',
    people: [asMember('kirsten.aagaard@example.com')],
    daysAgo: 20,
    refunded: { daysAgo: 6 },
  },
  { ...weekend, buyer: 'freja.moerk@example.com', people: [asMember('freja.moerk@example.com', 'child')], daysAgo: 17 },
  {
    ...weekend,
    buyer: 'jens.oestergaard@example.com',
    people: [asMember('jens.oestergaard@example.com')],
    daysAgo: 13,
  },
  { ...weekend, buyer: 'mikkel.brandt@example.com', people: [asMember('mikkel.brandt@example.com')], daysAgo: 12 },
  {
    ...weekend,
    buyer: 'oliver.steffensen@example.com',
    people: [asMember('oliver.steffensen@example.com', 'child')],
    daysAgo: 11,
  },
  { ...weekend, buyer: 'soeren.toft@example.com', people: [asMember('soeren.toft@example.com', 'guest')], daysAgo: 9 },
  {
    ...weekend,
    buyer: 'hanne.bjerregaard@example.com',
    people: [{ key: 'hanne.bjerregaard@example.com', category: 'guest', price: 'standard' }],
    daysAgo: 8,
  },
  { ...weekend, buyer: 'laerke.winther@example.com', people: [asMember('laerke.winther@example.com')], daysAgo: 5 },
  { ...inTheDark, buyer: 'poul.nygaard@example.com', people: [asMember('poul.nygaard@example.com')], daysAgo: 26 },
  {
    ...inTheDark,
    buyer: 'jens.oestergaard@example.com',
    people: [asMember('jens.oestergaard@example.com')],
    daysAgo: 22,
  },
  {
    ...inTheDark,
    buyer: 'rasmus.kjaer@example.com',
    people: [asMember('rasmus.kjaer@example.com'), asMember('rasmus.kjaer@example.com/Malthe', 'child')],
    daysAgo: 15,
  },
  { ...inTheDark, buyer: 'mikkel.brandt@example.com', people: [asMember('mikkel.brandt@example.com')], daysAgo: 10 },
]

export interface TicketRows {
  readonly orders: RowOf<'orders'>[]
  readonly entries: RowOf<'eventEntries'>[]
  readonly lines: RowOf<'orderLines'>[]
  readonly payments: RowOf<'payments'>[]
  readonly refunds: RowOf<'refunds'>[]
  readonly refundLines: RowOf<'refundLines'>[]
  /** When places were cancelled. */
  readonly changes: RowOf<'statusChanges'>[]
  readonly refunded: readonly Refunded[]
  /** Those with something to pay, which have a receipt. */
  readonly paid: readonly Paid[]
}

/**
 * Further places sold at the events of the clubs that sell: to members first, then to guests. The choir only tries the portal out, and
 * its places are numbers.
 */
function furtherBookings({ clubs, members, events }: World): Booking[] {
  const isChild = ({ person }: MemberRow) => person.parent !== null
  return events.events.flatMap((event, eventAt) => {
    const club = found(clubs, ({ id }) => id === event.orgId)
    const planned = found(plannedEvents[club.key], ({ title }) => title === event.title)
    if (club.testMode || !planned.sold) return []
    const own = bookings
      .filter((one) => one.club === club.key && one.event === event.title)
      .flatMap((one) => one.people)
    const taken = new Set(own.map(({ key }) => key))
    const ofClub = members.filter(
      ({ person }) => neighbours.includes(person) && person.holds.some((one) => one.startsWith(club.key)),
    )
    const everybody = members.filter(({ person }) => guests.includes(person))
    const moved = (eventAt * 11) % everybody.length
    const guestsHere =
      planned.forMembers && !planned.guests ? [] : [...everybody.slice(moved), ...everybody.slice(0, moved)]
    const wanted = events.categories
      .filter(({ eventId }) => eventId === event.id)
      .flatMap(({ category, sold = 0, memberPrice, minAge, maxAge }) => {
        const free = [...ofClub, ...guestsHere].filter(
          (one) =>
            !taken.has(one.person.key) &&
            one.person.age >= (minAge ?? (isChild(one) ? 0 : 15)) &&
            one.person.age <= (maxAge ?? 120) &&
            isChild(one) === (maxAge !== null && maxAge !== undefined && maxAge < 15),
        )
        const missing = sold - own.filter((one) => one.category === category).length
        if (free.length < missing) throw new Error(`The demo world has too few people for ${event.title}`)
        return free.slice(0, missing).map((one) => {
          taken.add(one.person.key)
          const price = ofClub.includes(one) && memberPrice !== null ? ('member' as const) : ('standard' as const)
          return { key: one.person.key, category, price }
        })
      })
    const byBuyer = Map.groupBy(wanted, ({ key }) => key.split('/')[0]!)
    return [...byBuyer].map(([buyer, people], at) => ({
      club: club.key,
      event: event.title,
      buyer,
      people,
      daysAgo: 1 - Math.min(planned.inDays, 0) + ((at * 7 + eventAt) % 38),
      at: `${8 + ((at * 5) % 14)}:${10 + ((at * 13) % 50)}`.padStart(5, '0'),
    }))
  })
}

interface World {
  readonly clubs: readonly SeededClub[]
  readonly members: readonly MemberRow[]
  readonly events: Pick<EventRows, 'events' | 'categories' | 'phases'>
  readonly today: string
}

/** All rows of paid bookings. */
export function ticketRows(world: World, secrets: Secrets): TicketRows {
  const settled = [...bookings, ...furtherBookings(world)].map((booking) => settle(world, booking))
  const lines = settled.flatMap((one) => one.lines.map((line) => ({ ...one, line })))
  const paid = settled.filter(({ total }) => total > 0)
  const refunded = paid.flatMap(({ back, ...one }) => (back ? [{ ...one, ...back }] : []))
  return {
    orders: settled.map((one) => ({
      ...orderRow(one, secrets),
      ...(one.back && { status: 'refunded' as const }),
      kinds: ['event'],
      eventId: one.event.id,
    })),
    entries: lines.map(({ event, club, orderId, begun, back, line }) => ({
      id: line.entryId,
      eventId: event.id,
      categoryId: line.category.id,
      orgId: club.id,
      memberId: line.member.id,
      orderId,
      poolId: line.category.poolId ?? null,
      phaseId: line.phaseId,
      status: back ? 'cancelled' : 'paid',
      onePerPerson: event.onePerPerson ?? true,
      priceKind: line.priceKind,
      createdAt: begun,
    })),
    lines: lines.map(({ event, orderId, back, line }) => ({
      id: line.id,
      orderId,
      position: line.position,
      kind: 'event',
      memberId: line.member.id,
      memberName: fullName(line.member),
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
      refunded: back ? line.price : 0,
    })),
    payments: paid.map(paymentRow),
    refunds: refunded.map(({ refundId, orderId, club, paymentId, total, refundedAt }) => ({
      id: refundId,
      orderId,
      orgId: club.id,
      paymentId,
      amount: total,
      currency: DEFAULT_CURRENCY,
      testMode: club.testMode,
      cause: 'office',
      method: 'credit',
      status: 'done',
      createdAt: new Date(refundedAt.getTime() - 4000),
      creditCalledAt: refundedAt,
      creditedAfter: total,
      doneAt: refundedAt,
    })),
    refundLines: refunded.flatMap(({ refundId, lines: all }) =>
      all.map(({ id: lineId, price }) => ({ lineId, refundId, amount: price })),
    ),
    changes: lines.flatMap(({ back, buyer, line }) =>
      back
        ? [
            {
              thing: 'event_entries',
              thingId: line.entryId,
              from: 'paid',
              to: 'cancelled',
              cause: 'refunded',
              subjectId: buyer.id,
              at: new Date(back.refundedAt.getTime() - 4000),
            },
          ]
        : [],
    ),
    refunded,
    paid,
  }
}

const dayOf = (moment: Date) => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Copenhagen' }).format(moment)

function settle({ clubs, members, events, today }: World, booking: Booking) {
  const club = found(clubs, ({ key }) => key === booking.club)
  const person = (wanted: string) => found(members, ({ person: { key } }) => key === wanted)
  const event = found(events.events, ({ orgId, title }) => orgId === club.id && title === booking.event)
  const paidAt = momentAt(addDays(today, -booking.daysAgo), booking.at ?? '19:30')
  const begun = new Date(paidAt.getTime() - 4 * 60_000)
  const name = `tickets ${club.key} ${event.title} ${booking.buyer}`
  const lines = booking.people.map(({ key, category: wanted, price }, index) => {
    const category = found(events.categories, ({ eventId, category: one }) => eventId === event.id && one === wanted)
    const phase = events.phases.find(({ categoryId, until }) => categoryId === category.id && paidAt < until!)
    const charged = phase ?? category
    return {
      category,
      phaseId: phase?.id ?? null,
      member: person(key),
      position: index + 1,
      priceKind: price,
      price: price === 'member' ? (charged.memberPrice ?? charged.price) : charged.price,
      id: demoId(`line ${index} ${name}`, begun),
      entryId: demoId(`entry ${index} ${name}`, begun),
    }
  })
  const orderId = demoId(`order ${name}`, begun)
  return {
    back: backOf(booking, event, today, orderId),
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

function backOf({ refunded }: Booking, event: RowOf<'events'>, today: string, orderId: string) {
  if (!refunded) return null
  const refundedAt =
    refunded === 'event' ? cancelDone(event.title, today) : momentAt(addDays(today, -refunded.daysAgo), '10:12')
  return { refundedAt, refundId: demoId(`refund ${orderId}`, refundedAt) }
}

function found<T>(rows: readonly T[], is: (row: T) => boolean): T {
  const row = rows.find(is)
  if (!row) throw new Error('Demo world has no such booking')
  return row
}
