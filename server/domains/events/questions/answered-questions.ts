import { isDeepStrictEqual } from 'node:util'
import type { EventProblem } from '#contract/events/office.ts'
import type { AnswerValue, Question } from '#contract/events/questions.ts'
import type { Tx } from '#server/database/db.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { sql } from '#server/database/sql.ts'
import { encryptAnswer, type StoredAnswer, valueOf } from './answers.ts'
import { removedQuestions } from './write-questions.ts'

/**
 * Why questions that have answers cannot be changed like this: the answers would lose their meaning, or what was promised to those who gave
 * them. A question that becomes sensitive has its answers encrypted.
 */
export async function answeredProblems(
  secrets: Secrets,
  tx: Tx,
  eventId: string,
  asked: readonly Question[],
  is: readonly Question[],
): Promise<EventProblem[]> {
  const isNew = is.some(({ id }) => !asked.some((one) => one.id === id))
  // A question that was removed has its answers still, and can be asked again.
  const was = isNew ? [...asked, ...(await removedQuestions(tx, eventId))] : asked
  const changed = is.flatMap((question, at) => {
    const before = was.find(({ id }) => id === question.id)
    return before && isOther(before, question) ? [{ question, before, path: `questions.${at}` }] : []
  })
  const depending = is.flatMap((question, at) => {
    const before = was.find(({ id }) => id === question.id)
    const other = sensitiveOf(question, is)
    return other && dependsAnew(before, question) ? [{ other, at }] : []
  })
  if (changed.length === 0 && depending.length === 0) return []
  const ids = [...changed.map(({ question: { id } }) => id), ...depending.map(({ other }) => other)]
  const { rows } = await tx.execute<StoredAnswer & Record<string, unknown> & { id: string }>(sql`
    select id, question_id as "questionId", value, value_encrypted as encrypted from event_answers
    where question_id = any(${sql.param(ids)}::uuid[])`)
  const problems: EventProblem[] = []
  for (const { other, at } of depending) {
    if (rows.some(({ questionId }) => questionId === other))
      problems.push({ path: `questions.${at}.condition`, fault: 'question_depends_on_answered' })
  }
  for (const { question, before, path } of changed) {
    const stored = rows.filter(({ questionId }) => questionId === question.id)
    if (stored.length === 0) continue
    const add = (field: keyof Question) =>
      problems.push({ path: `${path}.${field}`, fault: 'question_answered', data: { count: stored.length } })
    if (question.kind !== before.kind) add('kind')
    if (question.scope !== before.scope) add('scope')
    if (before.sensitive && !question.sensitive) add('sensitive')
    if (hasMoreReaders(before, question)) add('readers')
    if (isKeptLonger(before, question)) add('deleteDays')
    const chosen = new Set(stored.flatMap((one) => keysOf(valueOf(secrets, one))))
    const lost = before.options.find(({ key }) => chosen.has(key) && !question.options.some((one) => one.key === key))
    if (lost && question.kind === before.kind)
      problems.push({ path: `${path}.options`, fault: 'question_option_chosen', data: { name: lost.label.da } })
    if (question.sensitive && !before.sensitive)
      for (const { id, value } of stored)
        if (value !== null)
          await tx.execute(sql`
            update event_answers set value = null, value_encrypted = ${encryptAnswer(secrets, value)} where id = ${id}`)
  }
  return problems
}

/** The sensitive question that a question depends on. */
const sensitiveOf = ({ condition }: Question, all: readonly Question[]): string | null => {
  const other = condition && 'question' in condition && all.find(({ id }) => id === condition.question)
  return other && other.sensitive ? other.id : null
}

/** The office would see by missing answers what was answered to the other. */
const dependsAnew = (before: Question | undefined, is: Question) =>
  !before ||
  !isDeepStrictEqual(before.condition, is.condition) ||
  (is.required && !before.required) ||
  !isDeepStrictEqual(before.categories, is.categories)

const isOther = (before: Question, is: Question) =>
  before.kind !== is.kind ||
  before.scope !== is.scope ||
  before.sensitive !== is.sensitive ||
  hasMoreReaders(before, is) ||
  isKeptLonger(before, is) ||
  before.options.some(({ key }) => !is.options.some((one) => one.key === key))

/** Whoever answered was shown who reads it. */
const hasMoreReaders = (before: Question, is: Question) =>
  before.sensitive && is.readers.some((reader) => !before.readers.includes(reader))

/** They were shown for how long it is kept, too. */
const isKeptLonger = (before: Question, is: Question) => before.sensitive && is.deleteDays > before.deleteDays

const keysOf = (value: AnswerValue | null): readonly string[] =>
  Array.isArray(value) ? value : typeof value === 'string' ? [value] : []
