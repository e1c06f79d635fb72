import type { Question } from '#contract/events/questions.ts'
import { textIn } from '#contract/local-text.ts'
import type { SensitiveAnswers } from '#contract/events/registrations.ts'
import type { Language } from '#contract/values.ts'
import type { Reader, Tx } from '#server/database/db.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { sql } from '#server/database/sql.ts'
import { recordOfficeChange } from '#server/domains/audit/index.ts'
import { fullName } from '#server/domains/members/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import type { EventClub, EventRow } from '../office/edited-event.ts'
import { findEvent, selectRegistrationIds, type WhichRegistrations } from '../office/registrations.ts'
import { answerIn } from './answers-in-words.ts'
import { answersById, readAnsweredPlaces, readQuestions } from './answers.ts'

/** The sensitive answers of registrations, for those of the office who may read them. Every reading is in the club's history. */
export async function readSensitiveAnswers(
  secrets: Secrets,
  tx: Tx,
  caller: OfficeCaller<EventClub>,
  { eventId, ...which }: WhichRegistrations & { readonly eventId: string },
): Promise<SensitiveAnswers> {
  const event = await findEvent(tx, caller.organisation.id, eventId)
  const people = await selectSensitive(secrets, tx, event, which, caller.actor.via.language)
  await recordReading(tx, caller, event, people.length)
  return { people }
}

export const recordReading = (tx: Tx, caller: OfficeCaller<EventClub>, event: EventRow, count: number) =>
  recordOfficeChange(tx, caller, {
    name: 'sensitive_answers_read',
    thing: 'event',
    thingId: event.id,
    label: event.title,
    after: { count },
  })

export async function selectSensitive(
  secrets: Secrets,
  db: Reader,
  event: EventRow,
  which: WhichRegistrations,
  language: Language,
): Promise<SensitiveAnswers['people']> {
  const ids = sql.param(await selectRegistrationIds(db, event, which))
  const questions = (await readQuestions(db, [event.id])).get(event.id)?.filter(({ sensitive }) => sensitive) ?? []
  if (questions.length === 0) return []
  const places = await readAnsweredPlaces(
    db,
    sql`entries.id = any(${ids}::uuid[]) and entries.status in ('held', 'paid') and exists (
      select from event_answers answers where answers.value_encrypted is not null
        and (answers.entry_id = entries.id or answers.order_id = entries.order_id and answers.event_id = entries.event_id))`,
  )
  const { rows } = await db.execute<{ id: string; firstName: string; lastName: string }>(sql`
    select id, first_name as "firstName", last_name as "lastName" from members
    where id = any(${sql.param(places.map(({ memberId }) => memberId))}::uuid[])`)
  const names = new Map(rows.map((row) => [row.id, fullName(row)]))
  return places
    .filter(({ isFirst, stored }) => isFirst || stored.some(({ questionId }) => isOfPerson(questions, questionId)))
    .map((place) => {
      const answers = answersById(secrets, place.stored)
      return {
        id: place.entryId,
        name: names.get(place.memberId) ?? '',
        answers: questions.flatMap((question) => {
          const value = answers[question.id]
          if (value === undefined || (question.scope === 'order' && !place.isFirst)) return []
          return [{ label: textIn(question.label, language), text: answerIn(question, value, language) }]
        }),
      }
    })
    .filter(({ answers }) => answers.length > 0)
    .toSorted((a, b) => a.name.localeCompare(b.name, 'da'))
}

const isOfPerson = (questions: readonly Question[], id: string) =>
  questions.some((question) => question.id === id && question.scope !== 'order')
