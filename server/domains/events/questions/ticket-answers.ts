import type { RegistrationQuestions, TicketAnswers } from '#contract/events/question-answers.ts'
import { type GivenAnswers, isForGuests, isOpenQuestion, type Question } from '#contract/events/questions.ts'
import type { LocalText } from '#contract/local-text.ts'
import type { Db, Reader, Tx } from '#server/database/db.ts'
import { wallClock } from '#server/database/local-time.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { eventAnswers } from '#server/database/schema/index.ts'
import { sql, type SQL } from '#server/database/sql.ts'
import { ageOn, type Reason, reasonFor, relationshipOf, selectFamily } from '#server/domains/members/index.ts'
import { isImpersonating, type MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { requireShown } from '../listing/show-event.ts'
import { eventDays } from '../event-days.ts'
import {
  type AnsweredPlace,
  answeredPlaces,
  type AnsweredRow,
  answersById,
  askedOf,
  missingOf,
  placeOf,
  readAnsweredPlaces,
  readGiven,
  readQuestions,
  recountMissing,
  refuseAnswers,
  rowOf,
  rowsOf,
  type StoredAnswer,
  valueOf,
} from './answers.ts'
import { questionsAsJson } from './write-questions.ts'

/** Whose answers the caller reads and gives: their own and those of children, not those of a relative who has a sign-in. */
const isTheirs = (as: Reason | null): boolean => as !== null && as !== 'relative'

/** A super admin who acts for somebody sees nothing sensitive. */
const questionsFor = (actor: Pick<MemberActor, 'acting'>, questions: readonly Question[]): Question[] =>
  questions.filter((question) => isForGuests(question) && !(question.sensitive && isImpersonating(actor)))

type Answering = Pick<MemberActor, 'memberId' | 'acting'>

/** The questions of a place that the caller answers: an order's own are its buyer's. @param as who they are to its person */
const questionsAt = (place: AnsweredPlace, actor: Answering, as: Reason | null, questions: readonly Question[]) =>
  questionsFor(actor, questions).filter(({ scope }) =>
    scope === 'order' ? place.buyerId === actor.memberId && place.isFirst : isTheirs(as),
  )

/** Of a ticket with required questions that are open, and who its reader is to its person. */
export interface Unanswered {
  readonly place: AnsweredRow
  readonly questions: readonly Question[]
  readonly as: Reason | null
}

/** @param reader the id of a member @param entryId of a place */
export const unansweredAt = (reader: SQL, entryId: SQL): SQL => sql`(
  select json_build_object('place', to_json(answered), 'questions', ${questionsAsJson(sql`answered."eventId"`)},
    'as', ${reasonFor(reader, sql`answered."memberId"`)})
  from (${answeredPlaces(sql`entries.id = ${entryId}`)}) answered)`

interface Ticket {
  readonly unanswered: Unanswered | null
  readonly event: { readonly timeZone: string }
  readonly begun: boolean
  readonly now: Date
}

/** How many open required questions the reader of a ticket can still answer. */
export function countAnswerable(secrets: Secrets, actor: Answering, { unanswered, event, begun, now }: Ticket): number {
  if (!unanswered) return 0
  const { questions, as } = unanswered
  const place = placeOf(unanswered.place)
  const today = wallClock(now, event.timeZone).day
  const missing = missingOf(questionsAt(place, actor, as, questions), place, answersById(secrets, place.stored))
  return missing.filter((question) => isOpenQuestion(question, { today, begun })).length
}

/** The questions of an event with a registration, for whom, and their answers of last time. */
export async function showRegistrationQuestions(
  secrets: Secrets,
  db: Db,
  actor: MemberActor,
  { eventId }: { readonly eventId: string },
): Promise<RegistrationQuestions> {
  const event = await requireShown(db, actor, eventId)
  const [all, self, family] = await Promise.all([
    readQuestions(db, [eventId]),
    relationshipOf(db, actor, actor.memberId),
    selectFamily(db, actor),
  ])
  const questions = questionsFor(actor, all.get(eventId) ?? [])
  const people = [...(self ? [self] : []), ...family.filter(({ member }) => member.id !== actor.memberId)]
  const theirs = people.filter(({ relationship }) => isTheirs(relationship.as)).map(({ member }) => member.id)
  const earlier = questions.length === 0 ? [] : await selectEarlier(db, event.orgId, eventId, theirs)
  const { first } = eventDays(event)
  return {
    questions,
    people: people.map(({ member: { id, dateOfBirth }, relationship: { as } }) => ({
      memberId: id,
      age: dateOfBirth === null ? null : ageToShow(ageOn(first, dateOfBirth), as, questions),
      last: lastAnswers(
        secrets,
        questions,
        earlier.filter(({ memberId }) => memberId === id),
      ),
    })),
  }
}

/** Of a relative an age of which the same is asked, since by their age on many days one would find their birthday. */
function ageToShow(age: number, as: Reason | null, questions: readonly Question[]): number | null {
  if (isTheirs(as)) return age
  const limits = questions.flatMap(({ condition }) =>
    condition && 'age' in condition ? [condition.age.min ?? 0, (condition.age.max ?? Infinity) + 1] : [],
  )
  return limits.length === 0 ? null : Math.max(0, ...limits.filter((limit) => limit <= age))
}

interface Earlier extends StoredAnswer, Record<string, unknown> {
  readonly memberId: string
  readonly label: LocalText
  readonly kind: Question['kind']
}

/** People's answers at other events of a club, the newest first. */
async function selectEarlier(db: Reader, orgId: string, eventId: string, memberIds: readonly string[]) {
  const { rows } = await db.execute<Earlier>(sql`
    select entries.member_id as "memberId", label_texts as label, kind, answers.question_id as "questionId", value, value_encrypted as encrypted
    from event_entries entries join event_answers answers on answers.entry_id = entries.id
    join event_questions questions on questions.id = answers.question_id
    where entries.member_id = any(${sql.param([...memberIds])}::uuid[]) and entries.org_id = ${orgId} and entries.event_id <> ${eventId}
      and entries.status in ('paid', 'cancelled')
    order by answers.answered_at desc, answers.id limit 2000`)
  return rows
}

/**
 * Questions with equal words and kind are one. An answer that does not fit any more is not offered, nor a sensitive one where it would be
 * stored as it is.
 */
function lastAnswers(secrets: Secrets, questions: readonly Question[], earlier: readonly Earlier[]) {
  const given = questions
    .filter(({ scope }) => scope === 'person')
    .flatMap(({ id, label, kind, sensitive }): [string, GivenAnswers[string]][] => {
      const found = earlier.find(
        (one) => one.kind === kind && isSameLabel(one.label, label) && (sensitive || one.encrypted === null),
      )
      const value = found ? valueOf(secrets, found) : null
      return value === null ? [] : [[id, value]]
    })
  return readGiven(questions, Object.fromEntries(given)).answers
}

const isSameLabel = (one: LocalText, other: LocalText) => one.da.trim().toLowerCase() === other.da.trim().toLowerCase()

interface Seen {
  readonly place: AnsweredPlace
  /** Null for a relative's: questions that depend on it are theirs. */
  readonly age: number | null
  readonly questions: readonly Question[]
  readonly today: string
  readonly begun: boolean
}

/** A paid place with what the caller may answer there. Throws `not_found`. */
async function findPlace(db: Reader, actor: MemberActor, entryId: string): Promise<Seen> {
  const { rows } = await db.execute<{ startsAt: string; timeZone: string; now: string }>(sql`
    select events.starts_at as "startsAt", events.time_zone as "timeZone", portal_now() as now
    from event_entries entries join events on events.id = entries.event_id
    where entries.id = ${entryId} and entries.status = 'paid' and events.status <> 'cancelled'`)
  const [place] = rows.length > 0 ? await readAnsweredPlaces(db, sql`entries.id = ${entryId}`) : []
  if (!place) throw new Problem('not_found')
  const as = (await relationshipOf(db, actor, place.memberId))?.relationship.as ?? null
  if (place.buyerId !== actor.memberId && as === null) throw new Problem('not_found')
  const all = (await readQuestions(db, [place.eventId])).get(place.eventId) ?? []
  const { startsAt, timeZone, now } = rows[0]!
  return {
    place,
    age: isTheirs(as) ? place.age : null,
    questions: questionsAt(place, actor, as, all),
    today: wallClock(new Date(now), timeZone).day,
    begun: new Date(startsAt) <= new Date(now),
  }
}

export async function showTicketAnswers(
  secrets: Secrets,
  db: Reader,
  actor: MemberActor,
  { entryId }: { readonly entryId: string },
): Promise<TicketAnswers> {
  const { place, age, questions, ...now } = await findPlace(db, actor, entryId)
  const answers = answersById(secrets, place.stored)
  const { memberId, categoryId } = place
  return {
    memberId,
    age,
    categoryId,
    questions: [...questions],
    answers: Object.fromEntries(questions.flatMap(({ id }) => (answers[id] === undefined ? [] : [[id, answers[id]]]))),
    closed: questions.filter((question) => !isOpenQuestion(question, now)).map(({ id }) => id),
  }
}

/** Gives and changes answers of a ticket. Those to questions that are not asked any more are deleted. */
export async function saveTicketAnswers(
  secrets: Secrets,
  tx: Tx,
  actor: MemberActor,
  { entryId, answers: given }: { readonly entryId: string; readonly answers: GivenAnswers },
): Promise<TicketAnswers> {
  // Changes of one place wait for each other.
  await tx.execute(sql`select from event_entries where id = ${entryId} for no key update`)
  const { place, questions, ...now } = await findPlace(tx, actor, entryId)
  const named = questions.filter(({ id }) => id in given)
  const closed = named.filter((question) => !isOpenQuestion(question, now))
  await changeAnswers(secrets, tx, place, {
    by: actor.actorId,
    questions,
    given,
    refused: closed.map(({ id }) => ({ question: id, problem: 'too_late' as const })),
  })
  return showTicketAnswers(secrets, tx, actor, { entryId })
}

interface Change {
  readonly by: string
  /** Those that may be answered. */
  readonly questions: readonly Question[]
  readonly given: GivenAnswers
  readonly refused?: readonly { readonly question: string; readonly problem: 'too_late' }[]
  /** An office may take back the answer to a required question. */
  readonly mayBeMissing?: boolean
}

/** Writes given answers to a locked place. Throws `answers_invalid`. */
export async function changeAnswers(
  secrets: Secrets,
  tx: Tx,
  place: AnsweredPlace,
  { by, questions, given, refused = [], mayBeMissing = false }: Change,
): Promise<void> {
  const named = questions.filter(({ id }) => id in given)
  const { answers: read, wrong } = readGiven(named, given)
  const before = answersById(secrets, place.stored)
  const kept = Object.fromEntries(Object.entries(before).filter(([id]) => !named.some((one) => one.id === id)))
  const answers = { ...kept, ...read }
  const all = (await readQuestions(tx, [place.eventId])).get(place.eventId) ?? []
  const asked = askedOf(all, place, answers)
  const emptied = named.filter(
    ({ id, required }) =>
      required &&
      !mayBeMissing &&
      answers[id] === undefined &&
      asked.some((one) => one.id === id) &&
      !wrong.some(({ question }) => question === id),
  )
  refuseAnswers(
    [...refused, ...wrong, ...emptied.map(({ id }) => ({ question: id, problem: 'missing' as const }))].map(
      ({ question, problem }) => ({ path: `answers.${question}`, message: problem }),
    ),
  )
  const { entryId, eventId, orderId } = place
  const rows = rowsOf(
    asked.filter(({ id }) => named.some((one) => one.id === id)),
    answers,
  )
  // Also what a condition hides by now; an order's answers are asked with its first place alone.
  const stays = all.filter(
    ({ id, scope }) => asked.some((one) => one.id === id) || (scope === 'order' && !place.isFirst),
  )
  const isNamed = (id: string) => named.some((one) => one.id === id)
  const gone = all.map(({ id }) => id).filter((id) => isNamed(id) || !stays.some((one) => one.id === id))
  await tx.execute(sql`
    delete from event_answers where event_id = ${eventId} and question_id = any(${sql.param(gone)}::uuid[])
      and (entry_id = ${entryId} or order_id = ${orderId})`)
  if (rows.length > 0)
    await tx
      .insert(eventAnswers)
      .values(rows.map((answer) => rowOf(secrets, tx, { eventId, entryId, orderId, by }, answer)))
  await recountMissing(secrets, tx, sql`entries.id = ${entryId}`)
}
