import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { sql } from '#server/database/sql.ts'
import { recordShedding } from '#server/http/limits/load-shedding.ts'
import { drain } from '#server/jobs/drain.ts'
import { buildClub, signedIn } from '#server/testing/builders.ts'
import { buildEvent } from '#server/testing/builders/event-builders.ts'
import { lockWaits } from '#server/testing/lock-waits.ts'
import { freePort } from '#server/testing/outside/free-port.ts'
import { type MailServer, startMailServer } from '#server/testing/mails/mail-server.ts'
import { mailsTo } from '#server/testing/purchase.ts'
import { askFor, draftTo, mailerTo, mailWork, messageOf, passTime } from '#server/testing/mails/sending.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { enqueueMail, messageIdOf } from './send-mail.ts'
import { resendMessage } from '../failed-messages.ts'
import { selectMessage } from '../message-state.ts'

let app: TestApp
let memberId: string
beforeAll(async () => {
  app = await sharedApp()
  memberId = (await signedIn(app, 'anna@example.com')).memberId
})
beforeEach(async () => {
  await app.database.sql('select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))')
  await app.database.sql('delete from messages')
})

const address = () => `${newId()}@mail.example`
const run = (work = mailWork(app, app.context.mailer)) => drain(app.context.jobsDb, work, { all: true })
/** Only what is due. */
const once = (work: ReturnType<typeof mailWork>) => drain(app.context.jobsDb, work)

test('a mail requested twice is sent once, and a repetition has the same Message-ID', async () => {
  const to = address()
  await askFor(app, memberId, { to, subject: 'first' })
  await askFor(app, memberId, { to, subject: 'first' })
  expect((await run()).done).toHaveLength(1)
  // A worker that died between the sending and its report.
  await app.database.sql(`update messages set status = 'waiting'`)
  const { id } = await messageOf(app, to)
  const work = mailWork(app, app.context.mailer)
  await work.handlers[0]!.run({ mailId: id }, { attempt: 1, maxAttempts: 20 })
  expect(await mailsTo(app, to)).toMatchObject([
    { subject: 'first', copies: 2, from: expect.stringContaining('Roklub') },
  ])
})

test('a mail written again after a restore has the same Message-ID', async () => {
  const to = address()
  await askFor(app, memberId, { to })
  await run()
  await app.database.sql('delete from messages')
  await askFor(app, memberId, { to })
  await run()
  expect(await mailsTo(app, to)).toMatchObject([{ copies: 2 }])
  expect(messageIdOf('one')).not.toBe(messageIdOf('other'))
})

test('while the mail server is down the mail waits with the reason; then it arrives', async () => {
  const to = address()
  await askFor(app, memberId, { to })
  const down = mailerTo(`smtp://127.0.0.1:${await freePort()}`)
  expect((await once(mailWork(app, down))).postponed).toHaveLength(1)
  // Neither the receiver nor the mail caused it, so no attempt is counted.
  expect(await messageOf(app, to)).toMatchObject({
    status: 'waiting',
    attempts: 0,
    error: expect.stringMatching(/^No mail server: .*ECONNREFUSED/),
  })
  await run()
  expect(await messageOf(app, to)).toMatchObject({ status: 'sent', error: '' })
  expect(await mailsTo(app, to)).toMatchObject([{ copies: 1 }])
})

/** How long the only job waits, in seconds. */
const wait = async () =>
  (
    await app.database.sql<{ seconds: number }>(
      'select extract(epoch from run_at - now())::float as seconds from graphile_worker.jobs where key is not null',
    )
  )[0]!.seconds

const daysPass = async (days: number) => {
  await app.moveClock(`${days * 24} hours`)
  await passTime(app, `${days * 24} hours`)
}

describe('a receiver who always answers "later"', () => {
  let server: MailServer
  let work: ReturnType<typeof mailWork>
  beforeAll(async () => {
    server = await startMailServer({ rcpt: () => '450 4.2.0 Greylisted' })
    work = mailWork(app, mailerTo(server.url))
  })
  afterAll(() => server.close())

  test('is retried after a minute, then after twice as long each time, with jitter', async () => {
    await askFor(app, memberId, { to: address() })
    const waits: number[] = []
    for (let tries = 0; tries < 12; tries++) {
      expect(await once(work)).toMatchObject({ postponed: [expect.anything()], done: [], failed: [] })
      waits.push(await wait())
      await passTime(app, '6 hours')
    }
    for (const [tries, seconds] of waits.entries()) {
      const middle = Math.min(4 * 3600, 60 * 2 ** tries)
      expect(seconds).toBeGreaterThan(middle * 0.75 - 10)
      expect(seconds).toBeLessThan(middle * 1.25)
    }
    expect(new Set(waits.slice(8).map(Math.round)).size).toBe(4)
  })

  test('is given up after three days with the last answer, and gets three more when resent', async () => {
    const to = address()
    await askFor(app, memberId, { to })
    for (let hours = 0; hours < 72; hours += 12) {
      expect((await once(work)).postponed).toHaveLength(1)
      await daysPass(0.5)
    }
    expect(await once(work)).toMatchObject({ postponed: [], done: [] })
    expect(await messageOf(app, to)).toMatchObject({ status: 'failed', error: '450 4.2.0 Greylisted' })

    const { id } = await messageOf(app, to)
    await inTransaction(app.context.db, (tx) => resendMessage(app.context, tx, { actorId: memberId }, { id }))
    for (let tries = 0; tries < 2; tries++) {
      expect((await once(work)).postponed).toHaveLength(1)
      await passTime(app, '1 hour')
    }
    expect(await messageOf(app, to)).toMatchObject({ status: 'waiting', attempts: 2 })
  })

  test('is retried several times even when no worker ran for days', async () => {
    await askFor(app, memberId, { to: address() })
    for (let tries = 0; tries < 4; tries++) {
      await daysPass(4)
      expect(await once(work)).toMatchObject({ postponed: [expect.anything()], failed: [] })
    }
  })
})

test('further mails to a server that does not answer are not composed', async () => {
  const limits = { moment: 300, quick: 1, slow: 0 }
  const server = await startMailServer({ rcpt: () => new Promise(() => {}) })
  let written = 0
  const work = mailWork(app, mailerTo(server.url, limits), ({ to }) => {
    written++
    return draftTo(to)
  })
  await app.database.sql(`update members set email = 'anna@silent.example' where id = $1`, [memberId])
  for (let at = 0; at < 3; at++) await askFor(app, memberId, { to: 'anna@silent.example' }, { onceKey: newId() })
  expect(await once(work)).toMatchObject({ postponed: [1, 2, 3].map(() => expect.anything()), failed: [] })
  expect(written).toBe(1)
  await app.database.sql(`update members set email = 'anna@example.com' where id = $1`, [memberId])
  await server.close()
})

test('purchases are mailed first, and broadcasts last', async () => {
  const templates = ['membership-renew', 'welcome', 'tickets-paid', 'order-paid'] as const
  for (const template of templates) await askFor(app, memberId, { to: `${template}@mail.example` }, { template })
  await app.database.sql(`update messages set fan_out_id = id where template = 'membership-renew'`)
  await app.database.sql('select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))')
  for (const template of templates) {
    const { id } = await messageOf(app, `${template}@mail.example`)
    await inTransaction(app.context.db, async (tx) => enqueueMail(tx, await selectMessage(tx, id)))
  }
  const order: string[] = []
  await run(
    mailWork(app, app.context.mailer, ({ to }) => {
      order.push(to)
      return null
    }),
  )
  expect(order).toEqual(
    ['tickets-paid', 'order-paid', 'welcome', 'membership-renew'].map((one) => `${one}@mail.example`),
  )
})

describe('answers of the mail server', () => {
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
    const { refused, postponed } = await once(mailWork(app, mailerTo(server.url)))
    expect(status === 'failed' ? refused : postponed).toHaveLength(1)
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

describe('a receiver who switched such mails off', () => {
  const renewal = { template: 'membership-renew' } as const
  const unwanted = (kind: string) =>
    app.database.sql(
      `insert into message_preferences (member_id, kind, channel, wanted) values ($1, $2, 'mail', false)
       on conflict (member_id, kind, channel) do update set wanted = false`,
      [memberId, kind],
    )
  beforeEach(() => app.database.sql('delete from message_preferences'))

  test('gets none, even if it was enqueued before', async () => {
    const to = address()
    await askFor(app, memberId, { to }, renewal)
    await unwanted('memberships')
    await run()
    expect(await messageOf(app, to)).toMatchObject({ status: 'unwanted' })
    expect(await mailsTo(app, to)).toEqual([])
  })

  test('still gets mails that must be sent', async () => {
    const to = address()
    await unwanted('payments')
    await askFor(app, memberId, { to })
    await run()
    expect(await mailsTo(app, to)).toHaveLength(1)
  })

  test('gets none when disabled', async () => {
    const to = address()
    await askFor(app, memberId, { to }, renewal)
    await app.database.sql('update members set enabled = false where id = $1', [memberId])
    await run()
    await app.database.sql('update members set enabled = true where id = $1', [memberId])
    expect(await messageOf(app, to)).toMatchObject({ status: 'unwanted' })
  })

  test('gets none when there is nothing left to say', async () => {
    const to = address()
    await askFor(app, memberId, { to })
    await run(mailWork(app, app.context.mailer, () => null))
    expect(await messageOf(app, to)).toMatchObject({ status: 'unwanted' })
  })
})

describe('while the portal is busy', () => {
  const shed = async () => {
    await app.database.sql('delete from rate_windows')
    recordShedding(app.context.db)()
    const later = "update rate_windows set started_at = now() + interval '1 minute' returning key"
    await expect.poll(() => app.database.sql(later)).toHaveLength(1)
  }
  /** Sends a mail, and expects that it waits until `end`. */
  async function expectToWait(end: () => Promise<unknown>) {
    const to = address()
    await askFor(app, memberId, { to })
    const sending = once(mailWork(app, app.context.mailer))
    await pause(1500)
    expect(await mailsTo(app, to)).toEqual([])
    await end()
    expect(await sending).toMatchObject({ done: [expect.anything()] })
    expect(await mailsTo(app, to)).toHaveLength(1)
  }

  test('mails wait until servers have room again', async () => {
    await shed()
    await expectToWait(() => app.database.sql('delete from rate_windows'))
  })

  test('mails wait while buyers queue for an event', async () => {
    const { id } = await buildEvent(app, await buildClub(app))
    const [locked, turn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    // Like an order: its row refers to the event, which it then locks.
    const buy = (work: () => Promise<void>) =>
      inTransaction(app.database.db, async (tx) => {
        await tx.execute(sql`select from events where id = ${id} for key share`)
        await tx.execute(sql`select from events where id = ${id} for no key update`)
        await work()
      })
    const first = buy(() => {
      locked.resolve()
      return turn.promise
    })
    await locked.promise
    const second = buy(async () => {})
    await lockWaits(app, 1)
    await expectToWait(async () => {
      turn.resolve()
      await Promise.all([first, second])
    })
  })

  test('mails wait for a minute at most', async () => {
    await shed()
    await expectToWait(() => app.database.sql("update messages set created_at = portal_now() - interval '61 seconds'"))
    await app.database.sql('delete from rate_windows')
  })
})

test('a mail that cannot be composed delays nobody else', async () => {
  const [bad, good] = [address(), address()]
  await askFor(app, memberId, { to: bad })
  await askFor(app, memberId, { to: good })
  const work = mailWork(app, app.context.mailer, ({ to }) => {
    if (to === bad) throw new Error(`No template for ${to}`)
    return draftTo(to)
  })
  expect(await run(work)).toMatchObject({ done: [expect.anything()], failed: [expect.anything()] })
  expect(await mailsTo(app, good)).toHaveLength(1)
  expect(await messageOf(app, bad)).toMatchObject({
    status: 'waiting',
    error: expect.stringMatching(/could not be written/),
  })
})
