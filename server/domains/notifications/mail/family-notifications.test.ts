import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { family } from '#contract/members/family.ts'
import { messages } from '#contract/notifications/messages.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { newId } from '#server/database/new-id.ts'
import { followBell, type BellStream } from '#server/testing/bell-stream.ts'
import { linkedTo, signedIn, type Person } from '#server/testing/builders.ts'
import { forgetFamilies } from '#server/testing/family-calls.ts'
import { codeOf, createTestApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let anna: Person
let bo: Person
/** The phones of this test alone: the simulator is shared by all. */
const phone = `+4530${String(Date.now()).slice(-6)}`
beforeAll(async () => {
  app = await createTestApp({ WHATSAPP_URL: inject('simulators').whatsappUrl, WHATSAPP_TOKEN: 'a-token' })
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
  await app.database.sql('update members set phone = $1 where id = $2', [phone, bo.memberId])
})
beforeEach(() => forgetFamilies(app))
afterAll(() => app.close())

const invite = () => app.call(family.invite, { inviteeEmail: 'bo@example.com' }, { as: anna.token })
const wants = (kind: 'family' | 'payments', wanted: boolean) =>
  app.call(messages.prefer, { kind, channel: 'whatsapp', wanted }, { as: bo.token })
const sent = async () => {
  const list = await fetch(`${inject('simulators').url}/simulators/whatsapp/messages.json?to=${phone.slice(1)}`)
  return (await list.json()) as { template: string; parameters: string[] }[]
}

describe('by WhatsApp', () => {
  const request = (notification: string, person = anna, more: Record<string, unknown> = {}) =>
    app.call(
      notifications.whatsapp,
      { templateId: '1', '1': 'ROKLUB', '2': notification, '3': 'portal.example', ...more },
      { as: person.token },
    )
  const requestOf = async () =>
    (await app.database.sql<{ id: string }>('select id from notifications where receiver_id = $1', [bo.memberId]))[0]!
      .id

  test('a member who chose such messages is notified once, in the registered template', async () => {
    const before = (await sent()).length
    await invite()
    await app.runJobs({ all: true })
    expect((await sent()).length).toBe(before)
    expect(await app.database.sql(`select status from messages where channel = 'whatsapp'`)).toEqual([
      { status: 'unwanted' },
    ])

    await app.database.sql('truncate family_invitations, notifications, messages')
    await wants('family', true)
    await invite()
    await app.runJobs({ all: true })
    const id = await requestOf()
    await request(id)
    await request(id, anna, { to: '+4599999999', receiverId: anna.memberId })
    await app.runJobs({ all: true })
    const now = await sent()
    expect(now.length).toBe(before + 1)
    expect(now[0]).toMatchObject({
      template: 'family_link_request',
      parameters: ['Klubportal', id, new URL(app.url).host],
    })
    await wants('family', false)
  })

  test("the call names a notification of the caller's own; the rest of its body is ignored", async () => {
    await invite()
    await app.runJobs({ all: true })
    const id = await requestOf()
    expect(await codeOf(request(id))).toBe('ok')
    expect(await codeOf(request(id, bo))).toBe('not_found')
    expect(await codeOf(request(newId()))).toBe('not_found')
    expect(await codeOf(request('no id'))).toBe('not_found')
    expect(await codeOf(request(id, anna, { templateId: '4' }))).toBe('invalid_input')
    await app.database.sql(`update family_invitations set status = 'rejected'`)
    expect(await codeOf(request(id))).toBe('not_found')
  })

  test.each([
    ['waits for its answer is sent', 'pending', 1],
    ['was answered meanwhile is not', 'rejected', 0],
  ] as const)('what %s', async (_, status, messagesSent) => {
    await wants('family', true)
    const before = (await sent()).length
    const id = await linkedTo(app, anna, bo, 'pending')
    await app.call(notifications.create, { receiverId: bo.memberId, type: 'FAMILY_LINK_REQUEST' }, { as: anna.token })
    await request(await requestOf())
    await app.database.sql('update family_invitations set status = $1 where id = $2', [status, id])
    await app.runJobs({ all: true })
    expect((await sent()).length).toBe(before + messagesSent)
    await wants('family', false)
  })
})

describe('open pages are updated without a reload', () => {
  const open: BellStream[] = []
  afterEach(() => {
    for (const stream of open.splice(0)) stream.close()
  })
  const follow = async (person: Person) => {
    const stream = await followBell(app.url, person)
    open.push(stream)
    await stream.until(() => true)
    return stream
  }

  test('the inviter is notified of the approval, and the other side of the end', async () => {
    const hers = await follow(anna)
    const id = await linkedTo(app, anna, bo, 'pending')
    await app.call(family.approve, { id }, { as: bo.token })
    const approved = await hers.until(({ count }) => count === 1)
    expect(approved.newest).toMatchObject([
      { type: 'FAMILY_LINK_REQUEST', data: { invitationId: id, status: 'approved', inviteeId: bo.memberId } },
    ])
    const his = await follow(bo)
    await app.call(family.end, { id }, { as: anna.token })
    expect((await his.until(({ count }) => count === 1)).newest).toMatchObject([
      { title: 'Family link ended', data: { invitationId: id, status: 'ended' } },
    ])
  })

  test("the invitee's notification goes when the invitation is answered or withdrawn", async () => {
    const his = await follow(bo)
    const { id } = await invite()
    await app.runJobs({ all: true })
    await his.until(({ count }) => count === 1)
    await app.call(family.end, { id }, { as: anna.token })
    expect((await his.until(({ count }) => count === 0)).newest).toEqual([])
  })
})

test('a member without family mails gets everything on the bell', async () => {
  await app.call(messages.prefer, { kind: 'family', channel: 'mail', wanted: false }, { as: bo.token })
  await invite()
  await app.runJobs({ all: true })
  expect(await app.database.sql(`select status from messages where channel = 'mail'`)).toEqual([{ status: 'unwanted' }])
  expect((await app.call(notifications.bell, {}, { as: bo.token })).count).toBe(1)
})
