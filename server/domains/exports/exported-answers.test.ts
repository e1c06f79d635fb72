import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, expect, test } from 'vitest'
import { exports } from '#contract/exports.ts'
import { buildClub, type Club, type Person, signedIn } from '#server/testing/builders.ts'
import { type BuiltEvent, buildEvent, buildQuestions, questionOf } from '#server/testing/builders/event-builders.ts'
import { prepare } from '#server/testing/purchase.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { exportedLists } from './lists.ts'

let app: TestApp
let anna: Person
let club: Club
let event: BuiltEvent
const options = [{ key: 'bus', label: { da: 'Med bus' } }]
const how = questionOf({ kind: 'choice', label: { da: 'Transport' }, options })
const since = questionOf({ kind: 'date', label: { da: 'Svømmer siden' } })
const boats = questionOf({ kind: 'number', label: { da: 'Både' } })
const sick = questionOf({ label: { da: 'Allergier' }, sensitive: true })

beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  club = await buildClub(app)
  event = await buildEvent(app, club, { categories: [{ category: 'adult', price: 0 }] })
  await buildQuestions(app, event, [how, since, boats, sick])
  await prepare(app, anna, [
    {
      memberId: anna.memberId,
      event,
      answers: { [how.id]: 'bus', [since.id]: '2019-05-01', [boats.id]: 1.5, [sick.id]: 'Hasselnødder' },
    },
  ])
})

test('an export of registrations has a column for each question that is not sensitive', async () => {
  const { read, columns } = exportedLists.registrations
  const { rows } = await read(app.context.db, club.id, { eventId: event.id }, { limit: 10 }, 'da')
  const shown = columns('da', { eventId: event.id }, rows)
  expect(shown.map(({ title }) => title)).toContain('Transport')
  expect(shown.map(({ title }) => title)).not.toContain('Allergier')
  expect(shown.find(({ title }) => title === 'Transport')!.value(rows[0]!)).toBe('Med bus')
  const cellOf = (head: string) => {
    const { kind, value } = shown.find(({ title }) => title === head)!
    return [kind, value(rows[0]!)]
  }
  expect(cellOf('Svømmer siden')).toEqual(['date', '2019-05-01'])
  expect(cellOf('Både')).toEqual(['number', 1.5])
  expect(JSON.stringify(rows)).not.toContain('Hasselnødder')
})

test("a person's own export has their answers, also sensitive ones", async () => {
  const of = { memberId: anna.memberId }
  const { id } = await app.call(exports.person, of, { as: anna.token, headers: { 'accept-language': 'da' } })
  await app.runJobs()
  const { bytes } = await app.call(exports.personFile, { ...of, exportId: id }, { as: anna.token })
  const files = unzipSync(bytes)
  const data = JSON.parse(strFromU8(files['data.json']!)) as Record<string, Record<string, unknown>[]>
  const answers = data['event_answers']!.filter((row) => row['event_id'] === event.id)
  expect(answers).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ question: 'Transport', value: 'Med bus' }),
      expect.objectContaining({ question: 'Svømmer siden', value: '2019-05-01' }),
      expect.objectContaining({ question: 'Både', value: '1.5' }),
      expect.objectContaining({ question: 'Allergier', value: 'Hasselnødder' }),
    ]),
  )
  expect(JSON.stringify(answers)).not.toContain('encrypted')
})
