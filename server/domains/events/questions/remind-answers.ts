import type { Question } from '#contract/events/questions.ts'
import { type LocalText, textIn } from '#contract/local-text.ts'
import type { Language } from '#contract/values.ts'
import { addDays, copenhagenDate, portalNow } from '#server/database/clock.ts'
import { type Db, inTransaction, type Reader } from '#server/database/db.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { sql, type SQL } from '#server/database/sql.ts'
import { formatDay, formatList } from '#server/documents/format.ts'
import { fullName, hasDied, languageOf, selectOptionalMember } from '#server/domains/members/index.ts'
import { clubMail, type MailDraft, notifyEach, requestMail } from '#server/domains/notifications/index.ts'
import { selectOrganisation } from '#server/domains/organisations/index.ts'
import { byDay, onceADay } from '#server/jobs/daily.ts'
import type { RecurringJob } from '#server/jobs/queue.ts'
import * as m from '#words/messages.js'
import { readerOf } from '../office/message-guests.ts'
import { answersById, missingOf, readAnsweredPlaces, readQuestions } from './answers.ts'

/** Whoever has not answered is reminded on each of these days before a question's last one. */
const REMINDERS = [7, 2] as const

/** Reminders after a longer outage would come too late. */
const MOST_DAYS_LATE = 5

interface Services {
  readonly db: Db
  readonly secrets: Secrets
}

export const answersSchedule = (services: Services): RecurringJob[] => [
  {
    name: 'events.remind-answers',
    cron: '19 * * * *',
    run: () =>
      byDay(services.db, async () => {
        await onceADay(services.db, 'events.remind-answers', (today, last) => remindAnswers(services, today, last))
      }),
  },
]

/** A place with what somebody has not answered there. */
interface Open {
  readonly entryId: string
  readonly readerId: string
  readonly name: string
  readonly eventId: string
  readonly title: LocalText
  readonly orgId: string
  readonly orgKey: string
  readonly club: string
  readonly isTest: boolean
  readonly questions: readonly Due[]
}

/** A question with its last day: of one without, the event's first. */
type Due = Question & { readonly until: string }

const firstDay = sql`(events.starts_at at time zone events.time_zone)::date`

/**
 * Reminds of required answers that are missing, each reader once about everybody they answer for at an event. The keys of the notification
 * and of the mail are the record, so that it may run again.
 * @param last the day of the last reminders
 */
async function remindAnswers({ db, secrets }: Services, today: string, last: string | null): Promise<void> {
  const due = dueDays(today, last)
  const untils = [...due.keys()]
  const open = await selectOpen(
    db,
    secrets,
    sql`entries.event_id = any(array(
      select events.id from event_questions questions join events on events.id = questions.event_id
      where events.starts_at > portal_now() and least(questions.until, ${firstDay}) = any(${sql.param(untils)}::date[])
        and required and removed_at is null))`,
  )
  const dueAt = ({ questions }: Open) => questions.flatMap(({ until }) => (due.has(until) ? [until] : []))
  const reminded = open.filter((one) => dueAt(one).length > 0)
  for (const ofEvent of Map.groupBy(reminded, ({ eventId }) => eventId).values()) {
    const reminders = [...Map.groupBy(ofEvent, ({ readerId }) => readerId)].map(([receiverId, places]) => {
      const [{ eventId, orgId, orgKey, club, title, isTest }] = places as [Open, ...Open[]]
      const entryIds = [...new Set(places.map(({ entryId }) => entryId))]
      const until = places.flatMap(dueAt).toSorted()[0]!
      return {
        receiverId,
        type: 'EVENT_REGISTRATION' as const,
        texts: (locale: Language) => ({
          title: [
            ...(isTest ? [m.order_test_mode({}, { locale })] : []),
            m.notification_answers_due_title({ event: textIn(title, locale) }, { locale }),
          ].join(' – '),
          message: m.notification_answers_due_message(
            { club, names: namesOf(places, locale), until: formatDay(until, locale) },
            { locale },
          ),
        }),
        data: { orgKey, eventId, answersOf: entryIds, ...(entryIds.length === 1 && { entryId: entryIds[0] }) },
        onceKey: `answers-due:${eventId}:${until}:${due.get(until)}:${receiverId}`,
        orgId,
        mail: { memberId: receiverId, entryIds, until },
      }
    })
    await inTransaction(db, async (tx) => {
      await notifyEach(
        tx,
        reminders.map(({ mail: _mail, orgId: _club, ...bell }) => bell),
      )
      for (const { receiverId: memberId, orgId, onceKey, mail: data } of reminders)
        await requestMail(tx, { template: 'answers-due', memberId, orgId, data, onceKey })
    })
  }
}

/** The last days of which to remind today, with how many days before; the later of two reminders counts. */
function dueDays(today: string, last: string | null): Map<string, number> {
  const due = new Map<string, number>()
  const oldest = addDays(today, -MOST_DAYS_LATE)
  const after = last !== null && last > oldest ? last : addDays(today, -1)
  for (const days of REMINDERS)
    for (let day = addDays(after, 1); day <= today; day = addDays(day, 1))
      if (addDays(day, days) >= today) due.set(addDays(day, days), days)
  return due
}

const namesOf = (places: readonly Open[], locale: Language) =>
  formatList([...new Set(places.map(({ name }) => name))], locale)

interface OpenRow extends Omit<Open, 'questions' | 'readerId'>, Record<string, unknown> {
  readonly readerId: string | null
  readonly buyerId: string
  readonly day: string
}

/**
 * Paid places at coming events whose required questions can still be answered, by whoever answers: the reader of the person's messages, and the buyer for
 * the questions of an order. @param which a condition on `entries`
 */
async function selectOpen(db: Reader, secrets: Secrets, which: SQL): Promise<Open[]> {
  const today = copenhagenDate(await portalNow(db))
  const places = await readAnsweredPlaces(
    db,
    sql`${which} and entries.status = 'paid' and entries.answers_missing > 0 and events.status = 'published'
      and events.starts_at > portal_now()`,
  )
  if (places.length === 0) return []
  const questions = await readQuestions(
    db,
    places.map(({ eventId }) => eventId),
  )
  const { rows } = await db.execute<OpenRow>(sql`
    select entries.id as "entryId", reader.id as "readerId", orders.buyer_id as "buyerId", ${fullNameOf('person')} as name,
      events.id as "eventId", title_texts as title, organisations.id as "orgId", organisations.key as "orgKey", organisations.name as club,
      orders.test_mode as "isTest", ${firstDay}::text as day
    from event_entries entries join members person on person.id = entries.member_id join orders on orders.id = entries.order_id
    join events on events.id = entries.event_id join organisations on organisations.id = events.org_id
    left join lateral (${readerOf}) reader on true
    where entries.id = any(${sql.param(places.map(({ entryId }) => entryId))}::uuid[]) and not ${hasDied(sql`person.id`)}
    order by danish_order(${fullNameOf('person')}), entries.id`)
  const missing = new Map(
    places.map((place) => [
      place.entryId,
      missingOf(questions.get(place.eventId) ?? [], place, answersById(secrets, place.stored)),
    ]),
  )
  return rows.flatMap(({ readerId, buyerId, day, ...row }) => {
    const due = missing
      .get(row.entryId)!
      .map((question) => ({ ...question, until: question.until && question.until < day ? question.until : day }))
      .filter(({ until }) => until >= today)
    const [own, ofOrder] = [false, true].map((is) => due.filter(({ scope }) => (scope === 'order') === is)) as [
      Due[],
      Due[],
    ]
    return [
      ...(readerId && own.length > 0 ? [{ ...row, readerId, questions: own }] : []),
      ...(ofOrder.length > 0 ? [{ ...row, readerId: buyerId, questions: ofOrder }] : []),
    ]
  })
}

interface AboutAnswers {
  readonly memberId: string
  readonly entryIds: readonly string[]
  readonly until: string
}

/** Null if everything is answered meanwhile, or cancelled. Names questions, never an answer. */
export async function answersDueMail(
  { db, publicUrl, secrets }: Services & { readonly publicUrl: string },
  { memberId, entryIds, until }: AboutAnswers,
): Promise<MailDraft | null> {
  const open = await selectOpen(db, secrets, sql`entries.id = any(${sql.param([...entryIds])}::uuid[])`)
  const places = open.filter(({ readerId }) => readerId === memberId)
  const [first] = places
  const member = await selectOptionalMember(db, memberId)
  if (!first || !member?.email) return null
  const locale = languageOf(member)
  const say = { locale }
  const club = await selectOrganisation(db, first.orgId)
  const event = textIn(first.title, locale)
  const day = formatDay(until, locale)
  const tickets = `${publicUrl}/${encodeURIComponent(club.key)}/events/${first.eventId}/tickets`
  return clubMail(club, {
    to: { name: fullName(member), address: member.email },
    locale,
    subject: m.mail_answers_due_subject({ event, until: day }, say),
    about: places.map(({ name }) => name),
    isTest: first.isTest,
    paragraphs: [m.mail_answers_due_intro({ club: club.name, event, names: namesOf(places, locale), until: day }, say)],
    tables: [
      {
        rows: places.map(({ name, questions }) => ({
          label: questions[0]!.scope === 'order' ? m.register_questions_order({}, say) : name,
          details: questions.map(({ label }) => textIn(label, locale)),
          value: '',
        })),
      },
    ],
    button: {
      label: m.mail_answers_due_button({}, say),
      url: new Set(places.map(({ entryId }) => entryId)).size === 1 ? `${tickets}/${first.entryId}` : tickets,
    },
    why: m.mail_why_guest({ club: club.name, event }, say),
  })
}
