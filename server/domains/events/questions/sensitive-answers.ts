import type { SensitiveAnswers } from '#contract/events/registrations.ts'
import type { Question } from '#contract/events/questions.ts'
import { textIn } from '#contract/local-text.ts'
import type { Language } from '#contract/values.ts'
import type { Reader, Tx } from '#server/database/db.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { sql } from '#server/database/sql.ts'
import { recordOfficeChange } from '#server/domains/audit/index.ts'
import { fullName } from '#server/domains/members/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { hasScope } from '#server/identity/scopes.ts'
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
  const questions = await requireReadable(tx, caller, eventId)
  const ids = await selectRegistrationIds(tx, event, which)
  const people = await selectSensitive(secrets, tx, ids, questions, caller.actor.via.language)
  await recordReading(tx, caller, event, people.length)
  return { people }
}

export const recordReading = (
  tx: Tx,
  caller: OfficeCaller,
  event: Pick<EventRow, 'id' | 'title'>,
  count: number,
  team?: string,
) =>
  recordOfficeChange(tx, caller, {
    name: 'sensitive_answers_read',
    thing: 'event',
    thingId: event.id,
    label: event.title,
    after: { count, ...(team !== undefined && { team }) },
  })

/**
 * The sensitive questions of an event whose answers somebody in the office may read: a chair all of them, and who makes events those that say
 * so. Throws `forbidden` where that is none of them.
 */
export async function requireReadable(
  db: Reader,
  { actor, organisation }: OfficeCaller,
  eventId: string,
): Promise<Question[]> {
  const sensitive = await sensitiveQuestions(db, eventId)
  const makesEvents = hasScope(actor, 'events.write', organisation.key)
  const readable = hasScope(actor, 'sensitive.read', organisation.key)
    ? sensitive
    : sensitive.filter(({ readers }) => makesEvents && readers.includes('event_manager'))
  if (sensitive.length > 0 && readable.length === 0) throw new Problem('forbidden')
  return readable
}

export const sensitiveQuestions = async (db: Reader, eventId: string): Promise<Question[]> =>
  (await readQuestions(db, [eventId])).get(eventId)?.filter(({ sensitive }) => sensitive) ?? []

/** Answers of live places to these questions, by the people's names. */
export async function selectSensitive(
  secrets: Secrets,
  db: Reader,
  entryIds: readonly string[],
  questions: readonly Question[],
  language: Language,
): Promise<SensitiveAnswers['people']> {
  if (questions.length === 0) return []
  const places = await readAnsweredPlaces(
    db,
    sql`entries.id = any(${sql.param([...entryIds])}::uuid[]) and entries.status in ('held', 'paid') and exists (
      select from event_answers answers where answers.value_encrypted is not null
        and (answers.entry_id = entries.id or answers.order_id = entries.order_id and answers.event_id = entries.event_id))`,
  )
  const { rows } = await db.execute<{ id: string; firstName: string; lastName: string }>(sql`
    select id, first_name as "firstName", last_name as "lastName" from members
    where id = any(${sql.param(places.map(({ memberId }) => memberId))}::uuid[])`)
  const names = new Map(rows.map((row) => [row.id, fullName(row)]))
  return places
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
