import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { messages } from '#contract/notifications/messages.ts'
import { newId } from '#server/database/new-id.ts'
import { drain } from '#server/jobs/drain.ts'
import { buildClub, signedIn, wantsWhatsapp, type Person } from '#server/testing/builders.ts'
import { startMailServer, type MailServer } from '#server/testing/mails/mail-server.ts'
import { buy } from '#server/testing/purchase.ts'
import { askFor, mailerTo, mailWork, messageOf } from '#server/testing/mails/sending.ts'
import { createTestApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let anna: Person
let office: Person
let server: MailServer
let refuses = true
beforeAll(async () => {
  app = await createTestApp({ WHATSAPP_URL: inject('simulators').whatsappUrl, WHATSAPP_TOKEN: 'a-token' })
  anna = await signedIn(app, 'anna@example.com')
  office = await signedIn(app, 'super@example.com')
  server = await startMailServer({ rcpt: () => (refuses ? '550 No such user' : undefined) })
})
afterAll(async () => {
  await server.close()
  await app.close()
})
beforeEach(async () => {
  refuses = true
  server.caught.splice(0)
  await app.database.sql('select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))')
  await app.database.sql('delete from messages')
})

const run = () => drain(app.context.jobsDb, mailWork(app, mailerTo(server.url)), { all: true })
const failed = (before?: string) => app.call(messages.failed, before ? { before } : {}, { as: office.token })
const resend = (id: string) => app.call(messages.resend, { id }, { as: office.token })

test('a refused mail is listed with the reason, and resent under its old Message-ID', async () => {
  const to = `${newId()}@mail.example`
  await askFor(app, anna.memberId, { to })
  await run()
  await askFor(app, anna.memberId, { to: 'waits@mail.example' })
  const list = await failed()
  expect(list).toMatchObject({
    waiting: 1,
    next: null,
    messages: [
      {
        channel: 'mail',
        template: 'order-paid',
        receiver: { name: 'Anna Holm', email: 'anna@example.com' },
        attempts: 1,
        error: '550 No such user',
      },
    ],
  })

  refuses = false
  const { id } = await messageOf(app, to)
  expect(await resend(id)).toEqual({ status: 'success' })
  const recorded = `select name, label, by_operator, org_id from office_history where thing = 'mail' and thing_id = $1`
  expect(await app.database.sql(recorded, [id])).toEqual([
    { name: 'message_resent', label: 'order-paid', by_operator: true, org_id: null },
  ])
  expect((await failed()).messages).toEqual([])
  await run()
  expect(await messageOf(app, to)).toMatchObject({ status: 'sent', error: '' })
  const sent = server.caught.filter(({ receivers }) => receivers.includes(to))
  expect(sent).toHaveLength(1)
  await expect(resend(id)).rejects.toMatchObject({ code: 'not_found' })
  await run()
  expect(server.caught.filter(({ receivers }) => receivers.includes(to))).toHaveLength(1)
})

test('a mail that used up its attempts gets all of them again', async () => {
  const to = `${newId()}@mail.example`
  await askFor(app, anna.memberId, { to })
  await app.database.sql('select graphile_worker.permanently_fail_jobs(array(select id from graphile_worker.jobs))')
  await app.database.sql(`update messages set status = 'failed', attempts = 20`)
  await resend((await messageOf(app, to)).id)
  expect(
    await app.database.sql('select attempts, max_attempts from graphile_worker.jobs where key is not null'),
  ).toEqual([{ attempts: 0, max_attempts: 20 }])
  refuses = false
  await run()
  expect(await messageOf(app, to)).toMatchObject({ status: 'sent' })
})

test('two clicks at once resend it once', async () => {
  const to = `${newId()}@mail.example`
  await askFor(app, anna.memberId, { to })
  await run()
  refuses = false
  const { id } = await messageOf(app, to)
  const clicks = await Promise.allSettled([resend(id), resend(id)])
  expect(clicks.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await run()
  expect(server.caught).toHaveLength(1)
})

test('the list is paged, newest first; a deleted member has no name', async () => {
  const ids = Array.from({ length: 25 }, () => newId())
  for (const id of ids)
    await app.database.sql(
      `insert into messages (id, once_key, template, data, status, error) values ($1, $2, 'welcome', '{}', 'failed', 'no')`,
      [id, id],
    )
  const first = await failed()
  expect(first.messages).toHaveLength(20)
  expect(first.messages[0]).toMatchObject({ receiver: null })
  const second = await failed(first.next!)
  expect(second.next).toBeNull()
  expect([...first.messages, ...second.messages].map(({ id }) => id)).toEqual(ids.toSorted().toReversed())
})

test('while WhatsApp is off, its messages leave the queue unsent, and none is sent again', async () => {
  await wantsWhatsapp(app, anna)
  await buy(app, anna, await buildClub(app))
  const off = await createTestApp({ DATABASE_URL: app.database.url })
  await off.runJobs({ all: true })
  const rows = () =>
    app.database.sql<{ id: string; status: string }>(`select id, status from messages where channel = 'whatsapp'`)
  expect(await rows()).toMatchObject([{ status: 'unwanted' }])
  expect(await app.database.sql(`select from graphile_worker.jobs where task_identifier like '%whatsapp'`)).toEqual([])
  await app.database.sql(`update messages set status = 'failed' where channel = 'whatsapp'`)
  const { id } = (await rows())[0]!
  await expect(off.call(messages.resend, { id }, { as: office.token })).rejects.toMatchObject({ code: 'whatsapp_off' })
  expect(await rows()).toMatchObject([{ status: 'failed' }])
  await off.close()
})

test('an interrupted WhatsApp message is resent by hand only', async () => {
  const club = await buildClub(app)
  await wantsWhatsapp(app, anna)
  await buy(app, anna, club)
  await app.database.sql(`update messages set status = 'sending' where channel = 'whatsapp'`)
  await app.runJobs({ all: true, mayFail: true })
  const [message] = (await failed()).messages
  expect(message).toMatchObject({ channel: 'whatsapp', error: expect.stringContaining('may have arrived') })
  await app.runJobs({ all: true })
  expect((await failed()).messages).toHaveLength(1)
  await resend(message!.id)
  await app.runJobs({ all: true })
  expect((await failed()).messages).toEqual([])
  const list = await fetch(`${inject('simulators').url}/simulators/whatsapp/messages.json`)
  const sent = (await list.json()) as { callbackData: string }[]
  expect(sent.filter(({ callbackData }) => callbackData === message!.id)).toHaveLength(1)
})
