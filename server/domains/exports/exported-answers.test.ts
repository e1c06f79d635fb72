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
const sick = questionOf({ label: { da: 'Allergier' }, sensitive: true })

beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  club = await buildClub(app)
  event = await buildEvent(app, club, { categories: [{ category: 'adult', price: 0 }] })
  await buildQuestions(app, event, [how, sick])
  await prepare(app, anna, [
    { memberId: anna.memberId, event, answers: { [how.id]: 'bus', [sick.id]: 'Hasselnødder' } },
  ])
})

test('an export of registrations has a column for each question that is not sensitive', async () => {
  const { read, columns } = exportedLists.registrations
  const { rows } = await read(app.context.db, club.id, { eventId: event.id }, { limit: 10 }, 'da')
  const shown = columns('da', { eventId: event.id }, rows)
  expect(shown.map(({ title }) => title)).toContain('Transport')
  expect(shown.map(({ title }) => title)).not.toContain('Allergier')
  expect(shown.find(({ title }) => title === 'Transport')!.value(rows[0]!)).toBe('Med bus')
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
      expect.objectContaining({ question: 'Allergier', value: 'Hasselnødder' }),
    ]),
  )
  expect(JSON.stringify(answers)).not.toContain('encrypted')
})
