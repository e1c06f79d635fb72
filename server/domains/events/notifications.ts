import { isMoved, leastOf, movesOf, type WhenAndWhere } from '#contract/events/move.ts'
import type { LineKind } from '#contract/orders/orders.ts'
import { type LocalText, textIn } from '#contract/local-text.ts'
import type { Language } from '#contract/values.ts'
import type { Cause } from '#server/database/change-status.ts'
import type { Reader, Tx } from '#server/database/db.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import { executePrepared } from '#server/database/prepared.ts'
import { sql, type SQL } from '#server/database/sql.ts'
import { fullName, selectOptionalMember } from '#server/domains/members/index.ts'
import { notifyEach } from '#server/domains/notifications/index.ts'
import { formatList, formatMoney, formatMomentIn } from '#server/documents/format.ts'
import { causes, isByPerson, type PaidOrder } from '#server/domains/orders/index.ts'
import { takenByHand } from '#server/domains/payments/index.ts'
import * as m from '#words/messages.js'
import { movedWords, placeOf, type PlacedEvent, timeOf, whenAndWhereOf } from './moved-words.ts'
import { atLineStart, whenWords } from './when-words.ts'

/**
 * Notifies of the registrations of a paid order, once per event: the buyer of all of them and the payment, everybody
 * else of their own and their participants'. Two statements in all.
 */
export async function notifyRegistered(tx: Tx, order: PaidOrder): Promise<void> {
  const rows = await selectRegistered(tx, { orderId: order.id })
  const eventIds = [...new Set(rows.map((row) => row.eventId))]
  await notifyEach(
    tx,
    eventIds.flatMap((eventId, at) =>
      aboutEvent(
        order,
        rows.filter((row) => row.eventId === eventId),
        at === 0,
      ),
    ),
  )
}

/** @param first the order's first event: its notification mentions the rest of the order to the buyer */
function aboutEvent(order: PaidOrder, rows: readonly RegisteredRow[], first: boolean) {
  const receivers = new Set([order.buyerId, ...rows.flatMap(({ receiverId }) => receiverId ?? [])])
  return [...receivers].map((receiverId) => {
    const isBuyer = receiverId === order.buyerId
    const shownRows = isBuyer ? rows : rows.filter((row) => row.receiverId === receiverId)
    const [{ entryId, eventId, orgKey }] = shownRows as [RegisteredRow, ...RegisteredRow[]]
    return {
      receiverId,
      ...(isBuyer ? {} : { senderId: order.buyerId }),
      type: 'EVENT_REGISTRATION' as const,
      texts: (locale: Language) => {
        const { title, message } = textsOf(shownRows, { ...order, isBuyer }, locale)
        const more = isBuyer && first ? paymentSentences(order, locale) : []
        return { title, message: [message, ...more].join(' ') }
      },
      // One ticket: a link to it; several: a link to all.
      data: { orderId: order.id, orgKey, eventId, ...(shownRows.length === 1 ? { entryId } : {}) },
      onceKey: `registered:${order.id}:${eventId}:${receiverId}`,
    }
  })
}

/**
 * Notifies the buyer and the holders of tickets that somebody or the club's office cancelled, except whoever did it. A cancelled event tells its
 * guests itself, and so does a club whose tests end.
 */
export async function notifyTicketsCancelled(tx: Tx, entryIds: readonly string[], cause: Cause): Promise<void> {
  const byOffice = cause.reason === causes.byOffice
  if (!byOffice && !isByPerson(cause.reason)) return
  const actorId = byOffice ? null : (cause.actorId ?? null)
  const actor = actorId ? await selectOptionalMember(tx, actorId) : null
  const rows = await selectRegistered(tx, { entryIds })
  const receivers = new Set(rows.flatMap(({ buyerId, receiverId }) => [buyerId, ...(receiverId ? [receiverId] : [])]))
  await notifyEach(
    tx,
    [...receivers]
      .filter((receiverId) => receiverId !== actorId)
      .flatMap((receiverId) => {
        const shownRows = rows.filter((row) => row.buyerId === receiverId || row.receiverId === receiverId)
        return [...Map.groupBy(shownRows, ({ eventId, orderId }) => `${eventId} ${orderId}`).values()].map((those) => ({
          receiverId,
          ...(actorId && { senderId: actorId }),
          type: 'EVENT_REGISTRATION' as const,
          texts: (locale: Language) => cancelledTexts(those, { receiverId, by: actor && fullName(actor) }, locale),
          data: {
            orgKey: those[0]!.orgKey,
            eventId: those[0]!.eventId,
            ...(those.length === 1 && { entryId: those[0]!.entryId }),
          },
          onceKey: `given-up:${those[0]!.entryId}:${receiverId}`,
        }))
      }),
  )
}

/** @param by the person who cancelled them; null: the club */
function cancelledTexts(
  rows: readonly RegisteredRow[],
  { receiverId, by }: { receiverId: string; by: string | null },
  locale: Language,
) {
  const [first] = rows as [RegisteredRow, ...RegisteredRow[]]
  const say = { locale }
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
  const total = sum(rows.map((row) => row.paidByCard))
  const names = formatList(
    rows.map((row) => row.memberName),
    locale,
  )
  const about = { names, club: first.clubName, when: whenWords(first, locale) }
  const who = by
    ? m.notification_ticket_cancelled_by({ ...about, by }, say)
    : m.notification_ticket_cancelled_club(about, say)
  const isPayer = first.buyerId === receiverId && !first.testMode
  const money =
    total > 0 ? m.notification_ticket_money({ amount: formatMoney(total, first.currency, locale) }, say) : null
  const byHand = sum(rows.map((row) => row.paidByHand)) > 0 ? m.event_cancelled_by_hand({}, say) : null
  return {
    title:
      testWords(first.testMode, locale) +
      m.notification_ticket_cancelled_title({ event: textIn(first.title, locale) }, say),
    message: [who, ...(isPayer ? [money, byHand] : [])].filter(Boolean).join(' '),
  }
}

/** The effect of an event's cancellation on the money of an order. */
export type OrderOutcome = 'refunded' | 'free' | 'pending' | 'kept' | 'by_hand' | 'released'

/**
 * Notifies the buyer and the holders of an order's places that the event is cancelled; the buyer of the money, too.
 * @param people who had a place until now, by their ids
 */
export async function notifyEventCancelled(
  tx: Tx,
  { id: orderId, buyerId, testMode }: Pick<PaidOrder, 'id' | 'buyerId' | 'testMode'>,
  {
    eventId,
    outcome,
    people,
  }: { readonly eventId: string; readonly outcome: OrderOutcome; readonly people: readonly string[] },
): Promise<void> {
  const rows = (await selectRegistered(tx, { orderId })).filter(
    (row) => row.eventId === eventId && people.includes(row.memberId),
  )
  const [first] = rows
  if (!first) return
  const receivers = new Set([buyerId, ...rows.flatMap(({ receiverId }) => receiverId ?? [])])
  await notifyEach(
    tx,
    [...receivers].map((receiverId) => ({
      receiverId,
      type: 'EVENT_REGISTRATION' as const,
      texts: (locale: Language) => ({
        title:
          testWords(testMode, locale) +
          m.notification_event_cancelled_title({ event: textIn(first.title, locale) }, { locale }),
        message: [
          m.notification_event_cancelled_message({ club: first.clubName, when: whenWords(first, locale) }, { locale }),
          receiverId === buyerId ? cancelWords[outcome]?.({}, { locale }) : null,
        ]
          .filter(Boolean)
          .join(' '),
      }),
      data: { orgKey: first.orgKey, eventId },
      people:
        receiverId === buyerId ? people : rows.flatMap((row) => (row.receiverId === receiverId ? row.memberId : [])),
      onceKey: `event-cancelled:${eventId}:${orderId}:${receiverId}`,
    })),
  )
}

/** Somebody who is notified of a move, with the earliest place that they have or bought. */
export type MoveReceiver = {
  readonly memberId: string
  /** Null: they wait for a place. */
  readonly orderId: string | null
  readonly changeId: string
}

/** Notifies somebody with a place, or who waits for one, that their event was moved, from where and to where. */
export async function notifyMoved(tx: Tx, batch: string, { memberId, orderId, changeId }: MoveReceiver): Promise<void> {
  const { rows } = await tx.execute<
    PlacedEvent & {
      before: WhenAndWhere
      eventId: string
      title: LocalText
      orgKey: string
      clubName: string
      testMode: boolean
      small: boolean | null
      until: string | null
      people: string[]
    }
  >(sql`
    select changes.before, events.starts_at as "startsAt", events.ends_at as "endsAt", events.time_zone as "timeZone",
      events.place_texts as "placeTexts", events.address, events.id as "eventId", title_texts as title, organisations.key as "orgKey",
      organisations.name as "clubName", coalesce(orders.test_mode, false) as "testMode", moves.small,
      case when orders.id is not null then moves.keep_until end as until,
      array(${guestIds({ memberId, orderId }, sql`array[events.id]`)})::text[] as people
    from event_changes changes
    left join event_moves moves on moves.id = changes.told_by
    join events on events.id = changes.event_id and events.status = 'published'
    join organisations on organisations.id = events.org_id
    left join orders on orders.id = ${orderId}::uuid
    where changes.id = ${changeId}`)
  const [about] = rows
  if (!about) return
  const { before, eventId, orgKey, until } = about
  const least = leastOf(about.small === true)
  // It may have been moved again meanwhile.
  const after = whenAndWhereOf(about)
  if (!isMoved(before, after, least)) return
  const { time, place } = movesOf(before, after, least)
  await notifyEach(tx, [
    {
      receiverId: memberId,
      type: 'EVENT_REGISTRATION',
      texts: (locale) => {
        const say = { locale }
        const none = m.event_moved_no_place({}, say)
        const change = (was: string, is: string) =>
          m.notification_event_moved_change({ was: was || none, is: is || none }, say)
        return {
          title:
            testWords(about.testMode, locale) +
            movedWords(before, after, least)({ event: textIn(about.title, locale) }, say),
          message: [
            m.notification_event_moved_message(
              {
                club: about.clubName,
                changes: [
                  ...(time ? [change(timeOf(before, locale), timeOf(after, locale))] : []),
                  ...(place ? [change(placeOf(before, locale), placeOf(after, locale))] : []),
                ].join(' '),
              },
              say,
            ),
            until &&
              m.notification_event_moved_until(
                { until: formatMomentIn(new Date(until).toISOString(), after.timeZone, locale) },
                say,
              ),
          ]
            .filter(Boolean)
            .join(' '),
        }
      },
      data: { orgKey, eventId, ...(orderId === null && { waits: true }) },
      people: about.people,
      onceKey: `event-moved:${batch}:${memberId}`,
    },
  ])
}

/** Those with a paid place at events of whom somebody is notified; where they wait for places, those who wait. */
const guestIds = ({ memberId, orderId }: Pick<MoveReceiver, 'memberId' | 'orderId'>, eventIds: SQL) =>
  orderId === null
    ? sql`select people.member_id from waiting_wishes wishes join waiting_people people on people.wish_id = wishes.id
        where wishes.buyer_id = ${memberId} and wishes.status in ('waiting', 'offered') and wishes.event_id = any(${eventIds})`
    : sql`select entries.member_id from event_entries entries join orders on orders.id = entries.order_id
        join members person on person.id = entries.member_id
        where entries.event_id = any(${eventIds}) and entries.status = 'paid'
          and ${memberId}::uuid in (orders.buyer_id, person.id, person.parent_id)`

/** Their names, parents before their children. */
export async function selectGuestNames(
  db: Reader,
  receiver: Pick<MoveReceiver, 'memberId' | 'orderId'>,
  eventIds: readonly string[],
): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select ${fullNameOf('members')} as name from members where id in (${guestIds(receiver, sql`${sql.param([...eventIds])}::uuid[]`)})
    order by date_of_birth nulls first, id`)
  return rows.map(({ name }) => name)
}

/** The effect on the money; null: there was none. */
export const cancelWords: Record<OrderOutcome, typeof m.event_cancelled_refunded | null> = {
  refunded: m.event_cancelled_refunded,
  pending: m.event_cancelled_pending,
  free: null,
  kept: m.event_cancelled_kept,
  by_hand: m.event_cancelled_by_hand,
  released: m.event_cancelled_released,
}

const alsoBought = { membership: m.notification_registered_membership } satisfies Record<
  Exclude<LineKind, 'event'>,
  unknown
>

/** The other purchases of an order with tickets, and its total. */
const paymentSentences = ({ kinds, total, currency }: PaidOrder, locale: Language): string[] => [
  ...kinds.flatMap((kind) => (kind === 'event' ? [] : [alsoBought[kind]({}, { locale })])),
  ...(total > 0 ? [m.notification_registered_paid({ amount: formatMoney(total, currency, locale) }, { locale })] : []),
]

const testWords = (testMode: boolean, locale: Language) => (testMode ? `${m.order_test_mode({}, { locale })} – ` : '')

function textsOf(
  shownRows: readonly RegisteredRow[],
  { isBuyer, testMode }: { isBuyer: boolean; testMode: boolean },
  locale: Language,
) {
  const [first] = shownRows as [RegisteredRow, ...RegisteredRow[]]
  const names = formatList(
    shownRows.map((row) => row.memberName),
    locale,
  )
  const when = whenWords(first, locale)
  return {
    title:
      testWords(testMode, locale) + m.notification_registered_title({ event: textIn(first.title, locale) }, { locale }),
    message: [
      isBuyer
        ? (shownRows.length > 1 ? m.notification_registered_message_many : m.notification_registered_message)(
            { names, when: atLineStart(when) },
            { locale },
          )
        : m.notification_registered_by_message({ names, when: atLineStart(when), buyer: first.buyerName }, { locale }),
      `${[textIn(first.place, locale), first.clubName].filter(Boolean).join(', ')}.`,
    ].join(' '),
  }
}

interface RegisteredRow extends Record<string, unknown> {
  readonly entryId: string
  readonly eventId: string
  readonly title: LocalText
  readonly place: LocalText
  readonly clubName: string
  readonly startsAt: Date
  readonly endsAt: Date
  readonly timeZone: string
  readonly orgKey: string
  readonly memberId: string
  readonly memberName: string
  readonly orderId: string
  readonly buyerId: string
  readonly buyerName: string
  readonly testMode: boolean
  readonly currency: string
  /** By card, and to the club itself. */
  readonly paidByCard: number
  readonly paidByHand: number
  /** The person if they have a sign-in, else their guardian; null if neither exists. */
  readonly receiverId: string | null
}

/** Registrations with what notifications need, in the order they were selected. */
async function selectRegistered(
  tx: Tx,
  which: { orderId: string } | { entryIds: readonly string[] },
): Promise<RegisteredRow[]> {
  const asked =
    'orderId' in which
      ? sql`lines.order_id = ${which.orderId}`
      : sql`lines.entry_id = any(${sql.param([...which.entryIds])}::uuid[])`
  const { rows } = await executePrepared<RegisteredRow>(
    tx,
    'events.registered',
    sql`
    select lines.entry_id as "entryId", events.id as "eventId", events.title_texts as title, events.place_texts as place, organisations.name as "clubName",
      events.starts_at as "startsAt",
      events.ends_at as "endsAt", events.time_zone as "timeZone", organisations.key as "orgKey",
      person.id as "memberId", ${fullNameOf('person')} as "memberName",
      orders.id as "orderId", buyer.id as "buyerId", ${fullNameOf('buyer')} as "buyerName",
      orders.test_mode as "testMode", orders.currency,
      (case when taken.is then 0 else lines.total end)::float8 as "paidByCard",
      (coalesce(entries.hand_amount, 0) + case when taken.is then lines.total else 0 end)::float8 as "paidByHand",
      case when exists (select from member_identities own where own.member_id = person.id) then person.id
        else person.parent_id end as "receiverId"
    from order_lines lines
    join orders on orders.id = lines.order_id
    cross join lateral (select ${takenByHand(sql`orders.id`)} as is) taken
    left join event_entries entries on entries.id = lines.entry_id
    join events on events.id = lines.event_id
    join organisations on organisations.id = events.org_id
    join members person on person.id = lines.member_id
    join members buyer on buyer.id = orders.buyer_id
    where ${asked}
    order by events.starts_at, events.id, lines.position, lines.entry_id`,
  )
  return rows.map((row) => ({ ...row, startsAt: new Date(row.startsAt), endsAt: new Date(row.endsAt) }))
}
