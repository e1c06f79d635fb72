import {
  type Answers,
  askedQuestions,
  type AnswerProblem,
  type AnswerValue,
  type GivenAnswers,
  isBlank,
  isForGuests,
  missingAnswers,
  type Question,
  readAnswer,
} from '#contract/events/questions.ts'
import type { Reader, Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { eventAnswers } from '#server/database/schema/index.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { sql, type SQL } from '#server/database/sql.ts'
import { ageOn } from '#server/domains/members/index.ts'
import type { AnswerToKeep, Lines, PricedEvent } from '#server/domains/orders/index.ts'
import { Problem } from '#server/http/problem.ts'
import { hasQuestions, questionsAsJson } from './write-questions.ts'

const PURPOSE = 'event_answers.value'

/** The questions of events, by event. */
export async function readQuestions(db: Reader, eventIds: readonly string[]): Promise<Map<string, Question[]>> {
  const ids = [...new Set(eventIds)]
  if (ids.length === 0) return new Map()
  const { rows } = await db.execute<{ id: string; questions: Question[] }>(
    sql`select id, ${questionsAsJson(sql`events.id`)} as questions from events where id = any(${sql.param(ids)}::uuid[])`,
  )
  return new Map(rows.map(({ id, questions }) => [id, questions]))
}

export interface WrongAnswer {
  readonly question: string
  readonly problem: AnswerProblem
}

/** Reads given answers to questions: what is kept of them, and what is wrong. Blank ones are left out. */
export function readGiven(questions: readonly Question[], given: GivenAnswers) {
  const answers: Record<string, AnswerValue> = {}
  const wrong: WrongAnswer[] = []
  for (const question of questions) {
    const answer = given[question.id] ?? undefined
    if (answer === undefined || isBlank(answer)) continue
    const read = readAnswer(question, answer)
    if ('value' in read) answers[question.id] = read.value
    else wrong.push({ question: question.id, problem: read.problem })
  }
  return { answers, wrong }
}

/** Throws with what is wrong beside each question. */
export function refuseAnswers(errors: readonly { readonly path: string; readonly message: AnswerProblem }[]): void {
  if (errors.length > 0) throw new Problem('answers_invalid', { errors: errors.slice(0, 50) })
}

interface Checks {
  readonly pathOf: (line: PricedEvent) => string
  /** An office registers them, which asks nothing, or a super admin, who does not see everything that is asked. */
  readonly mayBeMissing: boolean
}

/**
 * Checks the answers that come with places, of each person and, with its first place at an event, of the order. One query, and none for
 * events without questions.
 * @returns what to keep of a line. Throws `answers_invalid`
 */
export async function checkAnswers(
  tx: Tx,
  lines: readonly PricedEvent[],
  { pathOf, mayBeMissing }: Checks,
): Promise<(line: PricedEvent) => Pick<Lines['event']['held'], 'answered'>> {
  const asking = lines.filter(({ asked }) => asked)
  const questions = await readQuestions(
    tx,
    asking.map(({ eventId }) => eventId),
  )
  const errors: { path: string; message: AnswerProblem }[] = []
  const answered = new Map<PricedEvent, NonNullable<Lines['event']['held']['answered']>>()
  const begun = new Set<string>()
  for (const line of asking) {
    const { eventId, categoryId, asked } = line
    const all = questions.get(eventId)!.filter(isForGuests)
    const { answers, wrong } = readGiven(all, asked!.answers)
    const whom = begun.has(eventId) ? [{ age: asked!.age, categoryId }] : [{ age: asked!.age, categoryId }, null]
    begun.add(eventId)
    const concerning = whom.flatMap((person) => askedQuestions(all, person, answers))
    const add = (question: string, message: AnswerProblem) =>
      errors.push({ path: `${pathOf(line)}.${question}`, message })
    for (const { question, problem } of wrong) if (concerning.some(({ id }) => id === question)) add(question, problem)
    const isWrong = (id: string) => wrong.some(({ question }) => question === id)
    const missing = missingAnswers(concerning, answers, ['registration', 'later']).filter(({ id }) => !isWrong(id))
    if (!mayBeMissing) for (const { id, when } of missing) if (when === 'registration') add(id, 'missing')
    answered.set(line, { rows: rowsOf(concerning, answers), missing: missing.length })
  }
  refuseAnswers(errors)
  return (line) => (answered.has(line) ? { answered: answered.get(line)! } : {})
}

/** The answers to keep of questions that are asked. */
export const rowsOf = (asked: readonly Question[], answers: Answers): AnswerToKeep[] =>
  asked.flatMap(({ id, scope, sensitive }) => {
    const value = answers[id]
    return value === undefined ? [] : [{ questionId: id, ofOrder: scope === 'order', sensitive, value }]
  })

interface Of {
  readonly eventId: string
  readonly entryId: string
  readonly orderId: string
  readonly by: string
}

/** A row of an answer; a sensitive one is encrypted. */
export const rowOf = (
  secrets: Secrets,
  tx: Tx,
  { eventId, entryId, orderId, by }: Of,
  { questionId, ofOrder, sensitive, value }: AnswerToKeep,
): typeof eventAnswers.$inferInsert => ({
  id: newId(),
  eventId,
  questionId,
  entryId: ofOrder ? null : entryId,
  orderId: ofOrder ? orderId : null,
  value: sensitive ? null : value,
  valueEncrypted: sensitive ? secrets.encrypt(PURPOSE, JSON.stringify(value)) : null,
  answeredBy: by,
  answeredAt: tx.now,
})

/** Rows of the answers that came with an order. */
export const answersToInsert = (
  secrets: Secrets,
  tx: Tx,
  { orderId, buyerId: by }: { readonly orderId: string; readonly buyerId: string },
  lines: readonly Lines['event']['held'][],
) =>
  lines.flatMap(({ eventId, entryId, answered }) =>
    (answered?.rows ?? []).map((answer) => rowOf(secrets, tx, { eventId, entryId, orderId, by }, answer)),
  )

export const insertAnswers = (tx: Tx, rows: readonly (typeof eventAnswers.$inferInsert)[]) =>
  tx.insert(eventAnswers).values([...rows])

/** An answer as it is stored. */
export interface StoredAnswer {
  readonly questionId: string
  readonly value: AnswerValue | null
  readonly encrypted: string | null
}

/** Null where the key was lost. */
export function valueOf(secrets: Secrets, { value, encrypted }: StoredAnswer): AnswerValue | null {
  if (encrypted === null) return value
  return encrypted === '' ? null : (JSON.parse(secrets.decrypt(PURPOSE, encrypted)) as AnswerValue)
}

export const encryptAnswer = (secrets: Secrets, value: AnswerValue): string =>
  secrets.encrypt(PURPOSE, JSON.stringify(value))

/** Answers by their questions, sensitive ones too. */
export const answersById = (secrets: Secrets, stored: readonly StoredAnswer[]): Record<string, AnswerValue> =>
  Object.fromEntries(
    stored.flatMap((answer) => {
      const value = valueOf(secrets, answer)
      return value === null ? [] : [[answer.questionId, value]]
    }),
  )

/** A place with whom its event asks there, and what was answered. */
export interface AnsweredPlace {
  readonly entryId: string
  readonly eventId: string
  readonly orderId: string
  readonly memberId: string
  readonly buyerId: string
  readonly categoryId: string
  /** On the event's first day. */
  readonly age: number | null
  /** The order's first place at the event, with which its own questions are asked. */
  readonly isFirst: boolean
  readonly isLive: boolean
  readonly stored: readonly StoredAnswer[]
}

export interface AnsweredRow extends Omit<AnsweredPlace, 'age'>, Record<string, unknown> {
  readonly born: string | null
  /** The event's first day. */
  readonly day: string
}

export const placeOf = ({ born, day, ...row }: AnsweredRow): AnsweredPlace => ({
  ...row,
  age: born === null ? null : ageOn(day, born),
})

/** Places with their answers and those of their orders. @param which a condition on `entries` */
export const answeredPlaces = (which: SQL): SQL => sql`
    select entries.id as "entryId", entries.event_id as "eventId", entries.order_id as "orderId", entries.member_id as "memberId",
      orders.buyer_id as "buyerId", entries.category_id as "categoryId", people.date_of_birth::text as born,
      (events.starts_at at time zone events.time_zone)::date::text as day, entries.status in ('held', 'paid') as "isLive",
      entries.id = (select first.id from event_entries first where first.order_id = entries.order_id and first.event_id = entries.event_id
        and first.status in ('held', 'paid') order by first.id limit 1) is true as "isFirst",
      (select coalesce(json_agg(json_build_object('questionId', question_id, 'value', value, 'encrypted', value_encrypted)), '[]')
        from event_answers answers
        where answers.entry_id = entries.id or answers.order_id = entries.order_id and answers.event_id = entries.event_id) as stored
    from event_entries entries join events on events.id = entries.event_id join members people on people.id = entries.member_id
    join orders on orders.id = entries.order_id
    where ${which} order by entries.id`

export const readAnsweredPlaces = async (db: Reader, which: SQL): Promise<AnsweredPlace[]> =>
  (await db.execute<AnsweredRow>(answeredPlaces(which))).rows.map(placeOf)

/** The questions that concern a place, with those of its order if it is the first. */
export const askedOf = (questions: readonly Question[], place: AnsweredPlace, answers: Answers): Question[] => [
  ...askedQuestions(questions, place, answers),
  ...(place.isFirst ? askedQuestions(questions, null, answers) : []),
]

/** The required questions that a place leaves open. */
export const missingOf = (questions: readonly Question[], place: AnsweredPlace, answers: Answers): Question[] =>
  missingAnswers(askedOf(questions.filter(isForGuests), place, answers), answers, ['registration', 'later'])

/** Counts anew what places leave open. @param which a condition on `entries` */
export async function recountMissing(secrets: Secrets, tx: Tx, which: SQL): Promise<void> {
  const places = await readAnsweredPlaces(tx, sql`${which} and entries.status in ('held', 'paid')`)
  if (places.length === 0) return
  const questions = await readQuestions(
    tx,
    places.map(({ eventId }) => eventId),
  )
  const counts = places.map(
    (place) => missingOf(questions.get(place.eventId) ?? [], place, answersById(secrets, place.stored)).length,
  )
  const ids = places.map(({ entryId }) => entryId)
  await tx.execute(sql`
    update event_entries set answers_missing = counted.missing
    from unnest(${sql.param(ids)}::uuid[], ${sql.param(counts)}::int[]) as counted (id, missing)
    where event_entries.id = counted.id and event_entries.answers_missing <> counted.missing`)
}

/** The birth dates of these people have changed: they may be asked other questions at events to come. */
export const recountMissingOf = (secrets: Secrets, tx: Tx, memberIds: readonly string[]): Promise<void> =>
  recountMissing(
    secrets,
    tx,
    sql`entries.member_id = any(${sql.param([...memberIds])}::uuid[]) and events.starts_at > portal_now()
      and ${hasQuestions(sql`entries.event_id`)}`,
  )
