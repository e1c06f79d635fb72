import { answerText, type AnswerValue, type Question } from '#contract/events/questions.ts'
import { textIn } from '#contract/local-text.ts'
import type { LocalText } from '#contract/local-text.ts'
import type { Language } from '#contract/values.ts'
import type { Reader } from '#server/database/db.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { sql } from '#server/database/sql.ts'
import * as m from '#words/messages.js'
import { readQuestions, valueOf } from './answers.ts'

/** The questions of an event whose answers its office lists and exports. */
export const readPlainQuestions = async (db: Reader, eventId: string): Promise<Question[]> =>
  ((await readQuestions(db, [eventId])).get(eventId) ?? []).filter(({ sensitive }) => !sensitive)

/** An answer in words; empty for none. */
export const answerIn = (
  question: Pick<Question, 'kind' | 'options'>,
  value: AnswerValue | undefined,
  locale: Language,
): string =>
  value === undefined
    ? ''
    : answerText(question, value, locale, { yes: m.field_yes({}, { locale }), no: m.field_no({}, { locale }) })

/** Rows of `event_answers` in a person's own export: with the question's words, and readable. */
export async function readableAnswers(
  secrets: Secrets,
  db: Reader,
  rows: readonly Record<string, unknown>[],
  language: Language,
): Promise<Record<string, unknown>[]> {
  const ids = sql.param(rows.map((row) => row['question_id']))
  const { rows: questions } = await db.execute<{ id: string; label: LocalText; options: Question['options'] }>(
    sql`select id, label_texts as label, options from event_questions where id = any(${ids}::uuid[])`,
  )
  return rows.map(({ value: plain, value_encrypted: encrypted, ...row }) => {
    const question = questions.find(({ id }) => id === row['question_id'])!
    const stored = {
      questionId: question.id,
      value: plain as AnswerValue | null,
      encrypted: encrypted as string | null,
    }
    const read = valueOf(secrets, stored) ?? undefined
    // Days and numbers as data.
    const value = typeof read === 'number' ? String(read) : answerIn({ ...question, kind: 'text' }, read, language)
    return { ...row, question: textIn(question.label, language), value }
  })
}
