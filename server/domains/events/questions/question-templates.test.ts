import { beforeAll, expect, test } from 'vitest'
import { officeHistory } from '#contract/audit/history.ts'
import {
  MOST_QUESTION_TEMPLATES,
  questionTemplates,
  type TemplateQuestion,
} from '#contract/events/question-templates.ts'
import type { Question } from '#contract/events/questions.ts'
import { questionOf } from '#server/testing/builders/event-builders.ts'
import { buildClub, type Club, type Person, signedIn } from '#server/testing/builders.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let club: Club
let office: Person
beforeAll(async () => {
  app = await sharedApp()
  office = await signedIn(app, 'all-clubs@example.com')
  club = await buildClub(app)
})

const as = () => ({ as: office.token })
function template(rest: Partial<Question> = {}): TemplateQuestion {
  const { id: _id, until: _until, categories: _categories, condition, ...question } = questionOf(rest)
  return { ...question, condition: condition as TemplateQuestion['condition'] }
}
const save = (question: TemplateQuestion, orgId = club.id) =>
  app.call(questionTemplates.save, { orgId, question }, as())
const list = async (orgId = club.id) =>
  (await app.call(questionTemplates.list, { orgId }, as())).map(({ question }) => question)
const remove = (templateId: string, orgId = club.id) => app.call(questionTemplates.remove, { orgId, templateId }, as())

test('a template keeps a question with its purpose, readers and ages; one with its text is replaced', async () => {
  const sick = template({
    label: { da: 'Ørepine?', en: 'Earache?' },
    sensitive: true,
    purpose: { da: 'Til svømmelæreren' },
    deleteDays: 30,
    readers: ['trainer'],
    condition: { age: { min: null, max: 12 } },
    when: 'later',
  })
  await save(sick)
  await save(template({ label: { da: 'Allergi?' } }))
  expect(await list()).toMatchObject([{ label: { da: 'Allergi?' } }, sick])
  const { id } = await save({ ...sick, label: { da: 'ørepine?' }, required: true })
  expect((await list()).map(({ label, required }) => [label.da, required])).toEqual([
    ['Allergi?', false],
    ['ørepine?', true],
  ])
  await remove(id)
  expect((await list()).length).toBe(1)
  const { entries } = await app.call(officeHistory.list, { orgId: club.id, thing: 'club' }, as())
  expect(entries.slice(0, 2).map(({ name, label }) => [name, label])).toEqual([
    ['question_template_removed', 'ørepine?'],
    ['question_template_saved', 'ørepine?'],
  ])
})

test('a question is complete, and depends on no other', async () => {
  expect(await codeOf(save(template({ label: { da: ' ' } })))).toBe('question_template_incomplete')
  expect(await codeOf(save(template({ sensitive: true, purpose: { da: '' } })))).toBe('question_template_incomplete')
  const condition = { question: club.id, in: ['bus'] }
  expect(await codeOf(save(template({ condition })))).toBe('invalid_input')
})

test('at most 40, also for two who save at once; another club has its own', async () => {
  const other = await buildClub(app)
  const named = (at: number) => template({ label: { da: `Spørgsmål ${at}` } })
  for (let at = 1; at < MOST_QUESTION_TEMPLATES; at++) await save(named(at), other.id)
  const both = await Promise.all([100, 101].map((at) => codeOf(save(named(at), other.id))))
  expect(both.toSorted()).toEqual(['ok', 'too_many_question_templates'])
  // One with its text takes no room.
  const { id } = await save(named(1), other.id)
  expect(await codeOf(remove(id))).toBe('not_found')
  expect((await list(other.id)).length).toBe(MOST_QUESTION_TEMPLATES)
})
