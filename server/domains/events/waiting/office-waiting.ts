import type { OfficeWaiting, OfficeWish } from '#contract/events/waiting.ts'
import { textIn } from '#contract/local-text.ts'
import type { Reader, Tx } from '#server/database/db.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import { waitingWishes } from '#server/database/schema/index.ts'
import { and, eq, sql } from '#server/database/sql.ts'
import { recordOfficeChange } from '#server/domains/audit/index.ts'
import { fullName } from '#server/domains/members/index.ts'
import type { ByHandServices } from '#server/domains/orders/index.ts'
import { type OrganisationRow, sells } from '#server/domains/organisations/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { findEvent, requirePublished } from '../office/registrations.ts'
import { type EventForSale, recountEvents } from '../registration/queries.ts'
import { lockPlaces } from '../registration/reserve-places.ts'
import { newId } from '#server/database/new-id.ts'
import { presentPerson } from './join-waiting.ts'
import { endWish } from './leave-waiting.ts'
import { makeOffer } from './offer-places.ts'
import { fitsNow, moreIn, type PlannedWish, planOffers } from './plan-offers.ts'
import { notifyWaitingEnded } from './waiting-notifications.ts'
import { type CheckedWish, checkWishes, plannedWish, selectWishes, type WishRow } from './wishes.ts'

const PAGE = 100
/** The most further places that are looked at. */
const MOST_MORE = 12

interface Which {
  readonly eventId: string
  readonly wishId: string
}

const ofOffice = sql`,
  (select ${fullNameOf('members')} from members where id = wishes.buyer_id) as buyer,
  (select orders.reserved_until from waiting_offers offers join orders on orders.id = offers.order_id
    where offers.wish_id = wishes.id and orders.status in ('open', 'declined') limit 1) as "offeredUntil"`

type OfficeRow = WishRow & { readonly buyer: string; readonly offeredUntil: string | null }

/** Who waits, in their order, each with why not yet. */
export async function listOfficeWaiting(
  db: Reader,
  { actor, organisation }: OfficeCaller,
  { eventId, after }: { readonly eventId: string; readonly after?: string | undefined },
): Promise<OfficeWaiting> {
  const row = await findEvent(db, organisation.id, eventId)
  if (row.waiting === 0) return { wishes: [], next: null, total: { wishes: 0, people: 0 }, more: [] }
  const event = await countedEvent(db, eventId)
  // Whoever the page follows may have left meanwhile.
  const found = await selectWishes<OfficeRow>(
    db,
    'of-office',
    sql`wishes.event_id = ${eventId} and (wishes.status in ('waiting', 'offered') or wishes.id = ${after ?? null}::uuid)`,
    ofOffice,
  )
  const isListed = ({ status }: OfficeRow) => status === 'waiting' || status === 'offered'
  const rows = found.filter(isListed)
  const wishes = await checkWishes(db, event, rows)
  const waiting = wishes.filter(({ status }) => status === 'waiting')
  const plans = waiting.map(plannedWish)
  const planned = new Set(planOffers(event, plans).map(({ wishId }) => wishId))
  const from = found.slice(0, found.findIndex(({ id }) => id === after) + 1).filter(isListed).length
  const page = wishes.slice(from, from + PAGE)
  const { language } = actor.via
  return {
    wishes: page.map((wish) => ({
      id: wish.id,
      ...factsOf(rows.find(({ id }) => id === wish.id)!),
      people: wish.people.map((person) => presentPerson(event, person, language)),
      mode: wish.mode,
      atLeast: wish.atLeast,
      joinedAt: new Date(wish.joinedAt).toISOString(),
      ...whyNotYet(event, wish, planned.has(wish.id)),
    })),
    next: from + PAGE < wishes.length ? page.at(-1)!.id : null,
    total: { wishes: wishes.length, people: wishes.reduce((sum, { people }) => sum + people.length, 0) },
    more: event.categories.flatMap((category) =>
      morePlaces(event, plans, category.id).map((step) => ({ categoryName: textIn(category.name, language), ...step })),
    ),
  }
}

const factsOf = ({ buyer, offeredUntil }: OfficeRow) => ({
  buyer,
  offeredUntil: offeredUntil && new Date(offeredUntil).toISOString(),
})

/** As it is counted under the lock, with expired holds. */
async function countedEvent(db: Reader, eventId: string): Promise<EventForSale> {
  const found = await recountEvents(db, { orderId: newId(), eventIds: [eventId], memberIds: [] })
  return found.get(eventId)!
}

function whyNotYet(
  event: EventForSale,
  wish: CheckedWish,
  isPlanned: boolean,
): Pick<OfficeWish, 'whyNot' | 'fits' | 'least'> {
  const { people, least } = plannedWish(wish)
  const fits = fitsNow(event, people).length
  const why = () => {
    if (wish.status === 'offered') return 'offered'
    if (isPlanned) return 'next'
    if (people.length < least) return 'not_eligible'
    return fits === 0 ? 'no_place' : 'too_few'
  }
  return { whyNot: why(), fits, least }
}

/** The numbers of further places in a category with which more wishes are served, the first three. */
function morePlaces(event: EventForSale, wishes: readonly PlannedWish[], categoryId: string) {
  if (!wishes.some(({ people }) => people.some((one) => one.categoryId === categoryId))) return []
  const steps: { places: number; wishes: number }[] = []
  let served = planOffers(event, wishes).length
  for (let places = 1; places <= MOST_MORE && steps.length < 3; places++) {
    const now = planOffers(moreIn(event, categoryId, places), wishes).length
    if (now > served) steps.push({ places, wishes: now })
    served = Math.max(served, now)
  }
  return steps
}

/** Offers what is free to a wish, whoever waits before. Throws `offer_not_possible` with how many fit. */
export async function offerNow(
  services: ByHandServices,
  tx: Tx,
  caller: OfficeCaller<OrganisationRow>,
  { eventId, wishId, reason }: Which & { readonly reason: string },
): Promise<void> {
  const { actor, organisation } = caller
  requirePublished(await findEvent(tx, organisation.id, eventId))
  if (!sells(organisation.state)) throw new Problem('club_paused')
  const event = await lockPlaces(tx, eventId)
  const rows = await selectWishes(
    tx,
    'one',
    sql`wishes.id = ${wishId} and wishes.event_id = ${eventId} and wishes.status = 'waiting'`,
  )
  const [wish] = await checkWishes(tx, event, rows)
  if (!wish) throw new Problem('waiting_ended')
  const { people, least } = plannedWish(wish)
  const places = fitsNow(event, people)
  if (places.length === 0 || places.length < least)
    throw new Problem('offer_not_possible', { data: { fits: places.length, least } })
  await makeOffer(services, tx, organisation, event, { wish, places, by: { actorId: actor.actorId, reason } })
  await record(tx, caller, wish, { name: 'waiting_offered', reason })
}

/** Takes a wish off the list and notifies whoever joined. */
export async function removeWish(
  services: ByHandServices,
  tx: Tx,
  caller: OfficeCaller,
  { eventId, wishId, reason }: Which & { readonly reason: string },
): Promise<void> {
  const { actor, organisation } = caller
  await findEvent(tx, organisation.id, eventId)
  const [wish] = await tx
    .select()
    .from(waitingWishes)
    .where(and(eq(waitingWishes.id, wishId), eq(waitingWishes.eventId, eventId)))
  if (!wish) throw new Problem('waiting_ended')
  const [row] = await selectWishes(tx, 'one', sql`wishes.id = ${wishId}`)
  const cause = { reason: 'removed', actorId: actor.actorId, subjectId: wish.buyerId }
  await endWish(services, tx, wish, { to: 'removed', cause })
  await notifyWaitingEnded(tx, { wishId, by: 'removed' })
  await record(tx, caller, row!, { name: 'waiting_removed', reason })
}

async function record(
  tx: Tx,
  caller: OfficeCaller,
  { eventId, people }: WishRow,
  { name, reason }: { readonly name: 'waiting_offered' | 'waiting_removed'; readonly reason: string },
): Promise<void> {
  const event = await findEvent(tx, caller.organisation.id, eventId)
  await recordOfficeChange(tx, caller, {
    name,
    thing: 'event',
    thingId: eventId,
    label: event.title,
    after: { people: people.map(fullName).join(', ') },
    reason,
  })
}
