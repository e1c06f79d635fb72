import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { messages } from '#contract/notifications/messages.ts'
import {
  buildClub,
  buildParticipant,
  signedIn,
  wantsWhatsapp,
  type Club,
  type Person,
} from '#server/testing/builders.ts'
import { mailsTo, openWindow, payInWindow, prepare, visit } from '#server/testing/purchase.ts'
import { createTestApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let anna: Person
let bo: Person
let child: string
let club: Club
beforeAll(async () => {
  app = await createTestApp({ WHATSAPP_URL: inject('simulators').whatsappUrl, WHATSAPP_TOKEN: 'a-token' })
  anna = await wantsWhatsapp(app, await signedIn(app, 'anna@example.com'))
  bo = await signedIn(app, 'bo@example.com')
  child = await buildParticipant(app, anna, 'Alma')
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  club = await buildClub(app)
  const lines = [anna.memberId, child].map((memberId) => ({ memberId, season: club.season }))
  const token = await prepare(app, anna, lines)
  await visit((await payInWindow(await openWindow(app, anna, club.season, token, 2 * club.season.total), '0000'))!)
})

const year = () => Number(club.season.startDate.slice(0, 4))
const mail = (by: Person, changes: object = {}) =>
  app.call(
    messages.orderPaidMail,
    { memberId: anna.memberId, templateId: '6', ORG: club.key, YEAR: year(), ...changes },
    { as: by.token },
  )
const whatsapp = (by: Person, changes: object = {}) =>
  app.call(
    messages.orderPaidWhatsapp,
    { memberId: anna.memberId, templateId: '4', '2': club.key, '3': String(year()), ...changes },
    { as: by.token },
  )
const mine = async () => (await mailsTo(app, 'anna@example.com')).filter(({ from }) => from.includes(club.key))
const onPhone = async () => {
  const list = await fetch(`${inject('simulators').url}/simulators/whatsapp/messages.json`)
  return ((await list.json()) as { parameters: string[] }[]).filter(({ parameters }) =>
    parameters.includes(`Club ${club.key}`),
  )
}

test('a message that the purchase has sent is not sent again, however often it is requested', async () => {
  await app.runJobs({ all: true })
  for (const memberId of [anna.memberId, child]) {
    expect(await mail(anna, { memberId, ORG: club.key.toLowerCase(), YEAR: String(year()) })).toEqual({
      status: 'success',
    })
    expect(await whatsapp(anna, { memberId })).toEqual({ status: 'success' })
  }
  await app.runJobs({ all: true })
  expect(await mine()).toMatchObject([{ copies: 1 }])
  expect(await onPhone()).toHaveLength(1)
})

test("a missing message is sent with the order's data, whatever the body says", async () => {
  await app.database.sql('select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))')
  await app.database.sql('delete from messages')
  const relay = {
    to: 'victim@mail.example',
    email: 'victim@mail.example',
    subject: 'Buy now',
    text: 'http://evil.example',
    '1': 'http://evil.example',
  }
  await mail(anna, relay)
  await whatsapp(anna, relay)
  await app.runJobs({ all: true })
  expect(await mine()).toMatchObject([
    { copies: 1, subject: `Anna and Alma – The memberships of Club ${club.key} for ${year()} are paid` },
  ])
  expect(await onPhone()).toMatchObject([
    { to: '4520112233', parameters: ['Anna', `Club ${club.key}`, String(year())] },
  ])
  expect(await mailsTo(app, 'victim@mail.example')).toEqual([])
})

test.each([
  ['somebody else, about the buyer', () => bo, {}],
  ['the buyer, about another year', () => anna, { YEAR: 1999, '3': 1999 }],
  ['the buyer, about a year that is none', () => anna, { YEAR: '1 or 1=1', '3': 'next' }],
  ['the buyer, about another club', () => anna, { ORG: 'OTHER', '2': 'OTHER' }],
] as const)('%s: nothing is sent', async (_, by, changes) => {
  await expect(mail(by(), changes)).rejects.toMatchObject({ status: 404, code: 'not_found' })
  await expect(whatsapp(by(), changes)).rejects.toMatchObject({ status: 404, code: 'not_found' })
})

test("nothing is sent for somebody else's purchase, or for an unpaid one", async () => {
  await app.database.sql('update order_lines set member_id = $1 where member_id = $2', [bo.memberId, child])
  await expect(mail(bo, { memberId: bo.memberId })).rejects.toMatchObject({ code: 'not_found' })
  await app.database.sql(`update orders set status = 'refunded'`)
  await expect(mail(anna)).rejects.toMatchObject({ code: 'not_found' })
})

test.each([['7'], ['1'], ['']])('template %o is none of theirs', async (templateId) => {
  await expect(mail(anna, { templateId })).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(whatsapp(anna, { templateId })).rejects.toMatchObject({ code: 'invalid_input' })
})
