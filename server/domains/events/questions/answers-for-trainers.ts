import type { SensitiveAnswers } from '#contract/events/registrations.ts'
import type { EventForTrainers } from '#contract/people/teams.ts'
import type { Reader, Tx } from '#server/database/db.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { sql } from '#server/database/sql.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { recordReading, selectSensitive, sensitiveQuestions } from './sensitive-answers.ts'

const readableUntil = sql`events.ends_at + interval '2 days'`
/** Trainers read answers around an event only, where a question of it says so. */
const isReadable = sql`events.status = 'published' and portal_now() between events.starts_at - interval '7 days' and ${readableUntil}
  and exists (select from event_questions questions where questions.event_id = events.id and questions.sensitive
    and questions.removed_at is null and 'trainer' = any(questions.readers))`

/** The events at which these people have places, and whose sensitive answers their trainers may read today. */
export async function selectEventsForTrainers(
  db: Reader,
  orgId: string,
  memberIds: readonly string[],
): Promise<EventForTrainers[]> {
  const { rows } = await db.execute<
    Omit<EventForTrainers, 'startDate' | 'until'> & { [key: string]: unknown; startDate: string; until: string }
  >(sql`
    select events.id as "eventId", title_texts as title, events.starts_at as "startDate", ${readableUntil} as until, count(distinct entries.member_id)::int as people
    from events join event_entries entries on entries.event_id = events.id and entries.status in ('held', 'paid')
      and entries.member_id = any(${sql.param([...memberIds])}::uuid[])
    where events.org_id = ${orgId} and ${isReadable}
    group by events.id order by events.starts_at, events.id limit 50`)
  return rows.map((row) => ({
    ...row,
    startDate: new Date(row.startDate).toISOString(),
    until: new Date(row.until).toISOString(),
  }))
}

/** Answers of these people to the questions that their trainers may read. Every reading is in the club's history. */
export async function readAnswersForTrainers(
  secrets: Secrets,
  tx: Tx,
  caller: OfficeCaller,
  {
    eventId,
    team,
    memberIds,
  }: { readonly eventId: string; readonly team: string; readonly memberIds: readonly string[] },
): Promise<SensitiveAnswers> {
  const { rows } = await tx.execute<{ id: string; title: string; entries: string[] }>(sql`
    select events.id, title, array(select entries.id from event_entries entries
      where entries.event_id = events.id and entries.member_id = any(${sql.param([...memberIds])}::uuid[])) as entries
    from events where events.id = ${eventId} and events.org_id = ${caller.organisation.id} and ${isReadable}`)
  const [event] = rows
  if (!event) throw new Problem('event_not_found')
  const questions = (await sensitiveQuestions(tx, eventId)).filter(({ readers }) => readers.includes('trainer'))
  const people = await selectSensitive(secrets, tx, event.entries, questions, caller.actor.via.language)
  await recordReading(tx, caller, event, people.length, team)
  return { people }
}
