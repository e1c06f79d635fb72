import type { Parsed } from '#contract/endpoint.ts'
import type { guestMessages } from '#contract/events/guest-messages.ts'
import type { MessagePreview } from '#contract/notifications/club-messages.ts'
import type { Db, Reader, Tx } from '#server/database/db.ts'
import { sql, type SQL } from '#server/database/sql.ts'
import { isReachable } from '#server/domains/members/index.ts'
import { previewMessage, sendToMany } from '#server/domains/notifications/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import type { EventClub } from './edited-event.ts'
import { findEvent, requirePublished, selectRegistrationIds, type WhichRegistrations } from './registrations.ts'

type Caller = OfficeCaller<EventClub>

/** Writes to the guests of an event who match, in a minute. */
export async function messageGuests(tx: Tx, caller: Caller, input: Parsed<typeof guestMessages.send>) {
  const { eventId, subject, body, token, filter } = input
  const people = guestsOf(await selectGuests(tx, caller, input))
  return sendToMany(tx, caller, { audience: 'guests', eventId, subject, body, token, filter, people })
}

/** Who would read a message, and for whom nobody can. */
export async function previewGuestMessage(
  db: Db,
  caller: Caller,
  { eventId, readerId, ...which }: Parsed<typeof guestMessages.preview>,
): Promise<MessagePreview> {
  const people = guestsOf(await selectGuests(db, caller, { eventId, ...which }))
  return previewMessage(db, caller, { audience: 'guests', eventId, readerId, people })
}

/** The places of those who match and still have or hold one. */
async function selectGuests(
  db: Reader,
  { organisation }: Caller,
  { eventId, search, filter, ids }: WhichRegistrations & { readonly eventId: string },
): Promise<string[]> {
  const event = await findEvent(db, organisation.id, eventId)
  requirePublished(event)
  const found = await selectRegistrationIds(db, event, { search, filter, ids })
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from event_entries where id = any(${sql.param(found)}::uuid[]) and status in ('paid', 'held')`,
  )
  return rows.map(({ id }) => id)
}

/** Who reads for a person with a place: themselves, else whoever looks after them, else whoever bought it. */
export const readerOf = sql`
  select readers.id from members readers
  where readers.id in (person.id, person.parent_id, orders.buyer_id) and ${isReachable(sql`readers`)}
  order by case readers.id when person.id then 1 when person.parent_id then 2 else 3 end limit 1`

/** Whoever has these places, and who reads for them. */
const guestsOf = (guests: readonly string[]): SQL => sql`
  select person.id as person_id, readers.id as reader_id, null as left_out
  from event_entries entries join members person on person.id = entries.member_id join orders on orders.id = entries.order_id
  left join lateral (${readerOf}) readers on true
  where entries.id = any(${sql.param([...guests])}::uuid[])`
