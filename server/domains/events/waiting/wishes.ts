import type { WaitingMode, WaitingProblem, WishStatus } from '#contract/events/waiting.ts'
import type { Reader } from '#server/database/db.ts'
import { executePrepared } from '#server/database/prepared.ts'
import { sql, type SQL } from '#server/database/sql.ts'
import { hasDied } from '#server/domains/members/index.ts'
import { unmetRules } from '../registration/eligibility-rules.ts'
import { isMemberBy, readPaidDays } from '../registration/membership-facts.ts'
import { leftOfEvent } from '../registration/places.ts'
import type { EventForSale } from '../registration/queries.ts'
import { type PlannedWish, planOffers, withHeld } from './plan-offers.ts'

export interface WaitingPersonRow {
  readonly memberId: string
  readonly categoryId: string
  readonly firstName: string
  readonly lastName: string
  readonly dateOfBirth: string | null
  /** The offer that they are in, or what they chose in its stead. */
  readonly orderId: string | null
  /** The place that they have or hold. */
  readonly entryId: string | null
  /** Whether the order, and the place, are more than held. */
  readonly orderPaid: boolean
  readonly entryPaid: boolean
  /** Whether whoever joined may still buy for them, and neither has died. */
  readonly mayBuy: boolean
}

export interface WishRow extends Record<string, unknown> {
  readonly id: string
  readonly eventId: string
  readonly buyerId: string
  readonly mode: WaitingMode
  readonly atLeast: number | null
  readonly status: WishStatus
  readonly joinedAt: string
  readonly people: readonly WaitingPersonRow[]
}

/**
 * The order that somebody of `people`, of `wishes`, was offered a place by, or the one that they chose in its stead. One that ended unpaid offers
 * nothing any more.
 */
export const offerOf = sql`
  select orders.id, orders.status in ('paid', 'refunded') as paid
  from waiting_offers offers join orders offered on offered.id = offers.order_id
  join orders on orders.id in (offered.id, offered.replaced_by) and orders.status not in ('cancelled', 'expired')
  join order_lines lines on lines.order_id = orders.id and lines.event_id = wishes.event_id and lines.member_id = people.member_id
  where offers.wish_id = wishes.id order by paid desc limit 1`

/**
 * Wishes with their people, in the order in which they joined.
 * @param name of the statement
 * @param where about `wishes`
 * @param more columns
 */
export async function selectWishes<Row extends WishRow = WishRow>(
  db: Reader,
  name: string,
  where: SQL,
  more = sql``,
): Promise<Row[]> {
  const { rows } = await executePrepared<Row>(
    db,
    `events.wishes-${name}`,
    sql`
    select wishes.id, wishes.event_id as "eventId", wishes.buyer_id as "buyerId", wishes.mode, wishes.at_least as "atLeast", wishes.status,
      wishes.joined_at as "joinedAt",
      (
        select json_agg(json_build_object(
          'memberId', people.member_id, 'categoryId', people.category_id, 'firstName', members.first_name, 'lastName', members.last_name,
          'dateOfBirth', members.date_of_birth,
          'orderId', offered.id, 'orderPaid', coalesce(offered.paid, false), 'entryId', place.id, 'entryPaid', coalesce(place.paid, false),
          'mayBuy', buyers.enabled and members.enabled and members.archived_at is null
            and not ${hasDied(sql`buyers.id`)} and not ${hasDied(sql`members.id`)} and (members.id = buyers.id or exists (
              select from people_in_reach reach where reach.actor_id = buyers.id and reach.member_id = members.id and not reach.archived))
        ) order by people.position)
        from waiting_people people join members on members.id = people.member_id
        left join lateral (${offerOf}) offered on true
        left join lateral (
          select entries.id, entries.status = 'paid' as paid from event_entries entries
          where entries.event_id = wishes.event_id and entries.member_id = people.member_id and (entries.status = 'paid'
            or entries.status = 'held' and (entries.reserved_until is null or entries.reserved_until > portal_now()))
          order by paid desc limit 1) place on true
        where people.wish_id = wishes.id
      ) as people ${more}
    from waiting_wishes wishes join members buyers on buyers.id = wishes.buyer_id where ${where} order by wishes.joined_at, wishes.id`,
  )
  return rows
}

/** Everybody who waits at an event. */
export const selectWaiting = (db: Reader, eventId: string): Promise<WishRow[]> =>
  selectWishes(db, 'waiting', sql`wishes.event_id = ${eventId} and wishes.status = 'waiting'`)

/** A wish with what prevents a place for each of its people now; sold out is no such thing. */
export interface CheckedWish extends WishRow {
  readonly people: readonly (WaitingPersonRow & {
    readonly isMember: boolean
    /** In an offer, or with a place. */
    readonly served: boolean
    /** And it is not only held: a hold runs out. */
    readonly settled: boolean
    readonly problem: WaitingProblem | null
  })[]
}

/** Applies the rules for buyers of now: somebody may have become too old, or a member. */
export async function checkWishes(db: Reader, event: EventForSale, wishes: readonly WishRow[]): Promise<CheckedWish[]> {
  const memberIds = [...new Set(wishes.flatMap(({ people }) => people.map(({ memberId }) => memberId)))]
  const isMemberAt = isMemberBy(await readPaidDays(db, [event], memberIds))
  return wishes.map((wish) => ({
    ...wish,
    people: wish.people.map((person) => {
      const isMember = isMemberAt(event, person.memberId)
      const served = person.orderId !== null || (event.onePerPerson && person.entryId !== null)
      const settled = person.orderPaid || (event.onePerPerson && person.entryPaid)
      return {
        ...person,
        isMember,
        served,
        settled,
        problem: served ? null : problemOf(event, { ...person, isMember }),
      }
    }),
  }))
}

function problemOf(
  event: EventForSale,
  { categoryId, dateOfBirth, isMember, mayBuy }: WaitingPersonRow & { readonly isMember: boolean },
): WaitingProblem | null {
  if (!mayBuy) return 'no_longer_allowed_for'
  const category = event.categories.find(({ id }) => id === categoryId)
  if (!category) return 'category_closed'
  const person = { dateOfBirth, isMember, entry: null }
  const [rule] = unmetRules({
    now: event.now,
    event,
    bypassesPublicDate: false,
    left: null,
    choice: { category, person },
  })
  return rule?.code ?? null
}

/** A wish as it is planned. */
export function plannedWish({ id, mode, atLeast, people }: CheckedWish): PlannedWish {
  const open = people.filter(({ served }) => !served)
  const least = { all: open.length, at_least: (atLeast ?? 1) - (people.length - open.length), any: 1 }[mode]
  return { id, people: open.filter(({ problem }) => problem === null), least: Math.max(least, 1) }
}

/** The event's waiting list with what it would be offered now. */
export async function readPlan(db: Reader, event: EventForSale) {
  const wishes = await checkWishes(db, event, await selectWaiting(db, event.id))
  return { wishes, offers: planOffers(event, wishes.map(plannedWish)) }
}

/**
 * The event without the free places that go to those who wait, which count as held: others cannot buy them. Costs nothing where nobody
 * waits or nothing is free.
 * @param own places that the buyer gives up for this purchase: nobody else is offered them
 */
export async function keepForWaiting(
  db: Reader,
  event: EventForSale,
  own: readonly { readonly categoryId: string }[] = [],
): Promise<EventForSale> {
  if (event.waiting === 0 || !event.enabled) return event
  const others = withHeld(event, own)
  if (leftOfEvent(others) === 0) return event
  const { offers } = await readPlan(db, others)
  return withHeld(
    event,
    offers.flatMap(({ places }) => places),
  )
}

/**
 * `keepForWaiting` of several events.
 * @param own omitted: of whoever is about to buy, what their unpaid orders hold
 */
export async function keepAllForWaiting(
  db: Reader,
  events: ReadonlyMap<string, EventForSale>,
  own?: readonly { readonly eventId: string; readonly categoryId: string }[],
): Promise<ReadonlyMap<string, EventForSale>> {
  if ([...events.values()].every(({ waiting }) => waiting === 0)) return events
  const kept = new Map<string, EventForSale>()
  for (const [id, event] of events) {
    const given = own ? own.filter(({ eventId }) => eventId === id) : event.entries.filter(({ reserved }) => reserved)
    kept.set(id, await keepForWaiting(db, event, given))
  }
  return kept
}
