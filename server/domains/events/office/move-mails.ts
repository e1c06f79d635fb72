import { isMoved, leastOf, movesOf, type WhenAndWhere } from '#contract/events/move.ts'
import { textIn } from '#contract/local-text.ts'
import type { Language } from '#contract/values.ts'
import { portalNow } from '#server/database/clock.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { eventChanges, eventMoves, events } from '#server/database/schema/index.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { and, asc, eq, inArray, sql } from '#server/database/sql.ts'
import { formatMomentIn } from '#server/documents/format.ts'
import { fullName, languageOf, selectOptionalMember } from '#server/domains/members/index.ts'
import { clubMail, type MailDraft, type MailTable, requestMail } from '#server/domains/notifications/index.ts'
import { addressOf, selectOrder } from '#server/domains/orders/index.ts'
import { selectOrganisation } from '#server/domains/organisations/index.ts'
import * as m from '#words/messages.js'
import { movedWords, placeOf, timeOf } from '../moved-words.ts'
import type { MoveReceiver } from '../notifications.ts'
import { selectAsking, moveToken } from './answer-move.ts'
import { calendarOfTickets } from '../tickets/ticket-files.ts'

/** Mails somebody with a place at a moved event where and when it is now. */
export const mailMoved = (tx: Tx, batch: string, { memberId, orderId, changeId }: MoveReceiver): Promise<void> =>
  requestMail(tx, {
    template: 'event-moved',
    memberId,
    orgId: null,
    data: { memberId, orderId, changeId },
    onceKey: `event-moved:${batch}:${memberId}`,
  })

/**
 * Mails somebody with places at several dates of a series that were moved with one press, once for all of them.
 * @returns false if they have a place at this one alone
 */
export async function mailDatesMoved(
  tx: Tx,
  press: string,
  { memberId, orderId, changeId }: MoveReceiver,
  all: readonly MoveReceiver[],
): Promise<boolean> {
  const onceKey = `event-moved:${press}:${memberId}`
  // A place that was paid since has a mail of its own.
  const { rows: mailed } = await tx.execute<{ has: boolean }>(
    sql`select data -> 'changeIds' ? ${changeId} as has from messages where once_key = ${onceKey}`,
  )
  if (mailed[0] || all.length < 2) return mailed[0]?.has ?? false
  const data = { memberId, orderId, changeId, changeIds: all.map((one) => one.changeId) }
  await requestMail(tx, { template: 'event-moved', memberId, orgId: null, data, onceKey })
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
  const dates = found.filter(({ change, move }) => isMoved(change.before, change.after!, leastOf(move.small)))
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
  const calendar = await calendarOfTickets(publicUrl, db, memberId, { eventIds, language: locale })
  const asking = await selectAsking(
    db,
    dates.map(({ move }) => move.id),
    memberId,
  )
  const rows = dates.map(({ change: { before, after }, event, move }) => {
    const { time, place } = movesOf(before, after!, leastOf(move.small))
    const until = move.keepUntil && move.keepUntil > now ? move.keepUntil : null
    const asked = until && asking.has(move.id)
    const own = textIn(event.titleTexts, locale)
    const none = m.event_moved_no_place({}, say)
    const words = (at: WhenAndWhere) =>
      [timeOf(at, locale), place && (placeOf(at, locale) || none)].filter(Boolean).join(' · ')
    return {
      label: words(after!),
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
    isTest,
    paragraphs: [
      m.mail_dates_moved_intro({ club: club.name, event: title }, say),
      ...(asks ? [m.mail_dates_moved_ask({}, say)] : []),
      ...(calendar ? [m.mail_event_moved_calendar({}, say)] : []),
    ],
    quotes: first.move.texts ? [textIn(first.move.texts, locale)] : [],
    tables: [{ rows }],
    button: { label: m.mail_refunded_button_tickets({}, say), url: `${publicUrl}/tickets` },
    remarks: asks ? [] : [m.mail_event_moved_cannot({ club: club.name }, say)],
    why: m.mail_why_purchase({ club: club.name }, say),
    attachments: calendar ? [calendar] : [],
  })
}

/** Null: there is no address. */
async function readerOf(db: Db, { memberId, orderId }: MoveReceiver) {
  const order = await selectOrder(db, orderId)
  const member = await selectOptionalMember(db, memberId)
  const isBuyer = order.buyerId === memberId
  const account = member?.email ? { name: fullName(member), address: member.email } : null
  const to = (isBuyer ? await addressOf(db, order, undefined) : null) ?? account
  if (!to || !member) return null
  return { to, locale: languageOf(member, isBuyer ? order.language : null), isTest: order.testMode }
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
  const { before, after } = change
  if (!after || event.status !== 'published' || !isMoved(before, after, least)) return null
  const reader = await readerOf(db, about)
  if (!reader) return null
  const { to, locale, isTest } = reader
  const say = { locale }
  const club = await selectOrganisation(db, event.orgId)
  const title = textIn(event.titleTexts, locale)
  const heading = movedWords(before, after, least)({ event: title }, say)
  const intro = m.mail_event_moved_intro({ club: club.name, event: title }, say)
  const { memberId } = about
  const until = move?.keepUntil && move.keepUntil > (await portalNow(db)) ? move.keepUntil : null
  const asked = until && (await selectAsking(db, [move!.id], memberId)).has(move!.id)
  const untilWords = until ? formatMomentIn(until.toISOString(), event.timeZone, locale) : ''
  const calendar = await calendarOfTickets(publicUrl, db, about.memberId, { eventIds: [event.id], language: locale })
  return clubMail(club, {
    to,
    locale,
    subject: heading,
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
