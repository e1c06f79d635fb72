import type { OfferOfLink } from '#contract/events/waiting.ts'
import { type LocalText, textIn } from '#contract/local-text.ts'
import type { Cause } from '#server/database/change-status.ts'
import type { Reader, Tx } from '#server/database/db.ts'
import { waitingWishes } from '#server/database/schema/index.ts'
import { readSignedToken, type Secrets, signedToken } from '#server/database/secrets.ts'
import { and, eq, sql } from '#server/database/sql.ts'
import { endUnsoldOrder, type LineItemHandlers } from '#server/domains/orders/index.ts'
import type { Actor, MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { lockEvents } from '../registration/entry-queries.ts'
import { transitionWishes } from './wish-state.ts'

const PURPOSE = 'waiting-offer'

/** Lets whoever holds the mail of an offer decline it without signing in. */
export const offerToken = (secrets: Secrets, orderId: string): string => signedToken(secrets, PURPOSE, orderId)

interface Services {
  readonly lineHandlers: LineItemHandlers
}

/** Takes the caller's wish off the list. An offer goes to the next in line. */
export async function leaveWaiting(
  services: Services,
  tx: Tx,
  { actorId, memberId }: MemberActor,
  { wishId }: { readonly wishId: string },
): Promise<void> {
  const [wish] = await tx
    .select()
    .from(waitingWishes)
    .where(and(eq(waitingWishes.id, wishId), eq(waitingWishes.buyerId, memberId)))
  if (!wish) throw new Problem('not_found')
  await endWish(services, tx, wish, { to: 'left', cause: { reason: 'left', actorId, subjectId: memberId } })
}

/** Nobody waits who is erased, nor for them. Their offers have ended. */
export async function leaveWaitingLists(tx: Tx, memberId: string): Promise<void> {
  const { rows } = await tx.execute<{ id: string; eventId: string }>(sql`
    select id, event_id as "eventId" from waiting_wishes wishes where status = 'waiting' and (buyer_id = ${memberId}
      or exists (select from waiting_people people where people.wish_id = wishes.id and people.member_id = ${memberId}))`)
  if (rows.length === 0) return
  await lockEvents(
    tx,
    rows.map(({ eventId }) => eventId),
  )
  await transitionWishes(
    tx,
    rows.map(({ id }) => id),
    'closed',
    { reason: 'person erased' },
  )
}

interface Ending {
  /** Of one without an offer. */
  readonly to: 'left' | 'removed'
  readonly cause: Cause
}

/** Ends a wish: its order, if it has an offer. Throws `waiting_ended`, `payment_in_progress`. */
export async function endWish(
  services: Services,
  tx: Tx,
  { id, eventId }: { readonly id: string; readonly eventId: string },
  { to, cause }: Ending,
): Promise<void> {
  const orderId = await selectOpenOffer(tx, id)
  if (orderId) return endOffer(services, tx, orderId, { ...cause, reason: to === 'left' ? 'offer declined' : to })
  await lockEvents(tx, [eventId])
  const ended = await transitionWishes(tx, [id], to, cause)
  // Offered, or over, at this very moment.
  if (ended.length === 0) throw new Problem('waiting_ended')
}

async function selectOpenOffer(db: Reader, wishId: string): Promise<string | null> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select orders.id from waiting_offers offers join orders on orders.id = offers.order_id
    where offers.wish_id = ${wishId} and orders.status in ('open', 'declined') limit 1`)
  return rows[0]?.id ?? null
}

async function endOffer({ lineHandlers }: Services, tx: Tx, orderId: string, cause: Cause): Promise<void> {
  const { outcome } = await endUnsoldOrder(lineHandlers, tx, orderId, cause)
  if (outcome === 'later') throw new Problem('payment_in_progress', { retryAfter: 2 })
}

type Offer = Omit<OfferOfLink, 'title'> & { readonly orderId: string; readonly title: LocalText }

async function selectOfferOfLink(secrets: Secrets, db: Reader, token: string): Promise<Offer> {
  const [orderId = null] = readSignedToken(secrets, PURPOSE, token) ?? []
  const { rows } = await db.execute<Offer & Record<string, unknown>>(sql`
    select orders.id as "orderId", events.title_texts as title, organisations.key as "orgKey", organisations.name as "orgName",
      events.id as "eventId", offers.until, (select count(*)::int from order_lines lines where lines.order_id = orders.id) as places,
      case when orders.status in ('paid', 'refunded') then 'taken' when orders.status = 'cancelled' then 'declined'
        when orders.status = 'expired' or orders.reserved_until <= portal_now() then 'ran_out' else 'open' end as state
    from waiting_offers offers join orders on orders.id = offers.order_id join waiting_wishes wishes on wishes.id = offers.wish_id
    join events on events.id = wishes.event_id join organisations on organisations.id = events.org_id
    where offers.order_id = ${orderId}::uuid`)
  if (!rows[0]) throw new Problem('offer_link_invalid')
  return rows[0]
}

/** Mail programs open links by themselves, so that this changes nothing. */
export async function showOfferOfLink(
  secrets: Secrets,
  db: Reader,
  { via }: Actor,
  { token }: { readonly token: string },
): Promise<OfferOfLink> {
  const { orderId: _, title, until, ...offer } = await selectOfferOfLink(secrets, db, token)
  return { ...offer, title: textIn(title, via.language), until: new Date(until).toISOString() }
}

/** Declines an offer for whoever holds its mail. One that is over stays as it is. */
export async function declineOffer(
  { secrets, ...services }: Services & { readonly secrets: Secrets },
  tx: Tx,
  actor: Actor,
  link: { readonly token: string },
): Promise<OfferOfLink> {
  const { orderId, state } = await selectOfferOfLink(secrets, tx, link.token)
  if (state === 'open') await endOffer(services, tx, orderId, { reason: 'offer declined' })
  return showOfferOfLink(secrets, tx, actor, link)
}
