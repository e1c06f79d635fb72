import { crashPoint } from '#server/database/crash-point.ts'
import { type Db, inTransaction, type Tx } from '#server/database/db.ts'
import { waitingOffers } from '#server/database/schema/index.ts'
import { sql } from '#server/database/sql.ts'
import { type ByHandServices, expireOrders, offerOrder } from '#server/domains/orders/index.ts'
import { type OrganisationRow, selectOrganisation, sells } from '#server/domains/organisations/index.ts'
import type { Logger } from '#server/http/log.ts'
import { handle, type Handler, type RecurringJob } from '#server/jobs/queue.ts'
import { pricesAt } from '../registration/phases.ts'
import { priced } from '../registration/price-places.ts'
import type { EventForSale } from '../registration/queries.ts'
import { lockPlaces } from '../registration/reserve-places.ts'
import { offerJob, offerLater, offerSoon } from './offer-job.ts'
import { cutoffOf, offerUntil } from './offer-window.ts'
import { fitsNow, type PlannedOffer, withHeld } from './plan-offers.ts'
import { type EndedBy, notifyOffer, notifyWaitingEnded } from './waiting-notifications.ts'
import { transitionWishes } from './wish-state.ts'
import { type CheckedWish, checkWishes, plannedWish, readPlan, selectWaiting, selectWishes } from './wishes.ts'

export interface OfferServices extends ByHandServices {
  readonly db: Db
  readonly log: Logger
}

/** The most wishes that end in one transaction. */
const CHUNK = 100

export const offerPlacesHandler = (services: OfferServices): Handler =>
  handle(offerJob, async ({ eventId }) => {
    await endLateOffers(services, eventId)
    // One offer a transaction, so that buyers wait for one at most.
    let plan: Plan | null = noPlan
    while (plan) {
      const before: Plan = plan
      plan = await inTransaction(services.db, (tx) => offerNext(services, tx, eventId, before))
      crashPoint('offer.made')
    }
  })

/** Offers to be made, while the event's places are as they were planned with. */
interface Plan {
  readonly offers: readonly PlannedOffer[]
  readonly places: string
}

const noPlan: Plan = { offers: [], places: '' }

const placesOf = (event: EventForSale): string =>
  JSON.stringify(
    [event, ...event.categories, ...event.categories.flatMap(({ pool }) => pool ?? [])].map(
      ({ capacity, sold, held }) => [capacity, sold + held],
    ),
  )

/** Offers that ran out end now, and not when the clock strikes: the next in line waits for them. */
async function endLateOffers({ db, log, lineHandlers }: OfferServices, eventId: string): Promise<void> {
  const { rows } = await db.execute(sql`
    select from waiting_wishes wishes join waiting_offers offers on offers.wish_id = wishes.id
    join orders on orders.id = offers.order_id and orders.status in ('open', 'declined') and orders.reserved_until <= portal_now()
    where wishes.event_id = ${eventId} and wishes.status = 'offered' limit 1`)
  if (rows.length > 0) await expireOrders({ db, log, lineHandlers })
}

/**
 * Makes the next offer of a plan, or ends the waiting list when its time has come.
 * @returns what is left of the plan; null when there is nothing to do
 */
async function offerNext(services: OfferServices, tx: Tx, eventId: string, plan: Plan): Promise<Plan | null> {
  const event = await lockPlaces(tx, eventId)
  if (event.waiting === 0) return null
  const ending = endingOf(event)
  if (ending) return endWishes(tx, event, ending)
  const organisation = await selectOrganisation(tx, event.orgId)
  if (!sells(organisation.state)) return null
  const holds = plan.offers.length > 0 && plan.places === placesOf(event)
  const [next, ...offers] = holds ? plan.offers : await planAnew(tx, event)
  if (!next) {
    await lookAgain(tx, event)
    return null
  }
  const wish = await findFitting(tx, event, next)
  if (!wish) return noPlan
  await makeOffer(services, tx, organisation, event, { wish, places: next.places })
  crashPoint('offer.making')
  return { offers, places: placesOf(withHeld(event, next.places)) }
}

/** Whoever has got a place otherwise waits no longer. */
async function planAnew(tx: Tx, event: EventForSale): Promise<PlannedOffer[]> {
  await waitAgain(tx, event)
  const { wishes, offers } = await readPlan(tx, event)
  const served = wishes.filter(({ people }) => people.every((one) => one.settled))
  await transitionWishes(
    tx,
    served.map(({ id }) => id),
    'taken',
    { reason: 'everybody has a place' },
  )
  return offers
}

/** The version before left a wish without its offer when somebody of it chose their own place. */
async function waitAgain(tx: Tx, { id }: EventForSale): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from waiting_wishes wishes where event_id = ${id} and status = 'offered' and not exists (
      select from waiting_offers offers join orders on orders.id = offers.order_id
      where offers.wish_id = wishes.id and orders.status in ('open', 'declined'))`)
  const lost = rows.map((row) => row.id)
  if (lost.length > 0) await transitionWishes(tx, lost, 'waiting', { reason: 'its offer is gone' })
}

/** The wish of a planned offer, unless it has changed or its places are gone. */
async function findFitting(tx: Tx, event: EventForSale, { wishId, places }: PlannedOffer): Promise<CheckedWish | null> {
  const rows = await selectWishes(tx, 'one', sql`wishes.id = ${wishId} and wishes.status = 'waiting'`)
  const [wish] = await checkWishes(tx, event, rows)
  if (!wish || fitsNow(event, places).length < places.length) return null
  const open = new Set(plannedWish(wish).people.map(({ memberId }) => memberId))
  return places.every(({ memberId }) => open.has(memberId)) ? wish : null
}

/** Why an event has no waiting list any more. */
function endingOf(event: EventForSale): EndedBy | null {
  if (!event.enabled) return 'cancelled'
  return cutoffOf(event) <= event.now ? 'cutoff' : null
}

async function endWishes(tx: Tx, event: EventForSale, by: EndedBy): Promise<Plan | null> {
  const wishes = (await selectWaiting(tx, event.id)).slice(0, CHUNK)
  await transitionWishes(
    tx,
    wishes.map(({ id }) => id),
    'closed',
    { reason: by },
  )
  for (const { id } of wishes) await notifyWaitingEnded(tx, { wishId: id, by })
  return wishes.length === CHUNK ? noPlan : null
}

interface Making {
  readonly wish: CheckedWish
  readonly places: PlannedOffer['places']
  /** An office that offers out of turn. */
  readonly by?: { readonly actorId: string; readonly reason: string }
}

/** Holds places for a wish and notifies whoever joined. The event is locked. */
export async function makeOffer(
  services: ByHandServices,
  tx: Tx,
  organisation: OrganisationRow,
  event: EventForSale,
  { wish, places, by }: Making,
): Promise<void> {
  const until = offerUntil(event, tx.now)
  const taken = new Map<string, number>()
  const lines = places.map(({ memberId, categoryId }) => {
    const category = event.categories.find(({ id }) => id === categoryId)!
    const { isMember, ...person } = wish.people.find((one) => one.memberId === memberId)!
    const prices = pricesAt(category, event.now, taken.get(categoryId))
    taken.set(categoryId, (taken.get(categoryId) ?? 0) + 1)
    const member = { ...person, id: memberId }
    return priced(event, { ...category, ...prices }, { member }, isMember ? 'paid' : null)
  })
  const actorId = by?.actorId ?? null
  const order = await offerOrder(services, tx, organisation, { buyerId: wish.buyerId, lines, until, actorId })
  await tx.insert(waitingOffers).values({
    orderId: order.id,
    wishId: wish.id,
    until,
    offeredAt: tx.now,
    offeredBy: actorId,
    reason: by?.reason ?? '',
  })
  await transitionWishes(tx, [wish.id], 'offered', { reason: 'offered', actorId, subjectId: wish.buyerId })
  await notifyOffer(tx, { wishId: wish.id, order })
}

/** When the next hold at the event runs out, or the waiting list ends. */
async function lookAgain(tx: Tx, event: EventForSale): Promise<void> {
  const { rows } = await tx.execute<{ seconds: number }>(sql`
    select extract(epoch from least(${cutoffOf(event)}::timestamptz, min(reserved_until)) - portal_now())::float8 as seconds
    from event_entries where event_id = ${event.id} and status = 'held' and reserved_until > portal_now()`)
  await offerLater(tx, event.id, Math.max(rows[0]!.seconds, 0) + 1)
}

/** Looks at every waiting list, should a job have been lost. */
export const waitingSchedule = ({ db }: { readonly db: Db }): RecurringJob[] => [
  {
    name: 'events.look-at-waiting-lists',
    cron: '* * * * *',
    run: () =>
      inTransaction(db, async (tx) => {
        const { rows } = await tx.execute<{ id: string }>(sql`
          select distinct event_id as id from waiting_wishes where status in ('waiting', 'offered')`)
        await offerSoon(
          tx,
          rows.map(({ id }) => id),
          { unlessQueued: true },
        )
      }),
  },
]
