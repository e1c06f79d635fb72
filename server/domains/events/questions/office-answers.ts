import type { OfficeAnswers } from '#contract/events/registrations.ts'
import type { GivenAnswers, Question } from '#contract/events/questions.ts'
import type { Reader, Tx } from '#server/database/db.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { sql } from '#server/database/sql.ts'
import { recordOfficeChange } from '#server/domains/audit/index.ts'
import { fullName, selectOptionalMember } from '#server/domains/members/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import type { EventClub } from '../office/edited-event.ts'
import { findEvent, requirePublished } from '../office/registrations.ts'
import { type AnsweredPlace, answersById, readAnsweredPlaces, readQuestions } from './answers.ts'
import { changeAnswers } from './ticket-answers.ts'

interface Which {
  readonly eventId: string
  readonly entryId: string
}

/** The answers of a place that its office may change: also those that it notes itself or asks at the door, and no sensitive ones. */
export async function showOfficeAnswers(
  secrets: Secrets,
  db: Reader,
  { organisation }: OfficeCaller<EventClub>,
  which: Which,
): Promise<OfficeAnswers> {
  await findEvent(db, organisation.id, which.eventId)
  const { place, questions } = await findPlace(db, which)
  const answers = answersById(secrets, place.stored)
  return {
    age: place.age,
    categoryId: place.categoryId,
    questions,
    answers: Object.fromEntries(questions.flatMap(({ id }) => (answers[id] === undefined ? [] : [[id, answers[id]]]))),
  }
}

/** Changes answers for a guest, at any time. The history says whose, and not what. */
export async function saveOfficeAnswers(
  secrets: Secrets,
  tx: Tx,
  caller: OfficeCaller<EventClub>,
  { answers: given, ...which }: Which & { readonly answers: GivenAnswers },
): Promise<OfficeAnswers> {
  const event = await findEvent(tx, caller.organisation.id, which.eventId)
  requirePublished(event)
  // Changes of one place wait for each other.
  await tx.execute(sql`select from event_entries where id = ${which.entryId} for no key update`)
  const { place, questions } = await findPlace(tx, which)
  await changeAnswers(secrets, tx, place, { by: caller.actor.actorId, questions, given, mayBeMissing: true })
  const person = await selectOptionalMember(tx, place.memberId)
  await recordOfficeChange(tx, caller, {
    name: 'answers_changed',
    thing: 'event',
    thingId: event.id,
    label: event.title,
    after: { person: person ? fullName(person) : '', count: questions.filter(({ id }) => id in given).length },
  })
  return showOfficeAnswers(secrets, tx, caller, which)
}

async function findPlace(
  db: Reader,
  { eventId, entryId }: Which,
): Promise<{ place: AnsweredPlace; questions: Question[] }> {
  const [place] = await readAnsweredPlaces(db, sql`entries.id = ${entryId} and entries.event_id = ${eventId}`)
  if (!place?.isLive) throw new Problem('not_found')
  const all = (await readQuestions(db, [eventId])).get(eventId) ?? []
  return {
    place,
    questions: all.filter(({ sensitive, scope }) => !sensitive && (scope !== 'order' || place.isFirst)),
  }
}
