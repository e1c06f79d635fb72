import * as z from 'zod/mini'
import { endpoint, orgApi } from '../endpoint.ts'
import { Id } from '../values.ts'
import { AgeCondition, Question } from './questions.ts'

export const MOST_QUESTION_TEMPLATES = 40

/** A question apart from its event: without its day, its categories and its dependence on other questions. */
export const TemplateQuestion = z.extend(
  z.omit(Question, { id: true, until: true, categories: true, condition: true }),
  {
    condition: z.nullable(AgeCondition),
  },
)
export type TemplateQuestion = z.infer<typeof TemplateQuestion>

/** A question that a club asks again, as it was when it was saved. */
export const QuestionTemplate = z.object({ id: Id, question: TemplateQuestion })
export type QuestionTemplate = z.infer<typeof QuestionTemplate>

const path = `${orgApi}/org/{orgId}/office/event/question-template`
const params = z.object({ orgId: Id })

export const questionTemplates = {
  list: endpoint({
    method: 'GET',
    path,
    summary: "A club's templates of questions, by their text",
    params,
    output: z.array(QuestionTemplate).check(z.maxLength(MOST_QUESTION_TEMPLATES)),
    errors: ['organisation_not_found'],
  }),
  save: endpoint({
    method: 'POST',
    path,
    summary: 'Saves a question as a template, 40 at most for a club; one with its text is replaced',
    params,
    body: z.object({ question: TemplateQuestion }),
    output: QuestionTemplate,
    errors: ['organisation_not_found', 'too_many_question_templates', 'question_template_incomplete'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/{templateId}`,
    summary: "Deletes a template of a question; events' questions stay",
    params: z.object({ orgId: Id, templateId: Id }),
    output: null,
    errors: ['organisation_not_found', 'not_found'],
  }),
}
