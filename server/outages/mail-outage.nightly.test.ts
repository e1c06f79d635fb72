import * as z from 'zod/mini'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { workOf } from '#server/schedule.ts'
import { inTransaction } from '#server/database/db.ts'
import { enqueueSettlement } from '#server/domains/orders/settlement/settle-job.ts'
import { drain } from '#server/jobs/drain.ts'
import { enqueue, handle, job } from '#server/jobs/queue.ts'
import { startWorker, type RunningWorker } from '#server/jobs/worker.ts'
import { brokenInvariants } from '#server/testing/invariants/broken-invariants.ts'
import { buildClub, buildSeason, signedIn, type Club, type Person, type Season } from '#server/testing/builders.ts'
import { startMailServer } from '#server/testing/mails/mail-server.ts'
import { buy, ledgerOf, openWindow, payInWindow, prepare, stateOf } from '#server/testing/purchase.ts'
import { askFor, mailerTo, mailWork, passTime } from '#server/testing/mails/sending.ts'
import { startTcpProxy, type TcpProxy } from '#server/testing/outside/tcp-proxy.ts'
import { createTestApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let anna: Person
let club: Club
let mailServer: TcpProxy
let worker: RunningWorker | undefined

beforeEach(async () => {
  app = await createTestApp()
  anna = await signedIn(app, 'anna@example.com')
  club = await buildClub(app)
  mailServer = await startTcpProxy({ port: Number(new URL(inject('simulators').smtpUrl).port) })
})
afterEach(async () => {
  await mailServer.forward()
  await worker?.stop(0)
  worker = undefined
  await mailServer.close()
  await app.close()
})

const mailer = () => mailerTo(mailServer.through(inject('simulators').smtpUrl))
/** A worker of its own, with a mailer of its own. */
const work = () => workOf({ ...app.context, mailer: mailer() })
const another = (at: number): Promise<Season> => buildSeason(app, club, { name: `Place ${at}`, combinable: true })
const mails = (status: string) =>
  app.database.sql(`select id from messages where channel = 'mail' and status = $1`, [status])

test.each([1, 2])(
  'the mail server is down for an hour: purchases continue, and then everything arrives once, with workers: %i',
  async (workers) => {
    await mailServer.refuse()
    await buy(app, anna, club)
    for (let at = 1; at < 4; at++) await buy(app, anna, club, await another(at))
    expect(await app.database.sql(`select id from orders where status = 'paid'`)).toHaveLength(4)
    for (let minutes = 0; minutes < 60; minutes += 5) {
      await drain(app.context.jobsDb, work())
      await passTime(app, '5 minutes')
      await app.moveClock('5 minutes')
    }
    // The welcome of somebody who is new waits, too.
    expect(await mails('waiting')).toHaveLength(5)
    expect(await mails('sent')).toHaveLength(0)
    // Each is to be tried within a minute.
    expect(
      await app.database.sql(
        `select id from graphile_worker.jobs where task_identifier = 'notifications.send-mail' and run_at > now() + interval '1 minute'`,
      ),
    ).toEqual([])

    await mailServer.forward()
    await passTime(app, '1 minute')
    await buy(app, anna, club, await another(4))
    await Promise.all(Array.from({ length: workers }, () => drain(app.context.jobsDb, work())))
    expect(await mails('waiting')).toHaveLength(0)
    expect(await mails('sent')).toHaveLength(6)
    expect(await brokenInvariants(app, club)).toEqual([])
  },
)

/** Mails that all go to a server which takes connections and says nothing. */
async function askForManyMails() {
  await mailServer.blackHole()
  for (let at = 0; at < 8; at++) await askFor(app, anna.memberId, { to: `many${at}@mail.example` })
}

describe('a silent mail server', () => {
  test('leaves the worker slots to settle payments', async () => {
    const token = await prepare(app, anna, [{ memberId: anna.memberId, season: club.season }])
    // Authorised; the browser has not come back yet, and no callback comes.
    await payInWindow(await openWindow(app, anna, club.season, token), '0011')
    const { id, number } = (await stateOf(app, anna, token)).own!
    const { authorizations } = await ledgerOf(number)
    await askForManyMails()
    const [sendMail] = mailWork(app, mailer()).handlers
    const others = work().handlers.filter(({ name }) => name !== sendMail!.name)
    worker = startWorker({ ...work(), handlers: [...others, sendMail!], db: app.context.jobsDb })
    await expect.poll(() => mailServer.open).toBeGreaterThanOrEqual(2)

    await inTransaction(app.context.db, (tx) =>
      enqueueSettlement(tx, id, authorizations[0]!.authorizationIdentifier, { hurry: true }),
    )
    await expect.poll(async () => (await stateOf(app, anna, token)).status).toBe('paid')
    expect(await mails('sent')).toHaveLength(0)
  })
})

test('a slow mail server: every mail is sent once and counts one attempt', async () => {
  await app.database.sql('select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const slow = await startMailServer({ data: () => held.then(() => undefined) })
  const receivers = Array.from({ length: 6 }, (_, at) => `anna@slow${at}.example`)
  for (const to of receivers) await askFor(app, anna.memberId, { to })
  worker = startWorker({ ...mailWork(app, mailerTo(slow.url, { patience: 10_000 })), db: app.context.jobsDb })
  await expect.poll(() => slow.connections()).toBe(6)
  release()
  await expect.poll(async () => (await mails('sent')).length).toBe(6)
  expect(slow.caught.flatMap((mail) => mail.receivers).toSorted()).toEqual(receivers)
  expect(await app.database.sql(`select distinct attempts from messages where status = 'sent'`)).toEqual([
    { attempts: 1 },
  ])
  await worker.stop(0)
  worker = undefined
  await slow.close()
})

test('a job that always fails blocks nobody', async () => {
  await app.database.sql('select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))')
  const poison = job('test.poison', z.object({}))
  await inTransaction(app.context.db, (tx) => enqueue(tx, poison, {}, { priority: -100 }))
  for (let at = 0; at < 5; at++) await askFor(app, anna.memberId, { to: `behind${at}@mail.example` })
  const { handlers, ...rest } = mailWork(app, mailer())
  let tries = 0
  const failing = handle(poison, () => {
    tries++
    return Promise.reject(new Error('poison'))
  })
  const { done, failed } = await drain(app.context.jobsDb, { ...rest, handlers: [failing, ...handlers] })
  expect({ tries, failed, done: done.length }).toEqual({ tries: 1, failed: ['test.poison'], done: 5 })
})
