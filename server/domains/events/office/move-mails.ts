import { isMoved, leastOf, movesOf, type WhenAndWhere } from '#contract/events/move.ts'
import { textIn } from '#contract/local-text.ts'
import type { Language } from '#contract/values.ts'
import { portalNow } from '#server/database/clock.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { eventChanges, eventMoves, events } from '#server/database/schema/index.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { and, asc, eq, inArray, sql } from '#server/database/sql.ts'
import { formatList, formatMomentIn } from '#server/documents/format.ts'
import { fullName, hasDied, languageOf, selectOptionalMember } from '#server/domains/members/index.ts'
import { clubMail, type MailDraft, type MailTable, requestMail } from '#server/domains/notifications/index.ts'
import { addressOf, selectOrder } from '#server/domains/orders/index.ts'
import { type OrganisationRow, selectOrganisation } from '#server/domains/organisations/index.ts'
import * as m from '#words/messages.js'
import { pagePath } from '../listing/show-event.ts'
import { movedWords, placeOf, timeOf, whenAndPlaceOf, whenAndWhereOf } from '../moved-words.ts'
import { type MoveReceiver, selectGuestNames } from '../notifications.ts'
import { selectAsking, moveToken } from './answer-move.ts'
import { calendarOfTickets } from '../tickets/ticket-files.ts'

/** Nulls: it was begun before moves had a row. */
interface Move {
  readonly id: string
  readonly orgId: string | null
  readonly press: string | null
}

/** Mails somebody with a place at a moved event, or who waits for one, where and when it is now. */
export const mailMoved = (
  tx: Tx,
  { id: batch, orgId }: Move,
  { memberId, orderId, changeId }: MoveReceiver,
): Promise<void> =>
  requestMail(tx, {
    template: 'event-moved',
    memberId,
    orgId: orderId === null ? orgId : null,
    data: { memberId, orderId, changeId },
    onceKey: `event-moved:${batch}:${memberId}`,
  })

/**
 * Mails somebody with places at several dates of a series that were moved with one press, or who waits for them, once for all of them.
 * @returns false if it is this date alone
 */
export async function mailDatesMoved(
  tx: Tx,
  { press, orgId }: Move,
  { memberId, orderId, changeId }: MoveReceiver,
  receivers: readonly MoveReceiver[],
): Promise<boolean> {
  if (press === null) return false
  const waits = orderId === null
  const all = receivers.filter((one) => (one.orderId === null) === waits)
  const onceKey = `event-moved:${press}:${memberId}${waits ? ':waiting' : ''}`
  // A place that was paid since has a mail of its own.
  const { rows: mailed } = await tx.execute<{ has: boolean }>(
    sql`select data -> 'changeIds' ? ${changeId} as has from messages where once_key = ${onceKey}`,
  )
  if (mailed[0] || all.length < 2) return mailed[0]?.has ?? false
  const data = { memberId, orderId, changeId, changeIds: all.map((one) => one.changeId) }
  await requestMail(tx, { template: 'event-moved', memberId, orgId: waits ? orgId : null, data, onceKey })
  return true
}

interface Services {
  readonly publicUrl: string
  readonly secrets: Secrets
}

type About = MoveReceiver & { readonly changeIds?: readonly string[] }

/** Null if the event is cancelled meanwhile, or nothing has changed for its reader. */
export async function movedMail(db: Db, services: Services, about: About): Promise<MailDraft | null> {
  if (!about.changeIds) return oneMoved(db, services, about)
  const found = await db
    .select({ change: eventChanges, event: events, move: eventMoves })
    .from(eventChanges)
    .innerJoin(events, eq(events.id, eventChanges.eventId))
    .innerJoin(eventMoves, eq(eventMoves.id, eventChanges.toldBy))
    .where(and(inArray(eventChanges.id, [...about.changeIds]), eq(events.status, 'published')))
    .orderBy(asc(events.startsAt), asc(events.id))
  const waitsAt = about.orderId === null ? await selectWaitsAt(db, about, found) : null
  // It may have been moved again since the mail was requested.
  const dates = found
    .map((one) => ({ ...one, before: one.change.before, after: whenAndWhereOf(one.event) }))
    .filter(
      ({ before, after, event, move }) =>
        isMoved(before, after, leastOf(move.small)) && (!waitsAt || waitsAt.has(event.id)),
    )
  const [first] = dates
  if (!first) return null
  if (dates.length === 1) return oneMoved(db, services, { ...about, changeId: first.change.id })
  const reader = await readerOf(db, about)
  if (!reader) return null
  const { to, locale, isTest } = reader
  const say = { locale }
  const { publicUrl, secrets } = services
  const { memberId } = about
  const club = await selectOrganisation(db, first.event.orgId)
  const title = textIn(first.event.titleTexts, locale)
  const now = await portalNow(db)
  const eventIds = dates.map(({ event }) => event.id)
  const calendar = waitsAt ? null : await calendarOfTickets(publicUrl, db, memberId, { eventIds, language: locale })
  const asking = waitsAt
    ? new Set()
    : await selectAsking(
        db,
        dates.map(({ move }) => move.id),
        memberId,
      )
  const rows = dates.map(({ before, after, event, move }) => {
    const { time, place } = movesOf(before, after, leastOf(move.small))
    const until = move.keepUntil && move.keepUntil > now ? move.keepUntil : null
    const asked = until && asking.has(move.id)
    const own = textIn(event.titleTexts, locale)
    const none = m.event_moved_no_place({}, say)
    const words = (at: WhenAndWhere) =>
      [timeOf(at, locale), place && (placeOf(at, locale) || none)].filter(Boolean).join(' · ')
    return {
      label: words(after),
      details: [
        ...(own === title ? [] : [own]),
        m.event_moved_was({ was: time ? words(before) : placeOf(before, locale) || none }, say),
      ],
      value: '',
      strong: true,
      ...(asked && {
        link: {
          label: m.mail_dates_moved_until({ until: formatMomentIn(until.toISOString(), event.timeZone, locale) }, say),
          url: `${publicUrl}/moved?token=${moveToken(secrets, { moveId: move.id, memberId })}`,
        },
      }),
    }
  })
  const asks = rows.some(({ link }) => link)
  return clubMail(club, {
    to,
    locale,
    subject: m.mail_dates_moved_subject({ event: title, count: dates.length }, say),
    about: await selectGuestNames(db, about, eventIds),
    isTest,
    paragraphs: [
      (waitsAt ? m.mail_dates_moved_waiting : m.mail_dates_moved_intro)({ club: club.name, event: title }, say),
      ...(waitsAt ? [m.mail_event_moved_leave({}, say)] : []),
      ...(asks ? [m.mail_dates_moved_ask({}, say)] : []),
      ...(calendar ? [m.mail_event_moved_calendar({}, say)] : []),
    ],
    quotes: first.move.texts ? [textIn(first.move.texts, locale)] : [],
    tables: [{ rows }],
    button: waitsAt
      ? eventButton(publicUrl, club, first.event, locale)
      : { label: m.mail_refunded_button_tickets({}, say), url: `${publicUrl}/tickets` },
    remarks: asks || waitsAt ? [] : [m.mail_event_moved_cannot({ club: club.name }, say)],
    why: (waitsAt ? m.mail_why_waiting : m.mail_why_purchase)({ club: club.name }, say),
    attachments: calendar ? [calendar] : [],
  })
}

/** Null: there is no address. */
async function readerOf(db: Db, { memberId, orderId }: MoveReceiver) {
  const order = orderId === null ? null : await selectOrder(db, orderId)
  const member = await selectOptionalMember(db, memberId)
  const bought = order?.buyerId === memberId ? order : null
  const account = member?.email ? { name: fullName(member), address: member.email } : null
  const to = (bought && (await addressOf(db, bought, undefined))) ?? account
  if (!to || !member) return null
  return { to, locale: languageOf(member, bought?.language ?? null), isTest: order?.testMode ?? false }
}

/** Whom somebody waits for at moved events, and until when places are offered to them, by event. */
async function selectWaitsAt(
  db: Db,
  { memberId }: MoveReceiver,
  found: readonly { readonly event: { readonly id: string } }[],
) {
  const { rows } = await db.execute<{ eventId: string; names: string[]; until: string | null }>(sql`
    select wishes.event_id as "eventId",
      (select coalesce(json_agg(${fullNameOf('members')} order by people.position), '[]')
        from waiting_people people join members on members.id = people.member_id
        where people.wish_id = wishes.id and not ${hasDied(sql`people.member_id`)}) as names,
      (select max(offers.until) from waiting_offers offers where offers.wish_id = wishes.id and wishes.status = 'offered') as until
    from waiting_wishes wishes
    where wishes.buyer_id = ${memberId} and wishes.status in ('waiting', 'offered')
      and wishes.event_id = any(${sql.param(found.map(({ event }) => event.id))}::uuid[])`)
  return new Map(rows.filter(({ names }) => names.length > 0).map((row) => [row.eventId, row]))
}

const eventButton = (publicUrl: string, club: OrganisationRow, { id }: { readonly id: string }, locale: Language) => ({
  label: m.mail_event_cancelled_button({}, { locale }),
  url: publicUrl + pagePath({ orgKey: club.key, id }),
})

/** For whoever waits: they keep waiting, unless they leave the list. */
function waitingWords(
  names: readonly string[],
  until: string | null,
  about: Record<'club' | 'event', string>,
  locale: Language,
) {
  const say = { locale }
  if (until === null)
    return [
      m.mail_event_moved_waiting({ ...about, names: formatList(names, locale) }, say),
      m.mail_event_moved_leave({}, say),
    ]
  const moment = formatMomentIn(new Date(until).toISOString(), 'Europe/Copenhagen', locale)
  return [m.mail_event_moved_offered({ ...about, until: moment }, say)]
}

async function oneMoved(db: Db, { publicUrl, secrets }: Services, about: MoveReceiver): Promise<MailDraft | null> {
  const [found] = await db
    .select({ change: eventChanges, event: events, move: eventMoves })
    .from(eventChanges)
    .innerJoin(events, eq(events.id, eventChanges.eventId))
    .leftJoin(eventMoves, eq(eventMoves.id, eventChanges.toldBy))
    .where(eq(eventChanges.id, about.changeId))
  if (!found) throw new Error('Event move not found')
  const { event, change, move } = found
  const least = leastOf(move?.small === true)
  // It may have been moved again since the mail was requested.
  const [before, after] = [change.before, whenAndWhereOf(event)]
  if (event.status !== 'published' || !isMoved(before, after, least)) return null
  const waits = about.orderId === null ? (await selectWaitsAt(db, about, [found])).get(event.id) : undefined
  const reader = about.orderId === null && !waits ? null : await readerOf(db, about)
  if (!reader) return null
  const { to, locale, isTest } = reader
  const say = { locale }
  const club = await selectOrganisation(db, event.orgId)
  const title = textIn(event.titleTexts, locale)
  const heading = movedWords(before, after, least)({ event: title }, say)
  const { memberId } = about
  if (waits)
    return clubMail(club, {
      to,
      locale,
      subject: heading,
      about: waits.names,
      preview: whenAndPlaceOf(after, locale),
      paragraphs: waitingWords(waits.names, waits.until, { club: club.name, event: title }, locale),
      quotes: move?.texts ? [textIn(move.texts, locale)] : [],
      tables: tablesOf(before, after, locale, least),
      button: eventButton(publicUrl, club, event, locale),
      why: m.mail_why_waiting({ club: club.name }, say),
    })
  const intro = m.mail_event_moved_intro({ club: club.name, event: title }, say)
  const until = move?.keepUntil && move.keepUntil > (await portalNow(db)) ? move.keepUntil : null
  const asked = until && (await selectAsking(db, [move!.id], memberId)).has(move!.id)
  const untilWords = until ? formatMomentIn(until.toISOString(), event.timeZone, locale) : ''
  const calendar = await calendarOfTickets(publicUrl, db, about.memberId, { eventIds: [event.id], language: locale })
  return clubMail(club, {
    to,
    locale,
    subject: heading,
    about: await selectGuestNames(db, about, [event.id]),
    preview: whenAndPlaceOf(after, locale),
    isTest,
    paragraphs: [
      intro,
      ...(asked ? [m.mail_event_moved_until({ until: untilWords }, say)] : []),
      ...(calendar ? [m.mail_event_moved_calendar({}, say)] : []),
    ],
    quotes: move?.texts ? [textIn(move.texts, locale)] : [],
    tables: tablesOf(before, after, locale, least),
    button: asked
      ? {
          label: m.mail_event_moved_button({}, say),
          url: `${publicUrl}/moved?token=${moveToken(secrets, { moveId: move!.id, memberId })}`,
        }
      : {
          label: m.mail_refunded_button_tickets({}, say),
          url: `${publicUrl}/${encodeURIComponent(club.key)}/events/${event.id}/tickets`,
        },
    remarks: asked ? [] : [m.mail_event_moved_cannot({ club: club.name }, say)],
    why: m.mail_why_purchase({ club: club.name }, say),
    attachments: calendar ? [calendar] : [],
  })
}

/** Each thing that is new, with what it was. */
function tablesOf(before: WhenAndWhere, after: WhenAndWhere, locale: Language, least: number): MailTable[] {
  const say = { locale }
  const { time, place } = movesOf(before, after, least)
  const table = (title: string, was: string, is: string): MailTable => ({
    title,
    rows: [
      {
        label: is || m.event_moved_no_place({}, say),
        details: [m.event_moved_was({ was: was || m.event_moved_no_place({}, say) }, say)],
        value: '',
        strong: true,
      },
    ],
  })
  return [
    ...(time ? [table(m.event_moved_new_time({}, say), timeOf(before, locale), timeOf(after, locale))] : []),
    ...(place ? [table(m.event_moved_new_place({}, say), placeOf(before, locale), placeOf(after, locale))] : []),
  ]
}
