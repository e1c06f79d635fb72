import { beforeAll, expect, test } from 'vitest'
import type { Filter } from '#contract/filters.ts'
import { officeRegistrations } from '#contract/events/registrations.ts'
import { questionAnswers } from '#contract/events/question-answers.ts'
import type { GivenAnswers } from '#contract/events/questions.ts'
import { buildClub, buildParticipant, type Club, type Person, signedIn } from '#server/testing/builders.ts'
import { type BuiltEvent, buildEvent, buildQuestions, questionOf } from '#server/testing/builders/event-builders.ts'
import { grantOffice } from '#server/testing/builders/office-builders.ts'
import { prepare } from '#server/testing/purchase.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let anna: Person
let admin: Person
let manager: Person
let club: Club
let child: string
let event: BuiltEvent
const options = ['bus', 'bil'].map((key) => ({ key, label: { da: `Med ${key}` } }))
const how = questionOf({ kind: 'choice', label: { da: 'Transport' }, options })
const sick = questionOf({ label: { da: 'Allergier' }, sensitive: true })
const shirt = questionOf({ label: { da: 'T-shirt' }, required: true, when: 'later', until: '2049-01-01' })

beforeAll(async () => {
  app = await sharedApp()
  ;[anna, admin, manager] = await Promise.all([
    signedIn(app, 'anna@example.com'),
    signedIn(app, 'all-clubs@example.com'),
    signedIn(app, 'carla@example.com'),
  ])
  child = await buildParticipant(app, anna, 'Liv')
  club = await buildClub(app)
  await grantOffice(app, club, manager, ['event_manager'])
  event = await buildEvent(app, club, { categories: [{ category: 'adult', price: 0 }] })
  await buildQuestions(app, event, [how, sick, shirt])
  const answers: Record<string, GivenAnswers> = {
    [anna.memberId]: { [how.id]: 'bus', [shirt.id]: 'L' },
    [child]: { [how.id]: 'bil', [sick.id]: 'Hasselnødder' },
  }
  await prepare(
    app,
    anna,
    Object.entries(answers).map(([memberId, given]) => ({ memberId, event, answers: given })),
  )
})

const at = () => ({ orgId: club.id, eventId: event.id })
const list = async (filter?: Filter, person = manager) =>
  (
    await app.call(
      officeRegistrations.list,
      { ...at(), ...(filter && { filter: JSON.stringify(filter) }) },
      { as: person.token },
    )
  ).people

test('the list has answers that are not sensitive, counts those that are, and says what is missing', async () => {
  const people = await list()
  expect(Object.fromEntries(people.map(({ memberId, answers }) => [memberId, answers]))).toEqual({
    [anna.memberId]: { values: { [how.id]: 'bus', [shirt.id]: 'L' }, sensitive: 0, missing: 0 },
    [child]: { values: { [how.id]: 'bil' }, sensitive: 1, missing: 1 },
  })
  expect(JSON.stringify(people)).not.toContain('Hasselnødder')
})

test('the list is filtered by an answer and by what is missing', async () => {
  const ids = async (filter: Filter) => (await list(filter)).map(({ memberId }) => memberId)
  expect(await ids({ field: 'answer', op: 'any_of', values: [`${how.id}:bus`] })).toEqual([anna.memberId])
  expect(await ids({ field: 'answersMissing', op: 'any_of', values: ['yes'] })).toEqual([child])
  expect(await ids({ field: 'answer', op: 'any_of', values: [`${sick.id}:Hasselnødder`] })).toEqual([])
})

const readBy = (person: Person) =>
  app.call(
    officeRegistrations.sensitiveAnswers,
    { ...at(), all: true },
    { as: person.token, headers: { 'accept-language': 'da' } },
  )
const printBy = (person: Person) =>
  app.call(officeRegistrations.print, { ...at(), all: true, sort: 'name', sensitive: true }, { as: person.token })

test('those who may read sensitive answers do, each time in the history, and others do not', async () => {
  expect(await codeOf(readBy(manager))).toBe('forbidden')
  expect(await codeOf(printBy(manager))).toBe('forbidden')
  const { people } = await readBy(admin)
  expect(people.map(({ answers }) => answers)).toEqual([[{ label: 'Allergier', text: 'Hasselnødder' }]])
  await printBy(admin)
  const history = await app.database.sql<{ after: unknown }>(
    "select after from office_history where org_id = $1 and name = 'sensitive_answers_read'",
    [club.id],
  )
  expect(history.map(({ after }) => after)).toEqual([{ count: 1 }, { count: 1 }])
})

test('event managers read those questions that say so, and no others', async () => {
  const shared = questionOf({ label: { da: 'Kost' }, sensitive: true, readers: ['event_manager'] })
  const hidden = questionOf({ label: { da: 'Medicin' }, sensitive: true, readers: ['trainer'] })
  const camp = await buildEvent(app, club, { categories: [{ category: 'adult', price: 0 }] })
  await buildQuestions(app, camp, [shared, hidden])
  const answers = { [shared.id]: 'Vegansk', [hidden.id]: 'Insulin' }
  await prepare(app, anna, [{ memberId: anna.memberId, event: camp, answers }])
  const which = { orgId: club.id, eventId: camp.id, all: true } as const
  const read = async (person: Person) =>
    (await app.call(officeRegistrations.sensitiveAnswers, which, { as: person.token })).people.flatMap((one) =>
      one.answers.map(({ text }) => text),
    )
  expect(await read(manager)).toEqual(['Vegansk'])
  expect(await read(admin)).toEqual(['Vegansk', 'Insulin'])
})

test('a sensitive answer is in no other table, in no mail, notification or history', async () => {
  await app.runJobs({ all: true })
  const tables = await app.database.sql<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  )
  expect(tables.length).toBeGreaterThan(60)
  const found = []
  for (const { name } of tables) {
    const [row] = await app.database.sql<{ count: number }>(
      `select count(*)::int as count from "${name}" t where t::text ilike '%hasseln%'`,
    )
    if (row!.count > 0) found.push(name)
  }
  expect(found).toEqual([])
})

test('the office notes its own answers and changes those of guests, and the history does not say them', async () => {
  const entryId = (await list()).find(({ memberId }) => memberId === child)!.id
  const of = { ...at(), entryId }
  const [note, door] = [
    questionOf({ scope: 'office', label: { da: 'Gruppe' } }),
    questionOf({ when: 'door', label: { da: 'Nøgle nr.' }, kind: 'number' }),
  ]
  await buildQuestions(app, event, [how, sick, shirt, note, door])
  const shown = await app.call(officeRegistrations.answers, of, { as: manager.token })
  expect(shown.questions.map(({ id }) => id)).toEqual([how.id, shirt.id, note.id, door.id])
  const answers = { [note.id]: 'Grøn', [door.id]: 7, [shirt.id]: 'S' }
  const saved = await app.call(officeRegistrations.saveAnswers, { ...of, answers }, { as: manager.token })
  expect(saved.answers).toEqual({ ...answers, [how.id]: 'bil' })
  expect((await list()).find(({ memberId }) => memberId === child)!.answers).toMatchObject({ missing: 0, sensitive: 1 })
  const mine = await app.call(questionAnswers.ofTicket, { entryId }, { as: anna.token })
  expect(mine.questions.map(({ id }) => id)).toEqual([how.id, sick.id, shirt.id])
  const history = await app.database.sql<{ after: unknown }>(
    "select after from office_history where org_id = $1 and name = 'answers_changed'",
    [club.id],
  )
  expect(history.map(({ after }) => after)).toEqual([{ person: expect.stringContaining('Liv') as string, count: 3 }])
  const other = await buildEvent(app, club)
  expect(await codeOf(app.call(officeRegistrations.answers, { ...of, eventId: other.id }, { as: manager.token }))).toBe(
    'not_found',
  )
})
