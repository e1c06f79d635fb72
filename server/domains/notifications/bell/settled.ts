import type { NotificationType } from '#contract/notifications/notifications.ts'
import { type Db, inTransaction, type Tx } from '#server/database/db.ts'
import { sql, type SQL } from '#server/database/sql.ts'

/** Days after which news is marked as read. */
const NEWS_DAYS = 30

const news = sql`bell.created_at + ${NEWS_DAYS} * interval '1 day'`
const idIn = (name: string): SQL => sql`(bell.data ->> ${sql.raw(`'${name}'`)})::uuid`
/** Midnight in Copenhagen after a day. */
const after = (day: SQL): SQL => sql`((${day} + 1)::timestamp at time zone 'Europe/Copenhagen')`

const invitationAnswered = sql`(
  select coalesce(invitation.answered_at, invitation.ended_at, portal_now()) from family_invitations invitation
  where invitation.id = ${idIn('invitationId')} and invitation.status <> 'pending')`

/**
 * Whatever the receiver and their participants held until that day, or a trial was to last until then, is followed by a paid season; a
 * membership not by a trial or an optional extra alone. Their memberships are resolved to an array first, or every ending term of the club
 * would be read for each notification.
 */
const renewed = sql`(
  select max(later.status_change_date)
  from membership_terms ending
  join membership_configurations season on season.id = ending.configuration_id
  left join lateral (
    select terms.status_change_date
    from membership_terms terms join membership_configurations next on next.id = terms.configuration_id
    where terms.membership_id = ending.membership_id and terms.status = 'active' and terms.end_date > ending.end_date
      and (season.combinable or season.is_trial or not (next.combinable or next.is_trial))
  ) later on true
  where ending.membership_id = any(array(
      select id from memberships where org_id = ${idIn('orgId')} and member_id = any(array(
        select id from members where id = bell.receiver_id
        union all select id from members where parent_id = bell.receiver_id
      ))
    ))
    and coalesce(ending.planned_end_date, ending.end_date) = (bell.data ->> 'endDate')::date and ending.status = 'active'
  having bool_and(later.status_change_date is not null))`

/** The days of grace of that season are over. */
const seasonOver = sql`(
  select ${after(sql`(bell.data ->> 'endDate')::date + organisations.grace_days`)} from organisations
  where organisations.id = ${idIn('orgId')})`

/** The order is paid, or ended otherwise. */
const orderEnded = sql`(
  select coalesce(orders.paid_at, (select max(at) from status_changes where thing = 'orders' and thing_id = orders.id), portal_now())
  from orders where orders.id = ${idIn('orderId')} and orders.status not in ('open', 'declined'))`

const eventPassed = sql`(select events.ends_at from events where events.id = ${idIn('eventId')})`

/** Of a reminder of answers: its tickets lack none any more. */
const answersGiven = sql`(
  select coalesce(max(given.answered_at), portal_now())
  from event_entries entries left join event_answers given on given.entry_id = entries.id
  where entries.id = any(array(select jsonb_array_elements_text(bell.data -> 'answersOf')::uuid))
  having not bool_or(entries.status = 'paid' and entries.answers_missing > 0))`

/** The club has answered, or closed the question. */
const answered = sql`(
  select threads.last_at from threads where threads.id = bell.message_thread_id and threads.state <> 'open')`

/** The asker has written again, which nobody does who has not read the reply. */
const wroteAgain = sql`(
  select min(message.created_at) from thread_messages message
  where message.thread_id = bell.message_thread_id and message.sender = 'asker' and message.created_at > bell.created_at)`

/**
 * When each kind of notification is settled or over, as a moment of `bell`; null while it is not. A moment to come is the day when it
 * will be over. The earliest counts. A new kind does not compile without its rule.
 */
export const settledWhen: Readonly<Record<NotificationType, SQL>> = {
  FAMILY_LINK_REQUEST: sql`case when bell.data ? 'status' then ${news} else ${invitationAnswered} end`,
  MEMBERSHIP_RENEW: sql`case when bell.data ? 'endDate' then least(${renewed}, ${seasonOver}) else ${news} end`,
  ORDER_READY: sql`case when bell.data ? 'orderId' then ${orderEnded} else ${news} end`,
  PAYMENT_RECEIVED: news,
  EVENT_REGISTRATION: sql`case when bell.data ? 'answersOf' then least(${answersGiven}, ${eventPassed})
    when bell.data ? 'eventId' then ${eventPassed} else ${news} end`,
  CONTACT_US: sql`case when bell.message_thread_id is null then ${news} else ${answered} end`,
  CONTACT_US_REPLY: wroteAgain,
}

/** The notifications of one step, each step a transaction, and the steps of one pass. */
const PASS = { part: 1000, steps: 20 }

/**
 * Passes that mark what is settled or over as read, with its moment, and leave it in the list. They go through the unread ones in the order
 * of their index, so that bells go on counting by that index alone; each goes on where the one before stopped, so that none takes longer
 * the more is unread. @returns a pass, which returns how many it settled
 */
export function settling(db: Db, { part, steps } = PASS): () => Promise<number> {
  let from = first
  return async () => {
    let settled = 0
    for (let step = 0; step < steps; step++) {
      const done = await inTransaction(db, (tx) => settlePart(tx, from, part))
      settled += done.settled
      from = done.next ?? first
      if (!done.next) break
    }
    return settled
  }
}

interface Place {
  readonly receiverId: string
  readonly createdAt: string
  readonly id: string
}
const none = '00000000-0000-0000-0000-000000000000'
const first: Place = { receiverId: none, createdAt: '-infinity', id: none }

async function settlePart(tx: Tx, { receiverId, createdAt, id }: Place, most: number) {
  const { rows } = await tx.execute<{ settled: number; seen: number; last: Place | null }>(sql`
    with part as materialized (
      select * from notifications
      where not read and deleted_at is null
        and (receiver_id, created_at, id) > (${receiverId}::uuid, ${createdAt}::timestamptz, ${id}::uuid)
      order by receiver_id, created_at, id limit ${most}
    ),
    over as (
      select bell.id, ${momentOf} as at from part bell
    ),
    done as (
      update notifications set read = true, read_date = greatest(over.at, created_at), settled_at = greatest(over.at, created_at)
      from over where notifications.id = over.id and over.at <= portal_now() and not notifications.read
      returning 1
    )
    select (select count(*)::int from done) as settled, (select count(*)::int from part) as seen,
      (select json_build_object('receiverId', receiver_id, 'createdAt', created_at, 'id', id) from part
        order by receiver_id desc, created_at desc, id desc limit 1) as last`)
  const { settled, seen, last } = rows[0]!
  return { settled, next: seen === most && last ? last : undefined }
}

const momentOf = sql`case bell.type ${sql.join(
  Object.entries(settledWhen).map(([type, moment]) => sql`when ${sql.raw(`'${type}'`)} then ${moment}`),
  sql` `,
)} end`
