import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addDays, copenhagenDate, portalNow } from '#server/database/clock.ts'
import { workOf } from '#server/schedule.ts'
import type { Person } from '#server/testing/builders.ts'
import { annaBoAndCarla, familyCalls, forgetFamilies } from '#server/testing/family-calls.ts'
import { goTo } from '#server/testing/purchases/renewing.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let anna: Person
let bo: Person
let today: string
beforeAll(async () => {
  app = await sharedApp()
  ;({ anna, bo } = await annaBoAndCarla(app))
})
const backToNow = () => app.database.sql(`update portal_clock set "offset" = '0'`)
beforeEach(async () => {
  await backToNow()
  today = copenhagenDate(await portalNow(app.context.db))
  await forgetFamilies(app)
})
afterAll(backToNow)

const { invite, approve, end, sent, received, bell } = familyCalls(() => app)
const runJob = () =>
  workOf(app.context)
    .recurring.find(({ name }) => name === 'family.end-unanswered')!
    .run()
const inDays = (days: number) => goTo(app, addDays(today, days))

test('an invitation says until when to answer, and can be answered on that day', async () => {
  const { id, answerBy } = await invite(anna, 'bo@example.com')
  expect(answerBy).toBe(addDays(today, 30))
  await inDays(30)
  await runJob()
  expect(await received(bo, 'bo@example.com')).toMatchObject([{ answerBy, can: { answer: true } }])
  expect((await approve(bo, id)).status).toBe('success')
  expect((await sent(anna, 'anna@example.com'))[0]!.answerBy).toBeUndefined()
})

test('on the day after it ends: the bell forgets it, who sent it is notified once and may ask again', async () => {
  const { id, answerBy } = await invite(anna, 'bo@example.com')
  await app.runJobs({ all: true })
  expect(await bell(bo)).toMatchObject([{ message: expect.stringMatching(/ Answer by \d+ \w+ 20\d\d\.$/) as string }])
  await inDays(31)
  await Promise.all([runJob(), runJob()])
  await runJob()
  expect(await bell(bo)).toEqual([])
  expect(await bell(anna)).toMatchObject([
    { title: "Your request wasn't answered", message: expect.stringContaining('bo@example.com') as string },
  ])
  expect(await sent(anna, 'anna@example.com')).toMatchObject([{ id, status: 'ended', answerBy, answeredAt: null }])
  expect(await approve(bo, id)).toMatchObject({ status: 'error' })
  const again = await invite(anna, 'bo@example.com')
  expect(again.id).not.toBe(id)
  expect(again.answerBy).toBe(addDays(today, 61))
})

test('one that was withdrawn is not called unanswered', async () => {
  const { id } = await invite(anna, 'bo@example.com')
  await end(anna, id)
  await inDays(40)
  await runJob()
  expect((await sent(anna, 'anna@example.com'))[0]).toMatchObject({ status: 'ended' })
  expect((await sent(anna, 'anna@example.com'))[0]!.answerBy).toBeUndefined()
  expect(await bell(anna)).toEqual([])
})
