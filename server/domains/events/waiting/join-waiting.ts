import type { Parsed } from '#contract/endpoint.ts'
import { textIn, textsIn } from '#contract/local-text.ts'
import type { EventWaiting, waiting, WaitingPerson, Wish } from '#contract/events/waiting.ts'
import type { Language } from '#contract/values.ts'
import type { Db, Reader, Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { waitingPeople, waitingWishes } from '#server/database/schema/index.ts'
import { sql, type SQL } from '#server/database/sql.ts'
import { fullName, lockRelationships, mayWithMember } from '#server/domains/members/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { unmetRules } from '../registration/eligibility-rules.ts'
import { isMemberBy, readPaidDays } from '../registration/membership-facts.ts'
import { type EventForSale, recountEvents, selectEventsForSale } from '../registration/queries.ts'
import { lockPlaces } from '../registration/reserve-places.ts'
import { cutoffOf } from './offer-window.ts'
import { fitsAtAll, planOffers } from './plan-offers.ts'
import { countWishes } from './wish-state.ts'
import { type CheckedWish, checkWishes, plannedWish, selectWaiting, selectWishes, type WishRow } from './wishes.ts'

type Joining = Parsed<typeof waiting.join>

/**
 * Puts a wish at the end of an event's waiting list: for people who may have a place but for that there are not enough. One that fits what
 * is free is refused, because it can be bought, and so is one that never fits.
 */
export async function joinWaiting(
  tx: Tx,
  buyer: MemberActor,
  { eventId, people: asked, mode, atLeast }: Joining,
): Promise<Wish> {
  const memberIds = asked.map(({ memberId }) => memberId)
  if (new Set(memberIds).size < memberIds.length) throw new Problem('already_waiting')
  const relations = await lockRelationships(tx, buyer, memberIds)
  const known = await selectEventsForSale(tx, { eventIds: [eventId], memberIds, buyerId: null, wanted: [] })
  if (!known.has(eventId)) throw new Problem('event_not_found')
  await lockPlaces(tx, eventId)
  const which = { orderId: newId(), eventIds: [eventId], memberIds }
  const event = (await recountEvents(tx, which)).get(eventId)!
  if (!event.enabled) throw new Problem('event_not_found')
  if (cutoffOf(event) <= tx.now) throw new Problem('waiting_closed')
  const isMemberAt = isMemberBy(await readPaidDays(tx, [event], memberIds))
  const waitingNow = await selectWaiting(tx, eventId)
  const live = await selectLive(tx, eventId)
  const people = asked.map(({ memberId, category: key }) => {
    const seen = relations.find(({ member }) => member.id === memberId)
    if (!seen || !mayWithMember(seen.relationship, 'buy')) throw new Problem('not_found')
    const { member } = seen
    const category = event.categories.find((one) => one.category === key.toLowerCase())
    if (!category) throw new Problem('category_not_found')
    const entry = event.entries.find((one) => one.memberId === memberId) ?? null
    const person = { dateOfBirth: member.dateOfBirth, isMember: isMemberAt(event, memberId), entry }
    const [rule] = unmetRules({
      now: event.now,
      event,
      bypassesPublicDate: false,
      left: null,
      choice: { category, person },
    })
    const name = fullName(member)
    if (rule) throw new Problem(rule.code, { data: { ...rule, name } })
    if (live.people.includes(memberId)) throw new Problem('already_waiting', { data: { name } })
    return { memberId, categoryId: category.id }
  })
  if (live.buyers.includes(buyer.memberId)) throw new Problem('already_waiting')
  const least = { all: people.length, at_least: Math.min(atLeast ?? 1, people.length), any: 1 }[mode]
  const most = fitsAtAll(event, people)
  if (most < least) throw new Problem('waiting_too_many', { data: { places: most } })
  const others = (await checkWishes(tx, event, waitingNow)).map(plannedWish)
  const id = newId()
  const offers = planOffers(event, [...others, { id, people, least }])
  if (offers.some(({ wishId }) => wishId === id)) throw new Problem('waiting_not_needed')
  await tx.insert(waitingWishes).values({
    id,
    orgId: event.orgId,
    eventId,
    buyerId: buyer.memberId,
    mode,
    atLeast: mode === 'at_least' ? least : null,
    status: 'waiting',
    joinedAt: tx.now,
  })
  await tx.insert(waitingPeople).values(people.map((one, position) => ({ ...one, wishId: id, position })))
  await countWishes(tx, [id])
  const [wish] = await readWishes(tx, buyer, sql`wishes.id = ${id}`)
  return wish!
}

/** Who waits or has an offer at an event, and who joined for them, which may be one of them. */
async function selectLive(tx: Tx, eventId: string): Promise<Record<'people' | 'buyers', readonly string[]>> {
  const { rows } = await tx.execute<Record<'people' | 'buyers', string[]>>(sql`
    with live as (select id, buyer_id from waiting_wishes where event_id = ${eventId} and status in ('waiting', 'offered'))
    select array(select buyer_id from live)::text[] as buyers,
      array(select member_id from waiting_people people join live on live.id = people.wish_id)::text[] as people`)
  return rows[0]!
}

/** The caller's live wishes, with what is offered to them. */
export const listMyWishes = (db: Db, buyer: MemberActor): Promise<Wish[]> => readWishes(db, buyer, sql`true`)

export async function showWaiting(
  db: Db,
  buyer: MemberActor,
  { eventId }: { readonly eventId: string },
): Promise<EventWaiting> {
  const found = await selectEventsForSale(db, { eventIds: [eventId], memberIds: [], buyerId: null, wanted: [] })
  const event = found.get(eventId)
  if (!event || event.publicFrom > event.now) throw new Problem('event_not_found')
  const [wish = null] = await readWishes(db, buyer, sql`wishes.event_id = ${eventId}`)
  const { rows } = await db.execute<EventWaiting['all']>(sql`
    select count(distinct wishes.id)::int as wishes, count(*)::int as people
    from waiting_wishes wishes join waiting_people people on people.wish_id = wishes.id
    where wishes.event_id = ${eventId} and wishes.status = 'waiting'`)
  const until = cutoffOf(event)
  return { all: rows[0]!, wish, until: until.toISOString(), isOpen: until > event.now }
}

/** Columns of a wish for its buyer alone. */
interface OfBuyer {
  readonly club: string
  readonly before: Wish['before']
  readonly offer:
    | (Omit<NonNullable<Wish['offer']>, 'total'> & { readonly total: number; readonly currency: string })
    | null
}

const ofOwn = sql`,
  (select name from organisations where id = wishes.org_id) as club,
  (
    select json_build_object('wishes', count(distinct earlier.id), 'people', count(*))
    from waiting_wishes earlier join waiting_people people on people.wish_id = earlier.id
    where earlier.event_id = wishes.event_id and earlier.status = 'waiting'
      and (earlier.joined_at, earlier.id) < (wishes.joined_at, wishes.id)
  ) as before,
  (
    select json_build_object('orderId', orders.id, 'until', orders.reserved_until, 'total', orders.total, 'currency', orders.currency,
      'names', (select json_agg(lines.member_name order by lines.position) from order_lines lines where lines.order_id = orders.id))
    from waiting_offers offers join orders on orders.id = offers.order_id
    where offers.wish_id = wishes.id and orders.status in ('open', 'declined') limit 1
  ) as offer`

/** Live wishes as their buyer sees them. Those at cancelled events end. */
async function readWishes(db: Reader, buyer: MemberActor, where: SQL): Promise<Wish[]> {
  const rows = await selectWishes<WishRow & OfBuyer>(
    db,
    'of-buyer',
    sql`wishes.buyer_id = ${buyer.memberId} and wishes.status in ('waiting', 'offered') and ${where}`,
    ofOwn,
  )
  const eventIds = [...new Set(rows.map(({ eventId }) => eventId))]
  if (eventIds.length === 0) return []
  const events = await selectEventsForSale(db, { eventIds, memberIds: [], buyerId: null, wanted: [] })
  const shown = rows.flatMap((row) => events.get(row.eventId) ?? [])
  const checked = await Promise.all(
    shown.map(async (event) => {
      const own = rows.filter(({ eventId }) => eventId === event.id)
      return (await checkWishes(db, event, own)).map((wish, at) =>
        presentWish(event, { ...own[at]!, ...wish }, buyer.via.language),
      )
    }),
  )
  return checked.flat()
}

function presentWish(event: EventForSale, wish: CheckedWish & OfBuyer, language: Language): Wish {
  const { id, mode, atLeast, status, joinedAt, club, before, offer } = wish
  return {
    id,
    eventId: event.id,
    orgId: event.orgId,
    orgKey: event.orgKey,
    orgName: club,
    ...textsIn({ title: event.title }, language),
    startDate: event.startsAt.toISOString(),
    timeZone: event.timeZone,
    mode,
    atLeast,
    status: status === 'offered' ? 'offered' : 'waiting',
    joinedAt: new Date(joinedAt).toISOString(),
    people: wish.people.map((person) => presentPerson(event, person, language)),
    before,
    offer: offer && {
      ...offer,
      until: new Date(offer.until).toISOString(),
      total: { minor: offer.total, currency: offer.currency },
    },
  }
}

/** Somebody who waits, with the category in the reader's language. */
export function presentPerson(
  event: Pick<EventForSale, 'categories'>,
  person: CheckedWish['people'][number],
  language: Language,
): WaitingPerson {
  const category = event.categories.find(({ id }) => id === person.categoryId)
  return {
    memberId: person.memberId,
    name: fullName(person),
    category: category?.category ?? '',
    categoryName: category ? textIn(category.name, language) : '',
    served: person.served,
    problem: person.problem,
  }
}
