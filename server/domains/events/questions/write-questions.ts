import type { EventFields } from '#contract/events/office.ts'
import type { Question } from '#contract/events/questions.ts'
import type { Tx } from '#server/database/db.ts'
import { withoutBlank } from '#server/database/fields.ts'
import { newId } from '#server/database/new-id.ts'
import { eventQuestions } from '#server/database/schema/index.ts'
import { and, eq, isNull, sql, type SQL } from '#server/database/sql.ts'
import { Problem } from '#server/http/problem.ts'

/** Without the categories that are gone: a question of none that is left asks everybody, as its editor shows it. */
export function ofKnownCategories({
  questions,
  categories,
}: Pick<EventFields, 'questions' | 'categories'>): Question[] {
  const known = new Set(categories.map(({ id }) => id))
  return questions.map((question) => {
    const those = question.categories?.filter((id) => known.has(id)) ?? []
    return { ...question, categories: those.length > 0 ? those : null }
  })
}

/** Writes an event's questions in their order. One that is missing is not asked any more; its answers are kept. An id of another event is refused. */
export async function writeQuestions(tx: Tx, eventId: string, questions: readonly Question[]): Promise<void> {
  const ids = sql.param(questions.map(({ id }) => id))
  await tx
    .update(eventQuestions)
    .set({ removedAt: tx.now })
    .where(
      and(
        eq(eventQuestions.eventId, eventId),
        isNull(eventQuestions.removedAt),
        sql`${eventQuestions.id} <> all(${ids}::uuid[])`,
      ),
    )
  if (questions.length === 0) return
  const rows = questions.map(({ label, help, purpose, ...question }, position) => ({
    ...question,
    eventId,
    position,
    label: withoutBlank(label),
    help: withoutBlank(help),
    purpose: withoutBlank(purpose),
    options: question.options.map((option) => ({ ...option, label: withoutBlank(option.label) })),
    removedAt: null,
  }))
  const { rowCount } = await tx
    .insert(eventQuestions)
    .values(rows)
    .onConflictDoUpdate({
      target: eventQuestions.id,
      set: Object.fromEntries(
        Object.keys(rows[0]!)
          .filter((name) => name !== 'id' && name !== 'eventId')
          .map((name) => {
            const column = eventQuestions[name as 'position']
            return [name, sql`excluded.${sql.identifier(column.name)}`]
          }),
      ),
      setWhere: eq(eventQuestions.eventId, eventId),
    })
  if (rowCount !== questions.length) throw new Problem('event_not_found')
}

/** Whether an event has questions, in a query that names it. */
export const hasQuestions = (eventId: SQL): SQL =>
  sql`exists (select from event_questions where event_id = ${eventId} and removed_at is null)`

/** The questions of an event as JSON of the contract's `Question`, in a query that names the event. @param which those that are asked, unless said */
export const questionsAsJson = (eventId: string | SQL, which = sql`removed_at is null`) => sql`
  (select coalesce(json_agg(json_build_object('id', id, 'scope', scope, 'kind', kind, 'label', label_texts, 'help', help_texts,
      'options', options, 'required', required, 'categories', categories, 'condition', condition, 'when', asked_when,
      'until', until, 'sensitive', sensitive, 'purpose', purpose_texts, 'deleteDays', delete_days, 'readers', readers)
      order by position), '[]')
    from event_questions where event_id = ${eventId} and ${which})`

/** Those of an event that are not asked any more. */
export async function removedQuestions(tx: Tx, eventId: string): Promise<Question[]> {
  const { rows } = await tx.execute<{ questions: Question[] }>(
    sql`select ${questionsAsJson(eventId, sql`removed_at is not null`)} as questions`,
  )
  return rows[0]!.questions
}

/**
 * The questions of a copied event, with ids of their own. Those of categories that the copy does not have concern nobody there, and are left out with
 * whatever depends on them.
 * @param categories the copy's ids by the source's
 */
export function copiedQuestions(
  questions: readonly Question[],
  categories: ReadonlyMap<string, string>,
  move: (day: string) => string,
  idOf: (question: Question) => string = newId,
): Question[] {
  const leftOut = new Set<string>()
  for (const { id, categories: those, condition } of questions) {
    const isOfLeftOut = condition !== null && 'question' in condition && leftOut.has(condition.question)
    if (isOfLeftOut || those?.every((one) => !categories.has(one))) leftOut.add(id)
  }
  const copied = questions.filter(({ id }) => !leftOut.has(id))
  const ids = new Map(copied.map((question) => [question.id, idOf(question)]))
  return copied.map(({ condition, ...question }) => ({
    ...question,
    id: ids.get(question.id)!,
    until: question.until && move(question.until),
    categories: question.categories?.flatMap((id) => categories.get(id) ?? []) ?? null,
    condition:
      condition && 'question' in condition
        ? { ...condition, question: ids.get(condition.question) ?? condition.question }
        : condition,
  }))
}

/** The questions flat, as the history keeps them: `Allergi.required`. */
export const flatQuestions = (questions: readonly Question[]): Record<string, unknown> =>
  Object.fromEntries(
    questions.flatMap(({ label, kind, required, when, until, options, sensitive, deleteDays }) => [
      [`${label.da}.kind`, kind],
      [`${label.da}.required`, required],
      [`${label.da}.when`, when],
      [`${label.da}.until`, until],
      [`${label.da}.options`, options.map((option) => option.label.da).join(', ')],
      [`${label.da}.sensitive`, sensitive],
      [`${label.da}.deleteDays`, deleteDays],
    ]),
  )
