import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#server/database/new-id.ts'
import { drain } from '#server/jobs/drain.ts'
import { signedIn } from '#server/testing/builders.ts'
import { freePort } from '#server/testing/outside/free-port.ts'
import { startMailServer, type MailServer } from '#server/testing/mails/mail-server.ts'
import { mailsTo } from '#server/testing/purchase.ts'
import { askFor, draftTo, mailerTo, mailWork, messageOf, passTime } from '#server/testing/mails/sending.ts'
import { createTestApp, type TestApp } from '#server/testing/test-app.ts'
import { messageIdOf } from './message-id.ts'

let app: TestApp
let memberId: string
beforeAll(async () => {
  app = await createTestApp()
  memberId = (await signedIn(app, 'anna@example.com')).memberId
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.database.sql('delete from graphile_worker._private_jobs')
  await app.database.sql('delete from messages')
})

const address = () => `${newId()}@mail.example`
const run = (work = mailWork(app, app.context.mailer)) => drain(app.context.jobsDb, work, { all: true })

test('a mail that is asked for twice is sent once, and sent again it stays one', async () => {
  const to = address()
  await askFor(app, memberId, { to, subject: 'first' })
  await askFor(app, memberId, { to, subject: 'first' })
  expect((await run()).done).toHaveLength(1)
  // A worker that died between the sending and its report.
  await app.database.sql(`update messages set status = 'waiting'`)
  const { id } = await messageOf(app, to)
  const work = mailWork(app, app.context.mailer)
  await work.handlers[0]!.run({ mailId: id }, { attempt: 1, maxAttempts: 20 })
  expect(await mailsTo(to)).toMatchObject([{ subject: 'first', copies: 2, from: expect.stringContaining('Roklub') }])
})

test('a mail that is written anew after a restore is the same one to its receiver', async () => {
  const to = address()
  await askFor(app, memberId, { to })
  await run()
  await app.database.sql('delete from messages')
  await askFor(app, memberId, { to })
  await run()
  expect(await mailsTo(to)).toMatchObject([{ copies: 2 }])
  expect(messageIdOf('one')).not.toBe(messageIdOf('other'))
})

test('while the mail server is down the mail waits and says why; then it arrives', async () => {
  const to = address()
  await askFor(app, memberId, { to })
  const down = mailerTo(`smtp://127.0.0.1:${await freePort()}`)
  expect((await run(mailWork(app, down))).failed).toHaveLength(1)
  expect(await messageOf(app, to)).toMatchObject({
    status: 'waiting',
    attempts: 1,
    error: expect.stringMatching(/^No mail server: .*ECONNREFUSED/),
  })
  await run()
  expect(await messageOf(app, to)).toMatchObject({ status: 'sent', error: '' })
  expect(await mailsTo(to)).toMatchObject([{ copies: 1 }])
})

test('after the last try it is a dead letter', async () => {
  const to = address()
  await askFor(app, memberId, { to })
  await app.database.sql('update graphile_worker._private_jobs set attempts = max_attempts - 1')
  await run(mailWork(app, mailerTo(`smtp://127.0.0.1:${await freePort()}`)))
  expect(await messageOf(app, to)).toMatchObject({ status: 'failed' })
})

describe('what the mail server says', () => {
  let server: MailServer
  let answer: string | undefined
  let at: 'rcpt' | 'data'
  beforeAll(async () => {
    server = await startMailServer({
      rcpt: () => (at === 'rcpt' ? answer : undefined),
      data: () => (at === 'data' ? answer : undefined),
    })
  })
  afterAll(() => server.close())

  test.each([
    ['rcpt', '550 5.1.1 <%to>: User unknown; %local is nobody', 'failed'],
    ['rcpt', '450 4.2.0 %to greylisted', 'waiting'],
    ['data', '554 5.7.1 Message from portal@example.com to %to rejected', 'failed'],
    ['data', '452 4.2.2 Mailbox of %local is full', 'waiting'],
    ['data', '421 4.3.2 Closing down', 'waiting'],
  ] as const)('%s: %s: %s, and no address is kept', async (where, said, status) => {
    const local = `kirsten.${newId().slice(0, 8)}`
    const to = `${local}@mail.example`
    at = where
    answer = said.replaceAll('%to', to).replaceAll('%local', local)
    await askFor(app, memberId, { to })
    const { failed } = await run(mailWork(app, mailerTo(server.url)))
    expect(failed).toHaveLength(status === 'failed' ? 0 : 1)
    const row = await messageOf(app, to)
    expect(row.status).toBe(status)
    expect(row.error).toContain(answer.slice(0, 3))
    const [job] = await app.database.sql<{ last_error: string }>('select last_error from graphile_worker.jobs')
    for (const text of [row.error, job?.last_error ?? '', ...app.log]) {
      expect(text).not.toContain(local)
      expect(text).not.toContain('@')
    }
    expect(server.caught).toEqual([])
  })
})

describe('a receiver who does not want it', () => {
  const renewal = { template: 'membership-renew' } as const
  const unwanted = (kind: string) =>
    app.database.sql(
      `insert into message_preferences (member_id, kind, channel, wanted) values ($1, $2, 'mail', false)
       on conflict (member_id, kind, channel) do update set wanted = false`,
      [memberId, kind],
    )
  beforeEach(() => app.database.sql('delete from message_preferences'))

  test('gets none, also when it was asked for before', async () => {
    const to = address()
    await askFor(app, memberId, { to }, renewal)
    await unwanted('memberships')
    await run()
    expect(await messageOf(app, to)).toMatchObject({ status: 'unwanted' })
    expect(await mailsTo(to)).toEqual([])
  })

  test('gets what must be sent all the same', async () => {
    const to = address()
    await unwanted('payments')
    await askFor(app, memberId, { to })
    await run()
    expect(await mailsTo(to)).toHaveLength(1)
  })

  test('nor does somebody who is disabled', async () => {
    const to = address()
    await askFor(app, memberId, { to }, renewal)
    await app.database.sql('update members set enabled = false where id = $1', [memberId])
    await run()
    await app.database.sql('update members set enabled = true where id = $1', [memberId])
    expect(await messageOf(app, to)).toMatchObject({ status: 'unwanted' })
  })

  test('and nothing is sent where there is nothing left to say', async () => {
    const to = address()
    await askFor(app, memberId, { to })
    await run(mailWork(app, app.context.mailer, () => null))
    expect(await messageOf(app, to)).toMatchObject({ status: 'unwanted' })
  })
})

test('a mail that cannot be written keeps nobody else waiting', async () => {
  const [bad, good] = [address(), address()]
  await askFor(app, memberId, { to: bad })
  await askFor(app, memberId, { to: good })
  const work = mailWork(app, app.context.mailer, ({ to }) => {
    if (to === bad) throw new Error(`No template for ${to}`)
    return draftTo(to)
  })
  expect(await run(work)).toMatchObject({ done: [expect.anything()], failed: [expect.anything()] })
  expect(await mailsTo(good)).toHaveLength(1)
  expect(await messageOf(app, bad)).toMatchObject({
    status: 'waiting',
    error: expect.stringMatching(/could not be written/),
  })
})

test('what waits because the server was away goes out with the first that gets through', async () => {
  const waiting = [address(), address(), address()]
  for (const to of waiting) await askFor(app, memberId, { to })
  await run(mailWork(app, mailerTo(`smtp://127.0.0.1:${await freePort()}`)))
  // A mail that waits for another reason keeps its time.
  const poison = address()
  await askFor(app, memberId, { to: poison })
  const work = mailWork(app, app.context.mailer, ({ to }) => {
    if (to === poison) throw new Error('never')
    return draftTo(to)
  })
  await drain(app.context.jobsDb, work)
  expect(await messageOf(app, poison)).toMatchObject({ attempts: 1 })
  await app.database.sql(`update graphile_worker._private_jobs set run_at = now() + interval '1 hour'`)

  const fresh = address()
  await askFor(app, memberId, { to: fresh })
  const { done } = await drain(app.context.jobsDb, work)
  expect(done).toHaveLength(4)
  for (const to of [...waiting, fresh]) expect(await mailsTo(to)).toMatchObject([{ copies: 1 }])
  await passTime(app, '59 minutes')
  expect(await messageOf(app, poison)).toMatchObject({ attempts: 1, status: 'waiting' })
})
