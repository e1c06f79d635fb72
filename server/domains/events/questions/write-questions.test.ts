import { beforeAll, expect, test } from 'vitest'
import { type EditedEvent, type EventFields, officeEvents } from '#contract/events/office.ts'
import type { Question } from '#contract/events/questions.ts'
import { newId } from '#server/database/new-id.ts'
import { questionOf } from '#server/testing/builders/event-builders.ts'
import { buildClub, type Club, type Person, signedIn } from '#server/testing/builders.ts'
import { type ApiProblem, codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let club: Club
let office: Person
beforeAll(async () => {
  app = await sharedApp()
  office = await signedIn(app, 'all-clubs@example.com')
  club = await buildClub(app)
})

const as = () => ({ as: office.token })
const create = () =>
  app.call(officeEvents.create, { orgId: club.id, template: 'camp', startsAt: '2049-07-05T10:00' }, as())
const save = ({ id, version, fields }: EditedEvent, changes: Partial<EventFields>) =>
  app.call(officeEvents.save, { ...fields, ...changes, orgId: club.id, eventId: id, version }, as())

/** Of a camp: a choice, and a sensitive question to children who chose one of its options. */
function campQuestions({ fields }: EditedEvent): [Question, Question] {
  const options = ['bus', 'bil'].map((key) => ({ key, label: { da: key, en: `by ${key}` } }))
  const travel = questionOf({ kind: 'choice', label: { da: 'Hvordan kommer I?' }, options, required: true })
  const sick = questionOf({
    label: { da: 'Bliver køresyg?', en: 'Gets carsick?' },
    kind: 'yes_no',
    categories: [fields.categories[0]!.id],
    condition: { question: travel.id, in: ['bus'] },
    when: 'later',
    until: '2049-06-30',
    sensitive: true,
    purpose: { da: 'Plads i bussen' },
    deleteDays: 30,
    readers: ['trainer'],
  })
  return [travel, sick]
}

test('questions are saved in their order, changed, and removed', async () => {
  let event = await create()
  const [travel, sick] = campQuestions(event)
  event = await save(event, { questions: [travel, sick] })
  expect(event.fields.questions).toEqual([travel, sick])
  const renamed = { ...travel, label: { da: 'Transport' } }
  event = await save(event, { questions: [questionOf({ id: sick.id, label: { da: 'Andet' } }), renamed] })
  expect(event.fields.questions.map(({ label }) => label.da)).toEqual(['Andet', 'Transport'])
  event = await save(event, { questions: [] })
  expect(event.fields.questions).toEqual([])
  // Its answers are kept, and an undo brings it back.
  event = await save(event, { questions: [renamed] })
  expect(event.fields.questions).toEqual([renamed])
})

test('a copy asks the same questions, of its own categories and on its own days', async () => {
  const event = await create()
  const saved = await save(event, { questions: campQuestions(event) })
  const copy = await app.call(
    officeEvents.duplicate,
    { orgId: club.id, eventId: event.id, startsOn: '2049-07-12' },
    as(),
  )
  const [travel, sick] = copy.fields.questions
  expect(sick).toMatchObject({
    label: { da: 'Bliver køresyg?', en: 'Gets carsick?' },
    categories: [copy.fields.categories[0]!.id],
    condition: { question: travel!.id, in: ['bus'] },
    until: '2049-07-07',
    purpose: { da: 'Plads i bussen' },
  })
  const ids = ({ fields }: EditedEvent) => fields.questions.map(({ id }) => id)
  expect(ids(copy)).not.toEqual(ids(saved))
  expect(copy.fields.questions).toHaveLength(2)
})

test('a question of a category that is removed asks whom it asked otherwise, or everybody', async () => {
  const event = await create()
  const [category] = event.fields.categories
  const child = { ...category!, id: newId(), name: { da: 'Barn' } }
  const of = (label: string, ...categories: string[]) => questionOf({ id: newId(), label: { da: label }, categories })
  const asking = await save(event, {
    categories: [category!, child],
    questions: [of('Kan du svømme?', child.id), of('Hvad spiser du?', category!.id, child.id)],
  })
  const without = await save(asking, { categories: [category!] })
  expect(without.fields.questions.map(({ categories }) => categories)).toEqual([null, [category!.id]])
})

test('a draft is saved with problems of its questions, and not published with them', async () => {
  const event = await create()
  const [travel, sick] = campQuestions(event)
  const saved = await save(event, {
    title: { da: 'Lejr' },
    questions: [sick, { ...travel, options: [] }],
  })
  const of = (problems: readonly { path: string }[]) =>
    problems.filter(({ path }) => path.startsWith('questions')).map(({ path }) => path)
  expect(of(saved.problems)).toEqual(['questions.0.condition', 'questions.1.options'])
  const refused = await app
    .call(officeEvents.publish, { orgId: club.id, eventId: event.id, version: saved.version }, as())
    .catch((error: unknown) => error as ApiProblem)
  expect(of((refused as ApiProblem).body.errors ?? [])).toEqual(['questions.0.condition', 'questions.1.options'])
})

test('a question of another event is refused, and forty are the most', async () => {
  const event = await create()
  const [travel] = campQuestions(event)
  await save(event, { questions: [travel] })
  const other = await create()
  expect(await codeOf(save(other, { questions: [travel] }))).toBe('event_not_found')
  expect(await codeOf(save(other, { questions: Array.from({ length: 41 }, () => questionOf()) }))).toBe('invalid_input')
  await expect(save(other, { questions: Array.from({ length: 40 }, () => questionOf()) })).resolves.toBeTruthy()
})
