import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { conversations } from '#contract/conversations/conversations.ts'
import { officeConversations } from '#contract/conversations/office.ts'
import { members } from '#contract/members/members.ts'
import { messages } from '#contract/notifications/messages.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { inTransaction } from '#server/database/db.ts'
import { newId, newToken } from '#server/database/new-id.ts'
import { drain } from '#server/jobs/drain.ts'
import { workOf } from '#server/schedule.ts'
import { askAsVisitor, askClub, forgetRates } from '#server/testing/asking.ts'
import { buildClub, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { answered } from '#server/testing/builders/conversation-builders.ts'
import { grantOffice } from '#server/testing/builders/office-builders.ts'
import { startMailServer, type MailServer } from '#server/testing/mails/mail-server.ts'
import { mailerTo } from '#server/testing/mails/sending.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { recordAdministered } from './office-admins.ts'

let app: TestApp
let server: MailServer
let club: Club
let anna: Person
let rikke: Person
let thomas: Person
let superAdmin: Person
beforeAll(async () => {
  app = await sharedApp()
  server = await startMailServer()
  club = await buildClub(app, { key: 'ROKLUB' })
  await buildClub(app, { key: 'TENNIS' })
  anna = await signedIn(app, 'anna@example.com')
  rikke = await signedIn(app, 'admin@roklub.example')
  thomas = await signedIn(app, 'admin@tennis.example')
  superAdmin = await signedIn(app, 'super@example.com')
})
afterAll(async () => {
  await server.close()
})
beforeEach(() => forgetRates(app))

interface Bell {
  receiver_id: string
  sender_id: string | null
  type: string
  title: string
  message: string
  data: Record<string, unknown>
}
const bellsOf = (threadId: string) =>
  app.database.sql<Bell>('select * from notifications where message_thread_id = $1 order by created_at, id', [threadId])
const answer = (threadId: string, lastSeen: string) =>
  answered(app, rikke, { orgId: club.id, threadId, text: 'Yes, place 12.', token: newToken(), lastSeen })

/** Sends what waits to a mail server of the test's own. @returns who got what, by the lines of the mails */
async function mailsSent() {
  server.caught.splice(0)
  const mailer = mailerTo(server.url)
  await drain(app.context.jobsDb, workOf({ ...app.context, mailer }))
  return server.caught.map(({ receivers, raw, headers }) => ({ receivers, raw, headers }))
}

describe('a question', () => {
  test("reaches the club's current admins and its contact address", async () => {
    await mailsSent()
    const { thread } = await askClub(app, anna, club)
    expect(await bellsOf(thread.id)).toMatchObject([
      {
        receiver_id: rikke.memberId,
        sender_id: anna.memberId,
        type: 'CONTACT_US',
        title: 'Anna Holm wrote to Club ROKLUB: A boat place',
        message: 'Is there a boat place?',
        data: { org: 'ROKLUB', domain: new URL(app.url).host, threadId: thread.id },
      },
    ])
    const mails = await mailsSent()
    expect(mails.map(({ receivers }) => receivers)).toEqual([['ROKLUB@club.example']])
    expect(mails[0]!.headers.some((line) => /^reply-to:/i.test(line))).toBe(false)
    expect(mails[0]!.headers.join()).not.toContain('anna@example.com')
  })

  test('of an admin reaches their colleagues, not themselves', async () => {
    const { thread } = await askClub(app, rikke, club)
    expect(await bellsOf(thread.id)).toEqual([])
  })

  test('mails nothing to a visitor until a person answers, and then only the answer', async () => {
    await mailsSent()
    const typed = { name: 'Buy now', subject: 'Cheap oars', text: 'https://evil.example', email: 'victim@mail.example' }
    await askAsVisitor(app, club, typed)
    expect((await mailsSent()).map(({ receivers }) => receivers)).toEqual([['ROKLUB@club.example']])

    const [row] = await app.database.sql<{ id: string; thread_id: string }>(
      `select id, thread_id from thread_messages where author = 'Buy now'`,
    )
    await answer(row!.thread_id, row!.id)
    const mails = await mailsSent()
    expect(mails.map(({ receivers }) => receivers)).toEqual([['victim@mail.example']])
    const words = mails[0]!.raw.replace(/=\r?\n/g, '')
    expect(words).not.toMatch(/Buy now|Cheap oars|evil\.example/)
    expect(words).toContain('Yes, place 12.')
    expect(words).toMatch(/contact-us\?link/)
    // Nobody's bell rings for who has none.
    expect((await bellsOf(row!.thread_id)).map(({ type }) => type)).toEqual(['CONTACT_US'])
  })
})

describe('an answer', () => {
  test("reaches the member by bell and mail under the club's name, once", async () => {
    const { thread, messages: asked } = await askClub(app, anna, club)
    await mailsSent()
    await answer(thread.id, asked[0]!.id)
    expect((await bellsOf(thread.id)).filter(({ type }) => type === 'CONTACT_US_REPLY')).toMatchObject([
      {
        receiver_id: anna.memberId,
        sender_id: null,
        title: 'Club ROKLUB has replied: A boat place',
        data: { org: 'ROKLUB', threadId: thread.id },
      },
    ])
    const mails = await mailsSent()
    expect(mails.map(({ receivers }) => receivers)).toEqual([['anna@example.com']])
    expect(mails[0]!.headers).toContain('Reply-To: ROKLUB@club.example')
    expect(await mailsSent()).toEqual([])
  })

  test('is not mailed to a member who switched such mails off', async () => {
    const want = (wanted: boolean) =>
      app.call(messages.prefer, { kind: 'contact', channel: 'mail', wanted }, { as: anna.token })
    const { thread, messages: asked } = await askClub(app, anna, club)
    await mailsSent()
    await want(false)
    await answer(thread.id, asked[0]!.id)
    expect(await mailsSent()).toEqual([])
    await want(true)
  })
})

describe("the list of a club's admins", () => {
  const admins = async () =>
    (
      await app.database.sql<{ member_id: string }>('select member_id from organisation_admins where org_id = $1', [
        club.id,
      ])
    ).map(({ member_id }) => member_id)
  const arrive = (person: Person, roles: Parameters<typeof recordAdministered>[2]['roles']) =>
    inTransaction(app.context.db, (tx) => recordAdministered(tx, { id: person.memberId }, { roles }))

  test('is written at sign-in: admins of the club, not of others, not of ALL, not its users', async () => {
    expect(await admins()).toEqual([rikke.memberId])
    await arrive(anna, [
      { org: 'ROKLUB', role: 'USER' },
      { org: 'ALL', role: 'ADMIN' },
    ])
    await arrive(superAdmin, [{ org: 'ALL', role: 'SUPER_ADMIN' }])
    expect(await admins()).toEqual([rikke.memberId])
  })

  test("loses an admin with the role, and hides that office's notifications from them", async () => {
    await askClub(app, anna, club)
    const notified = (person: Person) =>
      app.database.sql(`select id from notifications where receiver_id = $1 and type = 'CONTACT_US'`, [person.memberId])
    expect((await notified(rikke)).length).toBeGreaterThan(0)
    // Whoever reads the inbox by a role that the club gave keeps them.
    await grantOffice(app, club, rikke, ['secretary'])
    await arrive(rikke, [{ org: 'TENNIS', role: 'ADMIN' }])
    expect((await notified(rikke)).length).toBeGreaterThan(0)
    await app.database.sql('update office_grants set revoked_at = portal_now() where member_id = $1', [rikke.memberId])
    await app.call(members.signIn, {}, { as: rikke.token })
    await arrive(rikke, [{ org: 'TENNIS', role: 'ADMIN' }])
    expect(await admins()).toEqual([])
    expect(await notified(rikke)).toEqual([])
    expect((await bellsOf((await askClub(app, anna, club)).thread.id)).length).toBe(0)

    await app.call(members.signIn, {}, { as: rikke.token })
    expect(await admins()).toEqual([rikke.memberId])
    expect((await bellsOf((await askClub(app, anna, club)).thread.id)).length).toBe(1)
  })

  test('grants nothing: without the role nobody sees the inbox', async () => {
    await app.database.sql('insert into organisation_admins (org_id, member_id) values ($1, $2)', [
      club.id,
      anna.memberId,
    ])
    expect(await codeOf(app.call(officeConversations.inbox, { orgId: club.id }, { as: anna.token }))).toBe('forbidden')
    expect(await app.call(officeConversations.offices, {}, { as: anna.token })).toEqual([])
    await app.database.sql('delete from organisation_admins where member_id = $1', [anna.memberId])
  })

  test('leaves out disabled members', async () => {
    await app.database.sql('update members set enabled = false where id = $1', [rikke.memberId])
    const { thread } = await askClub(app, anna, club)
    await app.database.sql('update members set enabled = true where id = $1', [rikke.memberId])
    expect(await bellsOf(thread.id)).toEqual([])
  })
})

describe('a notification to a club', () => {
  const send = (changes: Record<string, unknown> = {}, person = anna, headers: Record<string, string> = {}) =>
    app.call(
      notifications.create,
      {
        receiverId: thomas.memberId,
        type: 'CONTACT_US',
        title: 'A boat place',
        message: 'Is there a boat place?',
        data: { org: 'roklub', domain: 'somewhere.example' },
        senderId: thomas.memberId,
        read: true,
        ...changes,
      },
      { as: person.token, headers },
    )

  test('starts a thread with that club; the named receiver is not notified', async () => {
    const sent = await send()
    expect(sent).toMatchObject({
      receiverId: thomas.memberId,
      senderId: anna.memberId,
      type: 'CONTACT_US',
      data: { org: 'ROKLUB', domain: new URL(app.url).host, threadId: sent.messageThreadId },
    })
    expect((await bellsOf(sent.messageThreadId!)).map(({ receiver_id }) => receiver_id)).toEqual([rikke.memberId])
    const shown = await app.call(conversations.show, { threadId: sent.messageThreadId! }, { as: anna.token })
    expect(shown).toMatchObject({ thread: { subject: 'A boat place' }, messages: [{ text: 'Is there a boat place?' }] })
    expect((await send({ data: { org: club.id } })).data['org']).toBe('ROKLUB')
  })

  test("with one's own thread replies in it, once; with any other starts a new one", async () => {
    const { thread } = await askClub(app, anna, club)
    const more = { messageThreadId: thread.id, message: 'And a key?' }
    const sent = await send(more)
    await send({ ...more, message: 'Or two?' })
    // Sent again, it is the message that it was.
    expect(await send(more)).toEqual(sent)
    const texts = async () =>
      (await app.call(conversations.show, { threadId: thread.id }, { as: anna.token })).messages.map(({ text }) => text)
    expect(await texts()).toEqual(['Is there a boat place?', 'And a key?', 'Or two?'])
    await app.moveClock('25 hours')
    expect((await send(more)).id).not.toBe(sent.id)
    expect(await texts()).toHaveLength(4)
    const bo = await signedIn(app, 'bo@example.com')
    expect((await send(more, bo)).messageThreadId).not.toBe(thread.id)
    const made = { messageThreadId: newId() }
    expect((await send(made)).messageThreadId).toBe((await send(made)).messageThreadId)
  })

  test("without a club, text or subject is refused, and so is an answer in the club's name", async () => {
    expect(await codeOf(send({ data: { org: 'NOWHERE' } }))).toBe('organisation_not_found')
    for (const missing of [{ data: {} }, { title: '' }, { message: '' }, { message: undefined }, { title: 'a\nb' }])
      expect(await codeOf(send(missing))).toBe('invalid_input')
    expect(await codeOf(send({ type: 'CONTACT_US_REPLY' }))).toBe('notification_not_allowed')
  })

  test('is refused to an impersonator', async () => {
    await app.database.sql(`insert into impersonations (id, actor_id, member_id) values (gen_random_uuid(), $1, $2)`, [
      superAdmin.memberId,
      anna.memberId,
    ])
    const headers = { 'acting-for': anna.memberId }
    expect(await codeOf(send({}, superAdmin, headers))).toBe('notification_not_allowed')
    const list = await app.call(conversations.list, {}, { as: superAdmin.token, headers })
    expect(list.threads).toEqual([])
  })
})
