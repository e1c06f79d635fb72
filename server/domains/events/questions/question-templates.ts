import {
  MOST_QUESTION_TEMPLATES,
  type QuestionTemplate,
  type TemplateQuestion,
} from '#contract/events/question-templates.ts'
import { questionProblems } from '#contract/events/questions.ts'
import { lockKey, type Reader, type Tx } from '#server/database/db.ts'
import { withoutBlank } from '#server/database/fields.ts'
import { newId } from '#server/database/new-id.ts'
import { questionTemplates } from '#server/database/schema/index.ts'
import { and, asc, eq, ne, sql } from '#server/database/sql.ts'
import { recordOfficeChange } from '#server/domains/audit/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'

const text = sql`question -> 'label' ->> 'da'`

export const listQuestionTemplates = (db: Reader, { organisation }: OfficeCaller): Promise<QuestionTemplate[]> =>
  db
    .select({ id: questionTemplates.id, question: questionTemplates.question })
    .from(questionTemplates)
    .where(eq(questionTemplates.orgId, organisation.id))
    .orderBy(sql`danish_order(${text})`, asc(questionTemplates.id))

/** Saves a question by value. It replaces the template with its text, in any case. */
export async function saveQuestionTemplate(
  tx: Tx,
  caller: OfficeCaller,
  { question: typed }: { readonly question: TemplateQuestion },
): Promise<QuestionTemplate> {
  const orgId = caller.organisation.id
  const question: TemplateQuestion = {
    ...typed,
    label: withoutBlank(typed.label),
    help: withoutBlank(typed.help),
    purpose: withoutBlank(typed.purpose),
    options: typed.options.map((option) => ({ ...option, label: withoutBlank(option.label) })),
  }
  const asked = { ...question, id: newId(), categories: null, until: '2000-01-01' }
  if (questionProblems([asked]).length > 0) throw new Problem('question_template_incomplete')
  await lockKey(tx, `question templates ${orgId}`)
  const others = and(eq(questionTemplates.orgId, orgId), ne(sql`lower(${text})`, sql`lower(${question.label.da})`))
  if ((await tx.$count(questionTemplates, others)) >= MOST_QUESTION_TEMPLATES)
    throw new Problem('too_many_question_templates')
  await tx
    .delete(questionTemplates)
    .where(and(eq(questionTemplates.orgId, orgId), eq(sql`lower(${text})`, sql`lower(${question.label.da})`)))
  const id = newId()
  await tx.insert(questionTemplates).values({ id, orgId, question })
  await record(tx, caller, 'question_template_saved', { id, question })
  return { id, question }
}

export async function removeQuestionTemplate(
  tx: Tx,
  caller: OfficeCaller,
  { templateId }: { readonly templateId: string },
): Promise<void> {
  const [removed] = await tx
    .delete(questionTemplates)
    .where(and(eq(questionTemplates.id, templateId), eq(questionTemplates.orgId, caller.organisation.id)))
    .returning()
  if (!removed) throw new Problem('not_found')
  await record(tx, caller, 'question_template_removed', removed)
}

const record = (
  tx: Tx,
  caller: OfficeCaller,
  name: 'question_template_saved' | 'question_template_removed',
  { id, question }: QuestionTemplate,
) => recordOfficeChange(tx, caller, { name, thing: 'club', thingId: id, label: question.label.da })
