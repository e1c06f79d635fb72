import type { Parsed } from '#contract/endpoint.ts'
import type { officeWaiting } from '#contract/events/waiting.ts'
import type { MessagePreview } from '#contract/notifications/club-messages.ts'
import type { Db, Reader, Tx } from '#server/database/db.ts'
import { sql, type SQL } from '#server/database/sql.ts'
import { isReachable } from '#server/domains/members/index.ts'
import { previewMessage, sendToMany } from '#server/domains/notifications/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { findEvent, requirePublished } from '../office/registrations.ts'

type Which = Pick<Parsed<typeof officeWaiting.previewMessage>, 'eventId' | 'wishIds'>

/** Writes to those who wait for places at an event, in a minute. */
export async function messageWaiting(tx: Tx, caller: OfficeCaller, input: Parsed<typeof officeWaiting.message>) {
  const { eventId, subject, body, token } = input
  const people = await selectPeople(tx, caller, input)
  return sendToMany(tx, caller, { audience: 'waiting', eventId, subject, body, token, filter: undefined, people })
}

/** Who would read a message, and for whom nobody can. */
export async function previewWaitingMessage(
  db: Db,
  caller: OfficeCaller,
  { readerId, ...which }: Parsed<typeof officeWaiting.previewMessage>,
): Promise<MessagePreview> {
  const people = await selectPeople(db, caller, which)
  return previewMessage(db, caller, { audience: 'waiting', eventId: which.eventId, readerId, people })
}

/** Those who still wait. Whoever joined for them reads. */
async function selectPeople(db: Reader, { organisation }: OfficeCaller, { eventId, wishIds }: Which): Promise<SQL> {
  requirePublished(await findEvent(db, organisation.id, eventId))
  return sql`
    select people.member_id as person_id, readers.id as reader_id, null as left_out
    from waiting_wishes wishes join waiting_people people on people.wish_id = wishes.id
    left join members readers on readers.id = wishes.buyer_id and ${isReachable(sql`readers`)}
    where wishes.event_id = ${eventId} and wishes.status in ('waiting', 'offered')
      and ${wishIds ? sql`wishes.id = any(${sql.param([...wishIds])}::uuid[])` : sql`true`}
      and not exists (
        select from event_entries entries
        where entries.event_id = wishes.event_id and entries.member_id = people.member_id and entries.status = 'paid')`
}
