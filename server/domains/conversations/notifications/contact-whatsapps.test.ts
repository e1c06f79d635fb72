import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { messages } from '#contract/notifications/messages.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { newToken } from '#server/database/new-id.ts'
import { buildClub, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { answered } from '#server/testing/builders/conversation-builders.ts'
import { codeOf, createTestApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let club: Club
let anna: Person
let bo: Person
let rikke: Person
/** The phones of this test alone: the simulator is shared by all. */
const phones = { anna: `+4531${String(Date.now()).slice(-6)}`, rikke: `+4532${String(Date.now()).slice(-6)}` }
beforeAll(async () => {
  app = await createTestApp({ WHATSAPP_URL: inject('simulators').whatsappUrl, WHATSAPP_TOKEN: 'a-token' })
  club = await buildClub(app, { key: 'ROKLUB' })
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
  rikke = await signedIn(app, 'admin@roklub.example')
  await phone(anna, phones.anna)
  await phone(rikke, phones.rikke)
})
beforeEach(() => app.database.sql('truncate rate_windows, message_preferences'))
afterAll(() => app.close())

const phone = (of: Person, number: string) =>
  app.database.sql('update members set phone = $1 where id = $2', [number, of.memberId])
const wants = (of: Person) =>
  app.call(messages.prefer, { kind: 'contact', channel: 'whatsapp', wanted: true }, { as: of.token })
const sentTo = async (number: string) => {
  await app.runJobs({ all: true })
  const list = await fetch(`${inject('simulators').url}/simulators/whatsapp/messages.json?to=${number.slice(1)}`)
  return (await list.json()) as { template: string; parameters: string[] }[]
}
/** Asks as a client of the specification does, by a notification. */
const ask = (text = 'Is there a boat place?') =>
  app.call(
    notifications.create,
    { receiverId: anna.memberId, type: 'CONTACT_US', title: 'A boat place', message: text, data: { org: 'ROKLUB' } },
    { as: anna.token },
  )
const byWhatsapp = (id: string, of = anna, more: Record<string, unknown> = {}) =>
  app.call(
    notifications.whatsapp,
    { templateId: '1', org: 'ROKLUB', notification: id, domain: 'evil.example', ...more },
    { as: of.token },
  )
const answer = (asked: { id: string; messageThreadId: string | null }) =>
  answered(app, rikke, {
    orgId: club.id,
    threadId: asked.messageThreadId!,
    text: 'Yes, place 12.',
    token: newToken(),
    lastSeen: asked.id,
  })
const notificationOf = async (of: Person, type: string) =>
  (
    await app.database.sql<{ id: string }>(
      'select id from notifications where receiver_id = $1 and type = $2 order by created_at desc, id desc limit 1',
      [of.memberId, type],
    )
  )[0]!.id

test('an answer is announced by WhatsApp to a member who chose it, in the registered template without its text', async () => {
  await answer(await ask())
  expect(await sentTo(phones.anna)).toEqual([])
  await wants(anna)
  await answer(await ask())
  expect(await sentTo(phones.anna)).toMatchObject([
    {
      template: 'contact_us_reply',
      parameters: ['ROKLUB', await notificationOf(anna, 'CONTACT_US_REPLY'), new URL(app.url).host],
    },
  ])
})

test('a question is announced to admins who chose WhatsApp, once, however often it is requested', async () => {
  const unheard = await ask()
  await byWhatsapp(unheard.id)
  expect(await sentTo(phones.rikke)).toEqual([])

  await wants(rikke)
  const asked = await ask()
  expect(await sentTo(phones.rikke)).toEqual([])
  await byWhatsapp(asked.id)
  await byWhatsapp(asked.id, anna, { to: '+4599999999' })
  expect(await sentTo(phones.rikke)).toMatchObject([
    {
      template: 'contact_us',
      parameters: ['ROKLUB', await notificationOf(rikke, 'CONTACT_US'), new URL(app.url).host],
    },
  ])
})

test("nobody announces somebody else's question, or an answer", async () => {
  await wants(rikke)
  const before = (await sentTo(phones.rikke)).length
  const asked = await ask()
  expect(await codeOf(byWhatsapp(asked.id, bo))).toBe('not_found')
  expect(await codeOf(byWhatsapp(asked.id, rikke))).toBe('not_found')
  const replied = await answer(asked)
  expect(await codeOf(byWhatsapp(replied.messages.at(-1)!.id))).toBe('not_found')
  expect(await codeOf(byWhatsapp(replied.messages.at(-1)!.id, rikke))).toBe('not_found')
  expect(await sentTo(phones.rikke)).toHaveLength(before)
})

test('a former admin, or one without a phone number, gets none', async () => {
  await wants(rikke)
  const before = (await sentTo(phones.rikke)).length
  await byWhatsapp((await ask()).id)
  await phone(rikke, '')
  expect(await sentTo(phones.rikke)).toHaveLength(before)

  await phone(rikke, phones.rikke)
  await byWhatsapp((await ask()).id)
  await app.database.sql('delete from organisation_admins')
  expect(await sentTo(phones.rikke)).toHaveLength(before)
  const rows = await app.database.sql<{ status: string }>(
    `select status from messages where template = 'contact-asked' and channel = 'whatsapp' order by created_at desc limit 2`,
  )
  expect(rows).toEqual([{ status: 'unwanted' }, { status: 'unwanted' }])
})
