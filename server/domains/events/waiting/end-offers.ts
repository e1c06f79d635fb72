import type { WishStatus } from '#contract/events/waiting.ts'
import type { Cause } from '#server/database/change-status.ts'
import type { Tx } from '#server/database/db.ts'
import { isOneOf } from '#server/database/prepared.ts'
import { sql } from '#server/database/sql.ts'
import { notifyWaitingEnded } from './waiting-notifications.ts'
import { transitionWishes } from './wish-state.ts'
import { offerOf } from './wishes.ts'

/** Its buyer did not choose otherwise: somebody for whom it holds a place did. */
export const REPLACED = 'replaced by another selection'

/** Why the order of an offer ends, as its status changes record it. */
export const offerCauses = {
  declined: ['cancelled by the buyer', 'offer declined'],
  ran_out: ['hold ran out'],
} as const

/** Why others wait on: somebody chose a place for themselves, or is no longer to be bought for. */
const waitOn = [REPLACED, 'family link ended']

const stateOf = ({ reason }: Cause): WishStatus => {
  if (waitOn.includes(reason)) return 'waiting'
  if (offerCauses.declined.some((one) => one === reason)) return 'declined'
  return offerCauses.ran_out.some((one) => one === reason) ? 'ran_out' : 'closed'
}

interface OfferedWish extends Record<string, unknown> {
  readonly id: string
  readonly orderId: string
  /** People who are in none of its offers. */
  readonly left: number
}

/** The wishes whose offers are among these orders. */
async function selectOffered(tx: Tx, orderIds: readonly string[]): Promise<OfferedWish[]> {
  const { rows } = await tx.execute<OfferedWish>(sql`
    select wishes.id, offers.order_id as "orderId", (
      select count(*)::int from waiting_people people where people.wish_id = wishes.id and not exists (${offerOf})) as left
    from waiting_offers offers join waiting_wishes wishes on wishes.id = offers.wish_id
    where ${isOneOf(sql`offers.order_id`, orderIds)} and wishes.status = 'offered'`)
  return rows
}

/**
 * Of an order that is paid: whoever was not in the offer waits on. The event is locked, and has a waiting list.
 * @returns whether it was an offer
 */
export async function takeOffer(tx: Tx, orderId: string, cause: Cause): Promise<boolean> {
  const wishes = await selectOffered(tx, [orderId])
  const [served, waiting] = [wishes.filter(({ left }) => left === 0), wishes.filter(({ left }) => left > 0)]
  await transitionWishes(
    tx,
    served.map(({ id }) => id),
    'taken',
    cause,
  )
  await transitionWishes(
    tx,
    waiting.map(({ id }) => id),
    'waiting',
    cause,
  )
  return wishes.length > 0
}

/** Of orders that end unpaid: nobody of the wish waits any more, unless it was for one of them alone. The events are locked, and have waiting lists. */
export async function endOffers(tx: Tx, orderIds: readonly string[], cause: Cause): Promise<void> {
  const wishes = await selectOffered(tx, orderIds)
  const to = stateOf(cause)
  await transitionWishes(
    tx,
    wishes.map(({ id }) => id),
    to,
    cause,
  )
  if (to === 'ran_out')
    for (const { id, orderId } of wishes) await notifyWaitingEnded(tx, { wishId: id, by: 'ran_out', orderId })
}
