import type { WishStatus } from '#contract/events/waiting.ts'
import { changeStatus, sourcesOf, type Cause, type Transitions } from '#server/database/change-status.ts'
import type { Tx } from '#server/database/db.ts'
import { isOneOf } from '#server/database/prepared.ts'
import { sql, type SQL } from '#server/database/sql.ts'

/** One with an offer waits again for those that the offer was too small for. */
export const wishTransitions: Transitions<WishStatus> = {
  waiting: ['offered', 'taken', 'left', 'removed', 'closed'],
  offered: ['waiting', 'taken', 'declined', 'ran_out', 'removed', 'closed'],
  taken: [],
  declined: [],
  ran_out: [],
  left: [],
  removed: [],
  closed: [],
}

/** The event is locked: its count of wishes follows. @returns the ids of the wishes that changed */
export async function transitionWishes(
  tx: Tx,
  ids: readonly string[],
  to: WishStatus,
  cause: Cause,
): Promise<string[]> {
  const changed = await changeStatus(tx, {
    table: 'waiting_wishes',
    ids,
    from: sourcesOf(wishTransitions, to),
    to,
    cause,
  })
  if (changed.length > 0) await countWishes(tx, changed)
  return changed
}

/** Whether a member waits for a place at an event, or somebody waits for one for them. */
export const isWaiting = (memberId: SQL) => sql`(
  exists (select from waiting_wishes where buyer_id = ${memberId} and status in ('waiting', 'offered'))
  or exists (
    select from waiting_people people join waiting_wishes wishes on wishes.id = people.wish_id
    where people.member_id = ${memberId} and wishes.status in ('waiting', 'offered')))`

/** Counts the wishes of the events of these, which are locked. */
export const countWishes = (tx: Tx, wishIds: readonly string[]) =>
  tx.execute(sql`
    update events set waiting = (
      select count(*)::int from waiting_wishes wishes where wishes.event_id = events.id and wishes.status in ('waiting', 'offered'))
    where events.id in (select event_id from waiting_wishes where ${isOneOf(sql`id`, wishIds)})`)
