import { textIn } from '#contract/local-text.ts'
import type { Language } from '#contract/values.ts'
import type { Db, Reader, Tx } from '#server/database/db.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { eventRuns, events } from '#server/database/schema/index.ts'
import { and, asc, eq, inArray, ne, sql } from '#server/database/sql.ts'
import { formatMoney } from '#server/documents/format.ts'
import { fullName, languageOf, selectNames, selectOptionalMember } from '#server/domains/members/index.ts'
import { clubMail, type MailDraft, requestMail } from '#server/domains/notifications/index.ts'
import { takenByHand } from '#server/domains/payments/index.ts'
import { addressOf, buyerLanguage, type OrderRow, selectOrder } from '#server/domains/orders/index.ts'
import { selectOrganisation } from '#server/domains/organisations/index.ts'
import { grantedMembers, type Scope } from '#server/identity/scopes.ts'
import * as m from '#words/messages.js'
import { pagePath } from '../listing/show-event.ts'
import { cancelWords, type OrderOutcome } from '../notifications.ts'
import { atLineStart, whenWords } from '../when-words.ts'
import type { RunRow } from './cancel-run-state.ts'
import { answersDueMail } from '../questions/remind-answers.ts'
import { offerMail, waitingEndedMail } from '../waiting/waiting-mails.ts'
import { movedMail } from './move-mails.ts'

interface AboutOrder {
  readonly runId: string
  readonly orderId: string
  readonly outcome: OrderOutcome
  /** Whose places they were; left out by the version before. */
  readonly people?: readonly string[]
  /** All dates that were cancelled together and had a place of the buyer, and the effects on the money. */
  readonly eventIds?: readonly string[]
  readonly outcomes?: readonly OrderOutcome[]
}

interface AboutRun {
  readonly runId: string
  readonly memberId: string
}

/** Mails a buyer that the event is cancelled, and what becomes of the money. */
export const mailEventCancelled = (
  tx: Tx,
  { id: runId }: RunRow,
  { id: orderId, buyerId }: OrderRow,
  { outcome, people }: Pick<AboutOrder, 'outcome' | 'people'>,
): Promise<void> =>
  requestMail(tx, {
    template: 'event-cancelled',
    memberId: buyerId,
    orgId: null,
    data: { runId, orderId, outcome, people },
    onceKey: `event-cancelled:${runId}:${orderId}`,
  })

/**
 * Mails a buyer with places at several dates of a series that were cancelled together, once for all of them.
 * @returns false if they have a place at this one alone
 */
export async function mailDatesCancelled(
  tx: Tx,
  { id: runId, eventId, press }: RunRow,
  { id: orderId, buyerId, testMode }: OrderRow,
  { outcome, people = [] }: Pick<AboutOrder, 'outcome' | 'people'>,
): Promise<boolean> {
  if (press === null) return false
  const onceKey = `event-cancelled:${press}:${buyerId}:${testMode}`
  const { rows: mailed } = await tx.execute(
    sql`select from messages where once_key = ${onceKey} and data -> 'eventIds' ? ${eventId}`,
  )
  if (mailed.length > 0) return true
  const { rows } = await tx.execute<{ event_id: string; member_id: string; outcome: OrderOutcome }>(sql`
    select distinct runs.event_id, entries.member_id, case when entries.status = 'held' then 'released'
      when lines.total + coalesce(entries.hand_amount, 0) = 0 then 'free' when runs.refunds = 'none' then 'kept'
      when coalesce(entries.hand_amount, 0) > 0 or ${takenByHand(sql`orders.id`)} then 'by_hand'
      when runs.state in ('waiting', 'declined') then 'pending' else 'refunded' end as outcome
    from event_runs runs join event_entries entries on entries.event_id = runs.event_id and entries.status in ('held', 'paid')
    join orders on orders.id = entries.order_id and orders.buyer_id = ${buyerId} and orders.test_mode = ${testMode}
    join order_lines lines on lines.entry_id = entries.id
    where runs.press = ${press} and runs.state <> 'stopped'`)
  const eventIds = [...new Set([eventId, ...rows.map((row) => row.event_id)])]
  if (eventIds.length === 1) return false
  const outcomes = [...new Set([outcome, ...rows.map((row) => row.outcome)])]
  await requestMail(tx, {
    template: 'event-cancelled',
    memberId: buyerId,
    orgId: null,
    data: {
      runId,
      orderId,
      outcome,
      eventIds,
      outcomes,
      people: [...new Set([...people, ...rows.map((row) => row.member_id)])],
    },
    onceKey,
  })
  return true
}

/** Asks those who may refund to approve a cancellation; once more after each time that it was declined, and once for dates cancelled together. */
export async function mailRunWaiting(tx: Tx, run: RunRow): Promise<void> {
  const again = run.declinedAt ? `:${run.declinedAt.getTime()}` : ''
  for (const memberId of await selectRefunders(tx, run.orgId))
    await requestMail(tx, {
      template: 'event-cancel-waiting',
      memberId,
      orgId: run.orgId,
      data: { runId: run.id, memberId },
      onceKey: `event-cancel-waiting:${run.press ?? run.id}:${memberId}${again}`,
    })
}

/** Mails whoever started a cancellation why its refunds were declined. */
export const mailRunDeclined = (tx: Tx, run: RunRow): Promise<void> =>
  requestMail(tx, {
    template: 'event-cancel-declined',
    memberId: run.startedBy,
    orgId: run.orgId,
    data: { runId: run.id, memberId: run.startedBy },
    onceKey: `event-cancel-declined:${run.press ?? run.id}:${run.declinedAt!.getTime()}`,
  })

/**
 * Mails whoever started a cancellation, and those who may refund, how it ended.
 * @param ends how often it ended, with those begun with it
 */
export async function mailRunReport(tx: Tx, run: RunRow, ends: number): Promise<void> {
  for (const memberId of new Set([run.startedBy, ...(await selectRefunders(tx, run.orgId))]))
    await requestMail(tx, {
      template: 'event-cancel-report',
      memberId,
      orgId: run.orgId,
      data: { runId: run.id, memberId },
      onceKey: `event-cancel-report:${run.press ?? run.id}:${ends}:${memberId}`,
    })
}

/** Enabled members who may refund for a club. */
const selectRefunders = (db: Reader, orgId: string) => selectHolders(db, orgId, 'money.refund')

/** Enabled members with a scope at a club: by a grant, or as administrators at their last sign-in. */
async function selectHolders(db: Reader, orgId: string, scope: Scope): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from members where enabled and id in (
      select member_id from organisation_admins where org_id = ${orgId} union ${grantedMembers(orgId, scope)}
    ) order by id`)
  return rows.map(({ id }) => id)
}

export const eventMails = (db: Db, services: { readonly publicUrl: string; readonly secrets: Secrets }) => {
  const { publicUrl } = services
  return {
    'event-moved': (about: Parameters<typeof movedMail>[2]) => movedMail(db, services, about),
    'event-cancelled': (about: AboutOrder) => cancelledMail(db, publicUrl, about),
    'event-cancel-waiting': (about: AboutRun) => waitingMail(db, publicUrl, about),
    'event-cancel-declined': (about: AboutRun) => declinedMail(db, publicUrl, about),
    'event-cancel-report': (about: AboutRun) => reportMail(db, publicUrl, about),
    'answers-due': (about: Parameters<typeof answersDueMail>[1]) => answersDueMail({ db, ...services }, about),
    'waiting-offer': (about: Parameters<typeof offerMail>[2]) => offerMail(db, services, about),
    'waiting-ended': (about: Parameters<typeof waitingEndedMail>[2]) => waitingEndedMail(db, publicUrl, about),
  }
}

async function readRun(db: Db, runId: string) {
  const [found] = await db
    .select({ run: eventRuns, event: events })
    .from(eventRuns)
    .innerJoin(events, eq(events.id, eventRuns.eventId))
    .where(eq(eventRuns.id, runId))
  if (!found) throw new Error('Event run not found')
  const { press } = found.run
  const together = press
    ? await db
        .select({ id: eventRuns.id, state: eventRuns.state })
        .from(eventRuns)
        .where(and(eq(eventRuns.press, press), ne(eventRuns.state, 'stopped')))
    : [found.run]
  return { ...found, together, club: await selectOrganisation(db, found.run.orgId) }
}

async function cancelledMail(db: Db, publicUrl: string, about: AboutOrder): Promise<MailDraft | null> {
  const order = await selectOrder(db, about.orderId)
  const { run, event, club } = await readRun(db, about.runId)
  const to = (await addressOf(db, order, undefined)) ?? (await accountOf(db, order.buyerId))
  if (!to) return null
  const locale = await buyerLanguage(db, order)
  const say = { locale }
  const title = textIn(event.titleTexts, locale)
  const text = event.cancelTexts ? textIn(event.cancelTexts, locale) : ''
  const { outcome, outcomes = [outcome], eventIds = [event.id] } = about
  const dates = await db
    .select()
    .from(events)
    .where(inArray(events.id, [...eventIds]))
    .orderBy(asc(events.startsAt), asc(events.id))
  const isOne = dates.length === 1
  return clubMail(club, {
    to,
    locale,
    subject: isOne
      ? m.mail_event_cancelled_subject({ event: title }, say)
      : m.mail_dates_cancelled_subject({ event: title, count: dates.length }, say),
    about: await selectNames(db, about.people ?? []),
    isTest: order.testMode,
    paragraphs: [
      isOne
        ? m.mail_event_cancelled_intro({ club: club.name, event: title, when: whenWords(event, locale) }, say)
        : m.mail_dates_cancelled_intro({ club: club.name, event: title }, say),
      ...outcomes.flatMap((one) => cancelWords[one]?.({}, say) ?? []),
    ],
    quotes: [text, outcomes.includes('kept') ? run.reason : null].flatMap((one) => one || []),
    tables: isOne
      ? []
      : [
          {
            rows: dates.map((date) => {
              const own = textIn(date.titleTexts, locale)
              return { label: atLineStart(whenWords(date, locale)), details: own === title ? [] : [own], value: '' }
            }),
          },
        ],
    button: {
      label: m.mail_event_cancelled_button({}, say),
      url: publicUrl + pagePath({ orgKey: club.key, id: event.id }),
    },
    why: m.mail_why_purchase({ club: club.name }, say),
  })
}

async function accountOf(db: Db, memberId: string) {
  const member = await selectOptionalMember(db, memberId)
  return member?.email ? { name: fullName(member), address: member.email } : null
}

type Run = Awaited<ReturnType<typeof readRun>>
type Written = Pick<Parameters<typeof clubMail>[1], 'subject' | 'paragraphs' | 'quotes' | 'tables'>

/** A mail to somebody of an office about a cancellation; null if they have no address, or there is nothing to say any more. */
async function officeMail(
  db: Db,
  publicUrl: string,
  { runId, memberId }: AboutRun,
  write: (run: Run & { readonly title: string }, say: { readonly locale: Language }) => Promise<Written | null>,
): Promise<MailDraft | null> {
  const found = await readRun(db, runId)
  const member = await selectOptionalMember(db, memberId)
  if (!member?.email) return null
  const { club, event } = found
  const say = { locale: languageOf(member) }
  const written = await write({ ...found, title: textIn(event.titleTexts, say.locale) }, say)
  return (
    written &&
    clubMail(club, {
      ...say,
      ...written,
      to: { name: fullName(member), address: member.email },
      preview: written.subject,
      button: {
        label: m.mail_cancel_waiting_button({}, say),
        url: `${publicUrl}/office/${encodeURIComponent(club.key)}/events/${event.id}/cancel`,
      },
      why: m.mail_why_cancellation({ club: club.name }, say),
    })
  )
}

/** Null if it was answered or stopped meanwhile. */
const waitingMail = (db: Db, publicUrl: string, about: AboutRun) =>
  officeMail(db, publicUrl, about, async ({ run, club, together, title: event }, say) => {
    if (!together.some(({ state }) => state === 'waiting')) return null
    const starter = await selectOptionalMember(db, run.startedBy)
    return {
      subject: m.mail_cancel_waiting_subject({ event }, say),
      paragraphs: [
        m.mail_cancel_waiting_text({ event, name: starter ? fullName(starter) : club.name }, say),
        ...(together.length > 1 ? [m.mail_cancel_waiting_dates({ count: together.length }, say)] : []),
        m.mail_cancel_waiting_how({}, say),
      ],
    }
  })

/** Null if it was approved or asked again meanwhile. */
const declinedMail = (db: Db, publicUrl: string, about: AboutRun) =>
  officeMail(db, publicUrl, about, async ({ run, club, title: event }, say) => {
    if (run.state !== 'declined' || !run.declinedBy || !run.declineReason) return null
    const decliner = await selectOptionalMember(db, run.declinedBy)
    return {
      subject: m.mail_cancel_declined_subject({ event }, say),
      paragraphs: [
        m.mail_cancel_declined_how({}, say),
        m.mail_cancel_declined_text({ event, name: decliner ? fullName(decliner) : club.name }, say),
      ],
      quotes: [run.declineReason],
    }
  })

const reportMail = (db: Db, publicUrl: string, about: AboutRun) =>
  officeMail(db, publicUrl, about, async ({ club, together, title: event }, say) => {
    const { rows } = await db.execute<{ orders: number; refunded: number; failed: number; by_hand: number }>(sql`
      select count(*)::int as orders, coalesce(sum(refunds.amount) filter (where refunds.status = 'done' and items.state <> 'by_hand' and not refunds.test_mode), 0)::float8 as refunded,
        count(*) filter (where items.state = 'failed' or refunds.status = 'failed')::int as failed,
        count(*) filter (where items.state = 'by_hand')::int as by_hand
      from event_run_items items left join refunds on refunds.id = items.refund_id
      where items.run_id = any(${sql.param(together.map(({ id }) => id))}::uuid[])`)
    const { orders, refunded, failed, by_hand: byHand } = rows[0]!
    const seesMoney = (await selectHolders(db, club.id, 'money.read')).includes(about.memberId)
    const counted = (label: string, count: number) => ({ label, value: String(count) })
    return {
      subject: (failed > 0 ? m.mail_cancel_report_failed_subject : m.mail_cancel_report_subject)({ event }, say),
      paragraphs: [failed > 0 ? m.mail_cancel_report_failed({}, say) : m.mail_cancel_report_done({}, say)],
      tables: [
        {
          rows: [
            ...(together.length > 1 ? [counted(m.mail_cancel_report_dates({}, say), together.length)] : []),
            counted(m.mail_cancel_report_orders({}, say), orders),
            ...(seesMoney
              ? [
                  {
                    label: m.mail_cancel_report_refunded({}, say),
                    value: formatMoney(refunded, club.currency, say.locale),
                  },
                ]
              : []),
            ...(byHand > 0 ? [counted(m.mail_cancel_report_by_hand({}, say), byHand)] : []),
            ...(failed > 0 ? [counted(m.mail_cancel_report_not_done({}, say), failed)] : []),
          ],
        },
      ],
    }
  })
